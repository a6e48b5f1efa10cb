#include "show/parts/heading.h"

#include "base/number.h"
#include "format/diagnostic.h"
#include "profile/query/measure.h"
#include "profile/query/problem.h"
#include "profile/query/time_notes.h"

#include <stdlib.h>
#include <string.h>

const char *qp_heading_ending(const struct qp_profile *profile)
{
    const struct qp_header *header = &profile->reader.header;
    bool incomplete = qp_profile_runs_with(profile, QP_RUN_WENT_ON | QP_RUN_KILLED);
    if (qp_profile_is_merged(profile) && header->job)
        return incomplete ? "some ranks were killed or still running" : "ended";
    if (qp_profile_is_merged(profile))
        return incomplete ? "merged; some runs were killed or still running" : "merged";
    if (profile->reader.ending == QP_ENDING_RUNNING)
        return "still running";
    if (profile->reader.ending == QP_ENDING_KILLED)
        return "killed: the time after each thread's last event is unknown";
    if (header->state == QP_RUN_SAVED)
        return "saved snapshot of a running program";
    return header->ended_by ? "ended without shutdown" : "ended";
}

void qp_heading_run(const struct qp_query *query, const struct qp_stream *stream)
{
    FILE *out = stream->out;
    const struct qp_profile *profile = query->profile;
    const struct qp_header *header = &profile->reader.header;
    bool merged = qp_profile_is_merged(profile);
    char program[300], run[40], count[QP_QUERY_COUNT];
    if (qp_text_show(profile->program, program, sizeof program) == 0)
        strcpy(program, merged ? "(several programs)" : "(unknown program)");
    qp_profile_run_name(profile, run, sizeof run);
    qp_stream_put(stream, QP_STYLE_BOLD, program);
    fputs(" (", out);
    if (header->ranks > 0)
        fprintf(out, "rank %u of %u, ", header->rank, header->ranks);
    if (header->world > 0)
        fprintf(out, "spawned world %u, ", header->world);
    fprintf(out, "%s)  lib%s  %s%s  %s  %s\n", run, qp_profile_product_name(query->selection.product),
            merged ? "total " : "", qp_number_time(qp_profile_duration_ns(profile)).text, qp_query_count(query, count),
            qp_heading_ending(profile));
}

/* If allocations were recorded besides the times that are shown, print how much was allocated. */
static void print_allocated(const struct qp_query *query, const struct qp_stream *stream)
{
    const struct qp_allocated *allocated = &query->all.allocated;
    if (!allocated->events)
        return;
    fprintf(stream->out, "allocated %s in %s object%s", qp_number_bytes(allocated->bytes).text,
            qp_number_count(allocated->objects).text, qp_number_plural(allocated->objects));
    if (query->profile->reader.header.features & QP_FEATURE_ESTIMATES)
        fprintf(stream->out, ", estimated from %s sample%s", qp_number_count(allocated->events).text,
                qp_number_plural(allocated->events));
    fputs("; --measure=bytes shows where\n", stream->out);
}

void qp_heading_print(const struct qp_query *query, const struct qp_stream *stream)
{
    char amount[QP_OVERHEAD_TEXT];
    qp_heading_run(query, stream);
    if (query->selected.shares_contexts)
        fputs("note: some of this ran while several contexts were active: it may belong to another one\n", stream->out);
    if (query->selected.has_hits)
        fputs("note: counts of code that ran while several contexts were active are hits: it ran at least so often\n",
              stream->out);
    if (query->subtracted) {
        qp_overhead_amount(query, amount);
        fprintf(stream->out, "overhead %s, subtracted from all times\n", amount);
    }
    uint32_t throttled = qp_throttled_count(query);
    if (throttled)
        fprintf(stream->out,
                "throttled %s function%s: from some time on only counted, their time is in their callers' [with "
                "throttled]\n",
                qp_number_count(throttled).text, qp_number_plural(throttled));
    print_allocated(query, stream);
}

void qp_heading_diagnostics(const struct qp_profile *profile, enum qp_product product, const struct qp_stream *stream)
{
    FILE *out = stream->out;
    const struct qp_header *header = &profile->reader.header;
    for (unsigned kind = 0; kind < QP_DIAGNOSTICS; kind++) {
        const struct qp_diagnostic *diagnostic = &header->diagnostics[product][kind];
        uint64_t count = qp_problem_count(profile, product, kind);
        if (count == 0)
            continue;
        char name[QP_DIAGNOSTIC_NAME], first[4 * QP_DIAGNOSTIC_TEXT + 1];
        struct qp_text call = {diagnostic->first, (uint32_t)strnlen(diagnostic->first, sizeof diagnostic->first)};
        qp_text_show(call, first, sizeof first);
        fprintf(out, "note: %s × %s: %s", qp_number_count(count).text, qp_diagnostic_name(kind, name),
                qp_diagnostic_words(kind));
        if (first[0])
            fprintf(out, "; first %s", first);
        if (kind == QP_DIAGNOSTIC_NO_ROOM && header->folded)
            fprintf(out, "; %s call%s on new call paths merged into \"…\", raise -max-data-size",
                    qp_number_count(header->folded).text, qp_number_plural(header->folded));
        fputc('\n', out);
    }
}

bool qp_heading_processor(const struct qp_query *query, const struct qp_stream *stream)
{
    char *text = NULL;
    bool ok = !qp_query_has_times(query) || qp_query_is_of_allocations(query) || qp_processor_note(query, &text);
    if (text)
        fprintf(stream->out, "note: %s\n", text);
    free(text);
    return ok;
}

void qp_heading_part(const char *title, const char *rest, const struct qp_stream *stream)
{
    if (stream->programs) {
        fprintf(stream->programs, "# %s\n", title);
        return;
    }
    fputc('\n', stream->out);
    qp_stream_put(stream, QP_STYLE_BOLD, title);
    fprintf(stream->out, "%s\n", rest);
}

void qp_heading_thread(const struct qp_profile *profile, uint32_t thread, uint32_t group, const char *rest,
                       const struct qp_stream *stream)
{
    char shown[200], title[300], all[400] = "";
    struct qp_text name = thread != QP_NONE ? profile->threads[thread].name : profile->groups[group].name;
    bool named = qp_text_show(name, shown, sizeof shown);
    if (thread != QP_NONE)
        snprintf(title, sizeof title, "thread %u%s%s", profile->threads[thread].number, named ? " " : "", shown);
    else
        snprintf(title, sizeof title, "virtual threads%s%s", named ? " " : "", shown);
    if (thread == QP_NONE && profile->groups[group].parent_method != QP_NONE) {
        qp_profile_method_name(profile, profile->groups[group].parent_method, shown, sizeof shown);
        snprintf(all, sizeof all, ", created in %s", shown);
    }
    size_t length = strlen(all);
    snprintf(all + length, sizeof all - length, "%s", rest);
    qp_heading_part(title, all, stream);
}

void qp_heading_title(const char *title, const struct qp_stream *stream)
{
    qp_heading_part(title, "", stream);
}

void qp_heading_rest(uint64_t all, uint64_t shown, const char *what, const struct qp_stream *stream)
{
    if (shown < all)
        fprintf(stream->out, "and %s more%s\n", qp_number_count(all - shown).text, what);
}

const char *qp_heading_nothing(const struct qp_query *query)
{
    if (qp_query_is_of_allocations(query))
        return "nothing was allocated here";
    return qp_query_is_sampled(query) ? "no samples" : "no function was called";
}

bool qp_heading_no_times(const struct qp_query *query, const struct qp_stream *stream)
{
    if (qp_query_has_times(query))
        return false;
    fprintf(stream->out, "no times: lib%s only counts; see qii report and qii cover\n",
            qp_profile_product_name(query->selection.product));
    return true;
}

void qp_heading_meanings(const struct qp_totals *times, const struct qp_stream *stream)
{
    const struct {
        uint64_t time;
        const char *meaning;
    } all[] = {{times->uncounted, "uncounted: in a function that counts cycles instead of time"},
               {times->outside, "outside: in no function or virtual thread"},
               {times->scheduler, "scheduler: on a CPU between two virtual threads"},
               {times->idle, "idle: off CPU between two virtual threads"},
               {times->recorder, "recorder: overhead of recording"}};
    bool any = false;
    for (size_t i = 0; !stream->programs && i < sizeof all / sizeof *all; i++) {
        if (all[i].time)
            fprintf(stream->out, "%s%s", any ? "; " : "", all[i].meaning);
        any |= all[i].time != 0;
    }
    fputs(any ? "\n" : "", stream->out);
}

void qp_heading_estimate(const struct qp_table *table, const struct qp_stream *stream)
{
    if (table->estimated)
        fputs("~ marks an estimate: suspensions were not reported, and are derived from blocking functions and CPU "
              "time\n",
              stream->out);
}

bool qp_heading_finish(struct qp_table *table, uint64_t all, uint64_t shown, const char *none,
                       const struct qp_stream *stream)
{
    bool ok = qp_table_finish(table, stream, none);
    qp_heading_rest(all, shown, "; use --top=0 to show all", stream);
    qp_heading_estimate(table, stream);
    return ok;
}

void qp_heading_in_no_function(const struct qp_query *query, const struct qp_stream *stream)
{
    uint64_t whole = query->all.self, outside = query->in_no_function;
    if (!stream->programs && outside >= whole / 100 + 1)
        fprintf(stream->out, "%s, %s of all %s, in no function\n", qp_profile_number(query->profile, outside).text,
                qp_number_share(outside, whole).text, qp_measure_word(query->profile->measure));
}
