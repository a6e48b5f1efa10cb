#include "profile/compare/comparison_notes.h"

#include "base/attribute.h"
#include "base/number.h"
#include "profile/compare/compared_lines.h"
#include "profile/compare/compared_rows.h"
#include "format/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

/* Who takes the sentences. */
struct notes {
    const struct qp_comparison *comparison;
    qp_comparison_tell *tell;
    void *to;
};

static bool say(const struct notes *notes, const char *format, ...) QP_PRINTF(2, 3);

static bool say(const struct notes *notes, const char *format, ...)
{
    va_list arguments;
    char *text;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    bool ok = notes->tell(notes->to, text);
    free(text);
    return ok;
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

static bool say_run(const struct notes *notes, const struct qp_run *run)
{
    bool ok = true;
    if (run->ending == QP_ENDING_RUNNING)
        ok = say(notes, "%s still runs: its numbers are those of so far", run->path);
    else if (run->ending == QP_ENDING_KILLED)
        ok = say(notes, "%s did not end by itself: what its functions had begun may be missing", run->path);
    if (ok && run->merged > 1)
        ok = say(notes, "%s holds %u runs: their sums are compared as one run", run->path, run->merged);
    return ok && (!run->damages || say(notes, "%s is damaged: what is not whole is missing", run->path));
}

/* ---- two runs ---------------------------------------------------------------------------------------------------- */

static uint32_t identities_of(const struct qp_run *run)
{
    return !run->identities ? 0 : run->merged ? run->merged : 1;
}

/* Whether they have a run in common. */
static bool is_same(const struct qp_run *a, const struct qp_run *b)
{
    for (uint32_t i = 0; i < identities_of(a); i++) {
        for (uint32_t k = 0; k < identities_of(b); k++) {
            if (qp_run_identity_is_same(&a->identities[i], &b->identities[k]))
                return true;
        }
    }
    return false;
}

/* Whether the run stands before this one in the order of all. */
static const struct qp_run *find_same(const struct qp_comparison *comparison, int side, uint32_t run)
{
    const struct qp_run *it = &comparison->sides[side]->items[run];
    for (int other = 0; other <= side; other++) {
        const struct qp_runs *runs = comparison->sides[other];
        for (uint32_t i = 0; i < (other == side ? run : runs->count); i++) {
            if (is_same(&runs->items[i], it))
                return &runs->items[i];
        }
    }
    return NULL;
}

static bool say_repeated(const struct notes *notes, int side, uint32_t run)
{
    const struct qp_run *it = &notes->comparison->sides[side]->items[run];
    const struct qp_run *same = find_same(notes->comparison, side, run);
    return !same || say(notes, "%s %s %s again: it counts twice, and p says nothing", it->path,
                        it->merged || same->merged ? "has a run of" : "is the run of", same->path);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static bool say_different(const struct notes *notes)
{
    const struct qp_comparison *comparison = notes->comparison;
    const struct qp_run *first = &comparison->sides[QP_BEFORE]->items[0];
    bool program = false, product = false, clock = false, sampled = false, lines = false;
    const struct qp_run *other = first;
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        for (uint32_t i = 0; i < comparison->sides[side]->count; i++) {
            const struct qp_run *it = &comparison->sides[side]->items[i];
            program |= !qp_text_equal(it->program, first->program);
            product |= it->product != first->product;
            clock |= it->clock != first->clock && it->product == first->product;
            sampled |= it->sampled != first->sampled;
            lines |= it->has_lines != first->has_lines && it->product == first->product;
            if (it->product != first->product || it->clock != first->clock)
                other = it;
        }
    }
    bool ok = !program || say(notes, "the runs are of programs with different names");
    if (ok && product)
        ok = say(notes, "%s was recorded by lib%s and %s by lib%s: only calls are compared", first->path,
                 qp_profile_product_name(first->product), other->path, qp_profile_product_name(other->product));
    if (ok && clock)
        ok = say(notes, "the clocks differ (%s: %s, %s: %s): times do not mean the same", first->path,
                 qp_words_clock(first->clock), other->path, qp_words_clock(other->clock));
    if (ok && sampled)
        ok = say(notes, "some runs were sampled and in others each call was recorded, which costs time");
    if (ok && lines)
        ok = say(notes, "some runs recorded lines and others did not: recording lines costs time");
    return ok;
}

bool qp_comparison_notes(const struct qp_comparison *comparison, qp_comparison_tell *tell, void *to)
{
    const struct notes notes = {comparison, tell, to};
    bool ok = true;
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        for (uint32_t i = 0; ok && i < comparison->sides[side]->count; i++)
            ok = say_run(&notes, &comparison->sides[side]->items[i]) && say_repeated(&notes, side, i);
    }
    return ok && say_different(&notes);
}

/* ---- what is not compared ---------------------------------------------------------------------------------------- */

static uint32_t runs_in(const struct qp_run *run)
{
    return run->merged ? run->merged : 1;
}

/* A run whose file holds another number of runs than the first of all; NULL = none. */
static const struct qp_run *find_unlike(const struct qp_comparison *comparison)
{
    const struct qp_run *first = &comparison->sides[QP_BEFORE]->items[0];
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        for (uint32_t i = 0; i < comparison->sides[side]->count; i++) {
            if (runs_in(&comparison->sides[side]->items[i]) != runs_in(first))
                return &comparison->sides[side]->items[i];
        }
    }
    return NULL;
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
    snprintf(why, QP_COMPARISON_WHY, "%s holds %u run%s and %s %u: sums of unlike numbers of runs do not compare",
             first->path, runs_in(first), qp_number_plural(runs_in(first)), unlike->path, runs_in(unlike));
    return true;
}

/* ---- how it was decided ------------------------------------------------------------------------------------------ */

void qp_comparison_say_drift(const struct qp_comparison *comparison, char said[QP_COMPARISON_SENTENCE])
{
    const struct qp_drift *drift = &comparison->drift;
    if (drift->functions == 0)
        snprintf(said, QP_COMPARISON_SENTENCE,
                 "no function is called equally often in A and B: it is not known how fast the machine was");
    else
        snprintf(said, QP_COMPARISON_SENTENCE,
                 "B's machine took %.2f of A's time (%.2f to %.2f in the middle half of it), %s", drift->second,
                 drift->low, drift->high, comparison->takes_off_drift ? "taken off" : "left in");
}

void qp_comparison_say_rule(const struct qp_comparison *comparison, char said[QP_COMPARISON_SENTENCE])
{
    if (comparison->rule == QP_TIME_TESTED) {
        snprintf(said, QP_COMPARISON_SENTENCE,
                 "p: how probable it is that any function differs by so much if A and B take the same%s",
                 comparison->sampled ? ", by 10,000 of the ways to split the runs" : "");
        return;
    }
    int length = snprintf(said, QP_COMPARISON_SENTENCE, "%s",
                          comparison->rule == QP_TIME_NOT
                              ? "too few functions are called equally often to tell a change from noise"
                              : "shown is what stands out of the noise of all functions");
    if (isnan(comparison->least_p))
        snprintf(said + length, QP_COMPARISON_SENTENCE - (size_t)length,
                 "; a side of %s cannot be tested, 4 and 4 runs can",
                 comparison->sides[QP_BEFORE]->count == 1 || comparison->sides[QP_AFTER]->count == 1 ? "one run"
                                                                                                     : "two runs");
    else
        snprintf(said + length, QP_COMPARISON_SENTENCE - (size_t)length,
                 "; of %u and %u runs no p is below %.2f, of 4 and 4 runs it can be 0.03",
                 comparison->sides[QP_BEFORE]->count, comparison->sides[QP_AFTER]->count, comparison->least_p);
}

void qp_comparison_say_calls(const struct qp_comparison *comparison, const struct qp_filter *filter,
                             char said[QP_COMPARISON_SENTENCE])
{
    struct qp_compared_counts counts = qp_compared_count(comparison, filter);
    if (!comparison->has_calls)
        snprintf(said, QP_COMPARISON_SENTENCE, "not compared, since samples stand for them");
    else if (counts.changed)
        snprintf(said, QP_COMPARISON_SENTENCE, "%s of %s functions %s called more or less often",
                 qp_number_count(counts.changed).text, qp_number_count(counts.rows).text,
                 counts.changed == 1 ? "is" : "are");
    else
        snprintf(said, QP_COMPARISON_SENTENCE, "%s %s functions is called more or less often",
                 counts.varying ? "for certain none of" : "none of", qp_number_count(counts.rows).text);
}

void qp_comparison_say_times(const struct qp_comparison *comparison, const struct qp_filter *filter,
                             char said[QP_COMPARISON_SENTENCE])
{
    struct qp_compared_counts counts = qp_compared_count(comparison, filter);
    snprintf(said, QP_COMPARISON_SENTENCE, "%s of %s functions %s", qp_number_count(counts.differing).text,
             qp_number_count(counts.rows).text, counts.differing == 1 ? "differs" : "differ");
}
