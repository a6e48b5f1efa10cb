#include "export/heading.h"

#include "base/number.h"
#include "data/diagnostic.h"
#include "export/table.h"

#include <string.h>

const char *qp_heading_ending(const struct qp_profile *profile)
{
    const struct qp_header *header = &profile->reader.header;
    if (profile->reader.ending == QP_ENDING_RUNNING)
        return "still running";
    if (profile->reader.ending == QP_ENDING_KILLED)
        return "did not end by itself: the time after each thread's last event is not known";
    if (header->state == QP_RUN_SAVED)
        return "saved while it ran";
    return header->ended_by ? "ended without shutdown" : "ended";
}

void qp_heading_print(const struct qp_query *query, FILE *out, bool colour)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_header *header = &profile->reader.header;
    char program[300], duration[QP_NUMBER], calls[QP_NUMBER];
    if (qp_text_show(profile->program, program, sizeof program) == 0)
        strcpy(program, "(unknown program)");
    qp_number_time(duration, qp_profile_duration_ns(profile));
    qp_number_count(calls, query->all.calls);
    qp_style_begin(out, QP_STYLE_BOLD, colour);
    fputs(program, out);
    qp_style_end(out, QP_STYLE_BOLD, colour);
    fputs(" (", out);
    if (header->ranks > 0)
        fprintf(out, "rank %u of %u, ", header->rank, header->ranks);
    fprintf(out, "pid %u)  lib%s  %s  %s call%s  %s\n", header->pid, qp_profile_product_name(query->selection.product),
            duration, calls, query->all.calls == 1 ? "" : "s", qp_heading_ending(profile));
}

void qp_heading_kind(unsigned kind, char *name, size_t name_size, char *text, size_t text_size)
{
    static const char *const names[] = {
#define X(constant, word, words) word,
        QP_DIAGNOSTIC_KINDS(X)
#undef X
    };
    static const char *const texts[] = {
#define X(constant, word, words) words,
        QP_DIAGNOSTIC_KINDS(X)
#undef X
    };
    if (kind < QP_DIAGNOSTIC_COUNT) {
        snprintf(name, name_size, "%s", names[kind]);
        snprintf(text, text_size, "%s", texts[kind]);
    } else {
        snprintf(name, name_size, "kind-%u", kind);
        snprintf(text, text_size, "a kind that this version does not know");
    }
}

void qp_heading_diagnostics(const struct qp_profile *profile, enum qp_product product, FILE *out, const char *prefix)
{
    const struct qp_header *header = &profile->reader.header;
    char number[QP_NUMBER];
    for (unsigned kind = 0; kind < QP_DIAGNOSTICS; kind++) {
        const struct qp_diagnostic *diagnostic = &header->diagnostics[product][kind];
        if (diagnostic->count == 0)
            continue;
        char name[32], text[160], first[4 * QP_DIAGNOSTIC_TEXT + 1];
        qp_heading_kind(kind, name, sizeof name, text, sizeof text);
        struct qp_text call = {diagnostic->first, (uint32_t)strnlen(diagnostic->first, sizeof diagnostic->first)};
        qp_text_show(call, first, sizeof first);
        qp_number_count(number, diagnostic->count);
        fprintf(out, "%s%s × %s: %s", prefix, number, name, text);
        if (first[0])
            fprintf(out, "; first %s", first);
        if (kind == QP_DIAGNOSTIC_NO_ROOM && header->folded) {
            qp_number_count(number, header->folded);
            fprintf(out, "; %s calls on new paths are folded under \"…\"", number);
        }
        fputc('\n', out);
    }
}
