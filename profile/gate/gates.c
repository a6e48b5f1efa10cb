#include "profile/gate/gates.h"

#include "format/array.h"

#include <stdlib.h>
#include <string.h>

#define UNIT 1000000u /* a per cent in the unit of limits */

/* ---- limits ------------------------------------------------------------------------------------------------------ */

void qp_gates_set(struct qp_gates *gates, enum qp_gate_scope scope, enum qp_gate_kind kind, double percent)
{
    gates->limits[scope][kind] = (struct qp_gate){true, (uint32_t)(percent * UNIT + 0.5)};
}

bool qp_gates_have(const struct qp_gates *gates, enum qp_gate_scope scope)
{
    for (unsigned i = 0; i < QP_GATE_SCOPES; i++) {
        for (unsigned kind = 0; kind < QP_GATE_KINDS; kind++) {
            if ((scope == QP_GATE_SCOPES || scope == i) && gates->limits[i][kind].set)
                return true;
        }
    }
    return false;
}

bool qp_gates_limit(const struct qp_gates *gates, enum qp_gate_kind kind)
{
    bool any = false;
    for (unsigned i = 0; i < QP_GATE_SCOPES; i++)
        any |= gates->limits[i][kind].set;
    return any;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

const char *qp_gate_word(enum qp_gate_kind kind)
{
    static const char *const words[QP_GATE_KINDS] = {"line", "branch", "function"};
    return words[kind];
}

const char *qp_gate_unit(enum qp_gate_kind kind, uint32_t count)
{
    static const char *const one[QP_GATE_KINDS] = {"line", "branch outcome", "function"};
    static const char *const many[QP_GATE_KINDS] = {"lines", "branch outcomes", "functions"};
    return count == 1 ? one[kind] : many[kind];
}

struct qp_gate_part qp_gate_part_of(const struct qp_coverage *numbers, enum qp_gate_kind kind)
{
    const struct qp_gate_part parts[QP_GATE_KINDS] = {
        {numbers->lines_hit, numbers->lines},
        {numbers->outcomes_taken, numbers->outcomes},
        {numbers->functions_hit, numbers->functions},
    };
    return parts[kind];
}

struct qp_gate_percent qp_gate_percent_of(struct qp_gate_part part, double limit)
{
    struct qp_gate_percent percent;
    double share = part.all ? 100.0 * part.hit / part.all : 0;
    for (int decimals = 1; decimals <= 9; decimals++) {
        snprintf(percent.text, sizeof percent.text, "%.*f%%", decimals, share);
        if (strtod(percent.text, NULL) < limit)
            break;
    }
    return percent;
}

/* ---- verdict ----------------------------------------------------------------------------------------------------- */

void qp_verdict_add(struct qp_verdict *verdict, uint32_t by, const char *format, ...)
{
    verdict->failures++;
    if (verdict->failures > 1 && by <= verdict->by)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(verdict->text, sizeof verdict->text, format, arguments);
    va_end(arguments);
    verdict->by = by;
}

static void judge(struct qp_verdict *verdict, uint32_t least, const char *name, enum qp_gate_kind kind,
                  struct qp_gate_part part)
{
    static const char *const verbs[QP_GATE_KINDS] = {"run", "be taken", "be called"};
    const uint64_t whole = 100 * (uint64_t)UNIT, needed = ((uint64_t)least * part.all + whole - 1) / whole;
    double limit = (double)least / UNIT;
    if (part.hit >= needed)
        return;
    uint32_t lacks = (uint32_t)(needed - part.hit);
    qp_verdict_add(verdict, lacks, "%s%s coverage %s (%u of %u) is below %.9g%%: %u more %s must %s", name,
                   qp_gate_word(kind), qp_gate_percent_of(part, limit).text, part.hit, part.all, limit, lacks,
                   qp_gate_unit(kind, lacks), verbs[kind]);
}

void qp_gates_judge_part(struct qp_verdict *verdict, const struct qp_gates *gates, enum qp_gate_scope scope,
                         struct qp_text name, const struct qp_coverage *numbers, bool nothing_fails)
{
    char shown[600] = "";
    if (!qp_gates_have(gates, scope))
        return;
    if (name.length)
        strcpy(shown + qp_text_show(name, shown, sizeof shown - 2), ": ");
    for (unsigned i = 0; i < QP_GATE_KINDS; i++) {
        enum qp_gate_kind kind = (enum qp_gate_kind)i;
        struct qp_gate_part part = qp_gate_part_of(numbers, kind);
        if (!gates->limits[scope][kind].set)
            continue;
        if (part.all == 0 && nothing_fails)
            qp_verdict_add(verdict, UINT32_MAX, "%sthere is no %s coverage, which a limit requires", shown,
                           qp_gate_word(kind));
        else
            judge(verdict, gates->limits[scope][kind].least, shown, kind, part);
    }
}

/* ---- folders ----------------------------------------------------------------------------------------------------- */

/* Return the folder of a path. Interpreters may write one folder as src/ and ./src/. */
static struct qp_text folder_of(struct qp_text path)
{
    path = qp_text_without_dot(path);
    while (path.length && path.bytes[path.length - 1] != '/')
        path.length--;
    return path.length ? path : qp_text_of("./");
}

/* Add a file's numbers to its folder. Return false if out of memory. */
static bool add_to_folder(struct qp_gate_folders *folders, struct qp_text path, const struct qp_coverage *numbers)
{
    struct qp_text name = qp_texts_keep(&folders->texts, folder_of(path));
    uint32_t folder = QP_ARRAY_KEYED(&folders->map, qp_texts_key(name), &folders->items, &folders->count,
                                     (struct qp_gate_folder){.name = name});
    if (folders->texts.failed || folder == QP_NONE)
        return false;
    qp_coverage_add(&folders->items[folder].numbers, numbers);
    return true;
}

void qp_gate_folders_judge(struct qp_verdict *verdict, const struct qp_gates *gates, struct qp_gate_folders *folders)
{
    for (uint32_t i = 0; i < folders->count; i++)
        qp_gates_judge_part(verdict, gates, QP_GATE_FOLDER, folders->items[i].name, &folders->items[i].numbers, false);
    free(folders->items);
    qp_map_fini(&folders->map);
    qp_texts_fini(&folders->texts);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

bool qp_gates_judge_file(struct qp_verdict *verdict, const struct qp_gates *gates, struct qp_gate_folders *folders,
                         struct qp_text name, const struct qp_coverage *numbers)
{
    qp_gates_judge_part(verdict, gates, QP_GATE_FILE, name, numbers, false);
    return !qp_gates_have(gates, QP_GATE_FOLDER) || add_to_folder(folders, name, numbers);
}

/* If a run has nothing of a kind, all its files and folders would pass, so fail in total. */
static void judge_total(struct qp_verdict *verdict, const struct qp_gates *gates, const struct qp_coverage *total)
{
    struct qp_gates limits = {0};
    for (unsigned kind = 0; kind < QP_GATE_KINDS; kind++) {
        struct qp_gate *limit = &limits.limits[QP_GATE_TOTAL][kind];
        *limit = gates->limits[QP_GATE_TOTAL][kind];
        for (unsigned scope = 0; scope < QP_GATE_SCOPES; scope++)
            limit->set |= gates->limits[scope][kind].set;
    }
    qp_gates_judge_part(verdict, &limits, QP_GATE_TOTAL, (struct qp_text){0}, total, true);
}

bool qp_gates_judge(struct qp_verdict *verdict, const struct qp_gates *gates, const struct qp_coverage_files *files)
{
    struct qp_gate_folders folders = {0};
    bool ok = true;
    judge_total(verdict, gates, &files->total);
    for (uint32_t i = 0; ok && i < files->count; i++) {
        const struct qp_coverage_file *file = &files->items[i];
        ok = qp_gates_judge_file(verdict, gates, &folders, files->profile->files[file->file].name, &file->numbers);
    }
    qp_gate_folders_judge(verdict, gates, &folders);
    return ok;
}
