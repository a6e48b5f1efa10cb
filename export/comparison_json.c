#include "export/comparison.h"

#include "profile/compare/compared_lines.h"
#include "profile/compare/comparison_notes.h"

#include <jansson.h>
#include <math.h>

static json_t *number(uint64_t value)
{
    return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
}

static json_t *whole(double ns)
{
    return json_integer(llround(ns));
}

static json_t *real_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *text_or_null(const char *shown)
{
    return *shown ? json_string(shown) : json_null();
}

static json_t *text(struct qp_text given)
{
    char shown[QP_COMPARED_NAME];
    qp_text_show(given, shown, sizeof shown);
    return text_or_null(shown);
}

/* ---- sides ------------------------------------------------------------------------------------------------------- */

static json_t *describe_runs(const struct qp_runs *runs)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < runs->count; i++) {
        const struct qp_run *run = &runs->items[i];
        json_array_append_new(list,
                              json_pack("{s:o, s:i, s:o, s:b, s:o, s:o}", "file", text(qp_text_of(run->path)), "pid",
                                        (int)run->pid, "start_ns", number(run->start), "sampled", (int)run->sampled,
                                        "calls", number(run->all.calls), "self_ns", number(run->all.self)));
    }
    return list;
}

static json_t *describe_side(const struct qp_comparison *comparison, enum qp_comparison_side side)
{
    const struct qp_runs *runs = comparison->sides[side];
    const struct qp_run *first = &runs->items[0];
    char library[32];
    snprintf(library, sizeof library, "lib%s", qp_profile_product_name(first->product));
    return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o}", "program", text(first->program), "library", library, "calls",
                     number(comparison->all[side].calls), "raw_self_ns", number(comparison->all[side].self), "self_ns",
                     whole(comparison->has_time ? comparison->normal[side] : 0), "runs", describe_runs(runs));
}

static json_t *describe_drift(const struct qp_comparison *comparison)
{
    const struct qp_drift *drift = &comparison->drift;
    if (!comparison->has_time || !drift->functions)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:i, s:b}", "b_of_a", drift->second, "low", drift->low, "high", drift->high,
                     "functions", (int)drift->functions, "taken_off", comparison->subtracts_drift);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static json_t *describe_function(const struct qp_comparison *comparison, const struct qp_compared *row)
{
    const struct qp_function_key *key = qp_compared_key(comparison, row);
    char name[QP_COMPARED_NAME];
    qp_compared_name(comparison, row, name, sizeof name);
    return json_pack("{s:s, s:o, s:o, s:s}", "function", name, "file", text(key->file), "line",
                     key->line > 0 ? json_integer(key->line) : json_null(), "state", qp_compared_state(row));
}

static json_t *describe_range(const struct qp_count_range *range)
{
    return json_pack("{s:o, s:o, s:o}", "least", number(range->least), "median", number(range->median), "most",
                     number(range->most));
}

static json_t *describe_calls(const struct qp_compared_rows *chosen, const struct qp_compared *row)
{
    const struct qp_comparison *comparison = chosen->comparison;
    char caller[QP_COMPARED_NAME];
    json_t *it = describe_function(comparison, row);
    qp_compared_caller(comparison, row, caller, sizeof caller);
    json_object_update_new(
        it, json_pack("{s:I, s:o, s:o, s:o, s:I, s:I, s:i}", "change", (json_int_t)qp_compared_calls(row), "a",
                      describe_range(&row->calls[QP_BEFORE]), "b", describe_range(&row->calls[QP_AFTER]), "called_by",
                      text_or_null(caller), "change_by_it", (json_int_t)row->from_caller, "of_its_own",
                      (json_int_t)row->of_own, "depth", (int)chosen->depths[row - comparison->rows]));
    return it;
}

static json_t *whole_or_null(double ns)
{
    return isnan(ns) ? json_null() : whole(ns);
}

static json_t *describe_times(const struct qp_compared_rows *chosen, const struct qp_compared *row)
{
    json_t *it = describe_function(chosen->comparison, row);
    double by_calls = qp_compared_time_by_calls(row);
    int64_t calls = qp_change_is_certain(row->change) ? qp_compared_calls(row) : 0;
    json_object_update_new(
        it, json_pack("{s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "change_ns",
                      whole(qp_compared_time(row)), "change_least_ns", whole_or_null(row->interval.low),
                      "change_most_ns", whole_or_null(row->interval.high), "calls", (json_int_t)calls, "by_calls_ns",
                      whole(by_calls), "by_cost_ns", whole(qp_compared_time(row) - by_calls), "p", real_or_null(row->p),
                      "differs", row->time_differs, "a_ns", whole(row->normal[QP_BEFORE]), "a_spread_ns",
                      whole(row->spread[QP_BEFORE]), "b_ns", whole(row->normal[QP_AFTER]), "b_spread_ns",
                      whole(row->spread[QP_AFTER]), "raw_a_ns", number(row->numbers[QP_BEFORE].self), "raw_b_ns",
                      number(row->numbers[QP_AFTER].self)));
    return it;
}

static json_t *describe_states(const struct qp_run_numbers *numbers)
{
    return json_pack("{s:o, s:o, s:o}", "runnable_ns", number(numbers->runnable), "blocked_ns",
                     number(numbers->blocked), "waiting_ns", number(numbers->waiting));
}

static json_t *describe_suspended(const struct qp_compared_rows *chosen, const struct qp_compared *row)
{
    json_t *it = describe_function(chosen->comparison, row);
    json_object_update_new(it, json_pack("{s:o, s:o}", "a", describe_states(&row->numbers[QP_BEFORE]), "b",
                                         describe_states(&row->numbers[QP_AFTER])));
    return it;
}

typedef json_t *describe_row(const struct qp_compared_rows *chosen, const struct qp_compared *row);

/* List the chosen rows as JSON, and close them. Return NULL if `ok` is false, because then the rows could not be
 * opened. */
static json_t *list_rows(struct qp_compared_rows *chosen, bool ok, describe_row *describe)
{
    json_t *list = ok ? json_array() : NULL;
    for (uint32_t i = 0; list && i < qp_compared_rows_shown(chosen); i++) {
        if (json_array_append_new(list, describe(chosen, &chosen->comparison->rows[chosen->rows[i]]))) {
            json_decref(list);
            list = NULL;
        }
    }
    qp_compared_rows_close(chosen);
    return list;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static json_t *describe_side_of_file(const struct qp_compared_file *file, enum qp_comparison_side side)
{
    const struct qp_ran_file *it = file->in[side];
    return it ? json_pack("{s:i, s:i, s:s?}", "ran", (int)it->ran, "lines", (int)it->count, "only", file->only[side])
              : json_null();
}

static json_t *list_files(const struct qp_comparison *comparison, const struct qp_compared_choice *choice)
{
    struct qp_compared_files files;
    json_t *list = qp_compared_files_open(&files, comparison) ? json_array() : NULL;
    for (uint32_t i = 0; list && i < files.count; i++) {
        const struct qp_compared_file *it = &files.items[i];
        if (qp_filter_passes_path(&choice->filter, qp_compared_file_name(it)) &&
            (choice->all || qp_compared_file_differs(it)) && (!choice->top || json_array_size(list) < choice->top))
            json_array_append_new(list,
                                  json_pack("{s:o, s:b, s:o, s:o}", "file", text(qp_compared_file_name(it)),
                                            "same_lines", it->comparable, "a", describe_side_of_file(it, QP_BEFORE),
                                            "b", describe_side_of_file(it, QP_AFTER)));
    }
    qp_compared_files_close(&files);
    return list;
}

/* ---- whole comparison -------------------------------------------------------------------------------------------- */

static bool take_note(void *to, const char *sentence)
{
    return json_array_append_new(to, text(qp_text_of(sentence))) == 0;
}

static json_t *list_notes(const struct qp_comparison *comparison)
{
    json_t *list = json_array();
    if (list && qp_comparison_notes(comparison, take_note, list))
        return list;
    json_decref(list);
    return NULL;
}

static json_t *describe(const struct qp_comparison *comparison, const struct qp_compared_choice *choice)
{
    static const struct qp_filter all_rows;
    static const char *const rules[] = {
        [QP_RULE_NONE] = "none", [QP_RULE_MEDIANS] = "medians", [QP_RULE_INTERVALS] = "interval", [QP_RULE_TEST] = "p"};
    struct qp_compared_rows chosen;
    json_t *all = json_pack("{s:i, s:o, s:o, s:i, s:i, s:i, s:i, s:i, s:o, s:o, s:s, s:o}", "version", 1, "a",
                            describe_side(comparison, QP_BEFORE), "b", describe_side(comparison, QP_AFTER), "functions",
                            (int)comparison->count, "matched", (int)comparison->matched, "changed",
                            (int)comparison->changed, "varying", (int)comparison->varying, "differing",
                            comparison->has_time ? (int)qp_compared_count(comparison, &all_rows).differing : 0, "drift",
                            describe_drift(comparison), "least_p", real_or_null(comparison->least_p), "rule",
                            rules[comparison->rule], "notes", list_notes(comparison));
    bool ok = all;
    if (ok) {
        ok = qp_compared_rows_of_calls(&chosen, comparison, choice);
        ok = json_object_set_new(all, "calls", list_rows(&chosen, ok, describe_calls)) == 0;
    }
    if (ok && comparison->has_time) {
        ok = qp_compared_rows_of_times(&chosen, comparison, choice);
        ok = json_object_set_new(all, "self_time", list_rows(&chosen, ok, describe_times)) == 0;
    }
    if (ok && qp_comparison_has_lines(comparison))
        ok = json_object_set_new(all, "lines", list_files(comparison, choice)) == 0;
    if (ok && choice->suspended) {
        ok = qp_compared_rows_of_suspended(&chosen, comparison, choice);
        ok = json_object_set_new(all, "suspended", list_rows(&chosen, ok, describe_suspended)) == 0;
    }
    if (ok)
        return all;
    json_decref(all);
    return NULL;
}

bool qp_comparison_write_json(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                              FILE *out)
{
    json_t *all = describe(comparison, choice);
    if (!all)
        return false;
    json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    fputc('\n', out);
    json_decref(all);
    return true;
}
