#include "profile/compare/comparison_notes.h"

#include "base/attribute.h"
#include "base/number.h"
#include "profile/compare/compared_lines.h"
#include "profile/compare/compared_rows.h"
#include "profile/query/measure.h"
#include "format/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

/* Receiver of the sentences. */
struct notes {
    const struct qp_comparison *comparison;
    qp_comparison_note *note;
    void *to;
};

static bool QP_PRINTF(2, 3) add_note(const struct notes *notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = qp_text_format(format, arguments);
    va_end(arguments);
    bool ok = text && notes->note(notes->to, text);
    free(text);
    return ok;
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

static bool note_run(const struct notes *notes, const struct qp_run *run)
{
    bool ok = true;
    if (run->ending == QP_ENDING_RUNNING)
        ok = add_note(notes, "%s was still running: its numbers are incomplete", run->path);
    else if (run->ending == QP_ENDING_KILLED)
        ok = add_note(notes, "%s did not end normally: time after the last events is missing", run->path);
    if (ok && run->merged > 1 && !run->is_job)
        ok = add_note(notes, "%s contains %u runs: their sums are compared as one run", run->path, run->merged);
    return ok && (!run->damages || add_note(notes, "%s is damaged: unreadable data is missing", run->path));
}

/* ---- two runs ---------------------------------------------------------------------------------------------------- */

static uint32_t runs_in(const struct qp_run *run)
{
    return run->merged ? run->merged : 1;
}

/* Return true if two files have a run in common. */
static bool is_same(const struct qp_run *a, const struct qp_run *b)
{
    for (uint32_t i = 0; i < runs_in(a); i++) {
        for (uint32_t k = 0; k < runs_in(b); k++) {
            if (qp_run_identity_is_same(&a->identities[i], &b->identities[k]))
                return true;
        }
    }
    return false;
}

/* Return a run by its number. The runs of the first side are numbered first, then the runs of the second side.
 * Return NULL after the last run. */
static const struct qp_run *run_at(const struct qp_comparison *comparison, uint32_t number)
{
    const struct qp_runs *before = comparison->sides[QP_BEFORE], *after = comparison->sides[QP_AFTER];
    if (number < before->count)
        return &before->items[number];
    return number - before->count < after->count ? &after->items[number - before->count] : NULL;
}

static bool note_repeated(const struct notes *notes, uint32_t number)
{
    const struct qp_run *it = run_at(notes->comparison, number), *same = NULL;
    for (uint32_t i = 0; !same && i < number; i++)
        same = is_same(run_at(notes->comparison, i), it) ? run_at(notes->comparison, i) : NULL;
    return !same || add_note(notes, "%s %s %s: it counts twice, and p is meaningless", it->path,
                             it->merged || same->merged ? "shares a run with" : "is the same run as", same->path);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static bool note_different(const struct notes *notes)
{
    const struct qp_comparison *comparison = notes->comparison;
    const struct qp_run *first = &comparison->sides[QP_BEFORE]->items[0];
    bool program = false, product = false, clock = false, sampled = false, lines = false;
    const struct qp_run *other = first, *it;
    for (uint32_t i = 0; (it = run_at(comparison, i)); i++) {
        program |= !qp_text_equal(it->program, first->program);
        product |= it->product != first->product;
        clock |= it->clock != first->clock && it->product == first->product;
        sampled |= it->sampled != first->sampled;
        lines |= it->has_lines != first->has_lines && it->product == first->product;
        if (it->product != first->product || it->clock != first->clock)
            other = it;
    }
    bool ok = !program || add_note(notes, "the runs are of programs with different names");
    if (ok && product)
        ok = add_note(notes, "%s was recorded by lib%s and %s by lib%s: only calls are compared", first->path,
                      qp_profile_product_name(first->product), other->path, qp_profile_product_name(other->product));
    if (ok && clock)
        ok = add_note(notes, "the clocks differ (%s: %s, %s: %s): times cannot be compared", first->path,
                      qp_words_clock(first->clock), other->path, qp_words_clock(other->clock));
    if (ok && sampled)
        ok = add_note(notes, "some runs were sampled, and others recorded each call, which adds overhead");
    if (ok && lines)
        ok = add_note(notes, "some runs recorded lines and others did not: recording lines adds overhead");
    return ok;
}

bool qp_comparison_notes(const struct qp_comparison *comparison, qp_comparison_note *note, void *to)
{
    const struct notes notes = {comparison, note, to};
    bool ok = true;
    for (uint32_t i = 0; ok && run_at(comparison, i); i++)
        ok = note_run(&notes, run_at(comparison, i)) && note_repeated(&notes, i);
    return ok && note_different(&notes);
}

/* ---- runs that cannot be compared -------------------------------------------------------------------------------- */

/* Return the first run whose file contains a different number of merged runs than the first run's file. Return NULL
 * if there is none. */
static const struct qp_run *find_unlike(const struct qp_comparison *comparison)
{
    const struct qp_run *it;
    uint32_t i = 0;
    while ((it = run_at(comparison, i)) && runs_in(it) == runs_in(run_at(comparison, 0)))
        i++;
    return it;
}

bool qp_comparison_is_void(const struct qp_comparison *comparison, char why[QP_COMPARISON_WHY])
{
    const struct qp_run *first = &comparison->sides[QP_BEFORE]->items[0], *unlike = find_unlike(comparison);
    if (comparison->matched == 0) {
        snprintf(why, QP_COMPARISON_WHY, "no function of A is in B: these are not two versions of a program");
        return true;
    }
    if (!unlike || qp_comparison_has_lines(comparison))
        return false;
    const char *word = first->is_job ? "rank" : "run";
    snprintf(why, QP_COMPARISON_WHY,
             "%s contains %u %s%s and %s %u: sums of different numbers of %ss cannot be compared", first->path,
             runs_in(first), word, qp_number_plural(runs_in(first)), unlike->path, runs_in(unlike), word);
    return true;
}

/* ---- basis of the decisions -------------------------------------------------------------------------------------- */

#define UNEVEN 1.25 /* the machine is called uneven if `high` is more than this factor times `low` (drift.h) */

void qp_comparison_describe_drift(const struct qp_comparison *comparison, char sentence[QP_COMPARISON_SENTENCE])
{
    const struct qp_drift *drift = &comparison->drift;
    bool uneven = drift->high > UNEVEN * drift->low;
    if (qp_comparison_has_samples(comparison))
        snprintf(sentence, QP_COMPARISON_SENTENCE, "times are of samples, which do not show the speed of the machine");
    else if (drift->functions == 0)
        snprintf(sentence, QP_COMPARISON_SENTENCE,
                 "less than a tenth of the time is in functions called equally often in A and B: the speed of the "
                 "machine is unknown");
    else
        snprintf(sentence, QP_COMPARISON_SENTENCE,
                 "functions called equally often took %.2f times as long in B (half of them %.2f to %.2f times); times "
                 "are %scorrected for this%s",
                 drift->second, drift->low, drift->high, comparison->subtracts_drift ? "" : "not ",
                 uneven ? "; the machine was uneven: record more runs, A and B in turn" : "");
}

void qp_comparison_describe_rule(const struct qp_comparison *comparison, char sentence[QP_COMPARISON_SENTENCE])
{
    if (comparison->rule == QP_RULE_INTERVALS)
        snprintf(
            sentence, QP_COMPARISON_SENTENCE,
            "interval: range that contains the change, 95%% certain for all functions together; a function differs if "
            "0 is outside of it");
    else if (comparison->rule == QP_RULE_TEST)
        snprintf(
            sentence, QP_COMPARISON_SENTENCE,
            "p: probability that some function differs by at least this much although A and B take the same time%s",
            comparison->random_splits ? ", from 10,000 splits of the runs" : "");
    else
        snprintf(sentence, QP_COMPARISON_SENTENCE, "%s: a test needs 3 runs of each side and 7 in all",
                 comparison->rule == QP_RULE_MEDIANS      ? "differences are not tested"
                 : comparison->measure == QP_MEASURE_TIME ? "any time difference may be noise"
                                                          : "any difference may be noise");
}

void qp_comparison_describe_calls(const struct qp_comparison *comparison, const struct qp_filter *filter,
                                  char sentence[QP_COMPARISON_SENTENCE])
{
    struct qp_compared_counts counts = qp_compared_count(comparison, filter);
    if (!comparison->has_calls)
        snprintf(sentence, QP_COMPARISON_SENTENCE, "not compared, since samples are not calls");
    else if (counts.changed)
        snprintf(sentence, QP_COMPARISON_SENTENCE, "%s of %s functions %s called more or less often",
                 qp_number_count(counts.changed).text, qp_number_count(counts.rows).text,
                 counts.changed == 1 ? "is" : "are");
    else
        snprintf(sentence, QP_COMPARISON_SENTENCE, "none of %s functions is called more or less often%s",
                 qp_number_count(counts.rows).text, counts.varying ? " for certain" : "");
}

void qp_comparison_describe_times(const struct qp_comparison *comparison, const struct qp_filter *filter,
                                  char sentence[QP_COMPARISON_SENTENCE])
{
    struct qp_compared_counts counts = qp_compared_count(comparison, filter);
    if (comparison->rule == QP_RULE_NONE)
        snprintf(sentence, QP_COMPARISON_SENTENCE, "too few runs to test %s",
                 comparison->measure == QP_MEASURE_TIME ? "times" : qp_measure_word(comparison->measure));
    else
        snprintf(sentence, QP_COMPARISON_SENTENCE, "%s of %s functions %s", qp_number_count(counts.differing).text,
                 qp_number_count(counts.rows).text, counts.differing == 1 ? "differs" : "differ");
}
