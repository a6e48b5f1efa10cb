#include "profile/compare/compared.h"

#include "base/scratch.h"
#include "profile/compare/permutation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A test needs 3 runs of each side, because fewer do not show how much a side varies. It needs 7 in all: with fewer,
 * not even the largest difference has a p of QP_COMPARISON_P or less. */
#define LEAST_RUNS 3

/* If functions that are called equally often have less than this share of all time, the speed of the machine is not
 * known: in a program whose work changed, they may be a single function of a few microseconds. */
#define LEAST_EQUAL_WORK 0.1

/* Least number of samples in both sides together of a function that has an interval. */
#define LEAST_SAMPLES 10

struct search {
    struct qp_comparison *comparison;
    uint32_t before; /* number of runs of A */
    uint32_t runs;   /* number of runs of both sides */
    double *times;   /* self time of each row in each run */
    double *chosen;  /* self times, in each run, of the rows whose numbers are in `family` */
    uint32_t *family;
    uint32_t family_count;
    double *by_run; /* one number for each run */
    struct qp_scratch scratch;
};

/* ---- times by run ------------------------------------------------------------------------------------------------ */

static void fill_times(struct search *search)
{
    const struct qp_comparison *comparison = search->comparison;
    for (uint32_t i = 0; i < comparison->count; i++) {
        double *times = search->times + (size_t)i * search->runs;
        for (int side = 0; side < QP_COMPARED_SIDES; side++) {
            for (uint32_t run = 0; run < comparison->sides[side]->count; run++)
                *times++ = (double)qp_runs_numbers(comparison->sides[side], run, comparison->rows[i].in[side]).self;
        }
    }
}

static bool has_times_in_all_runs(const struct search *search, uint32_t row)
{
    for (uint32_t run = 0; run < search->runs; run++) {
        if (!(search->times[(size_t)row * search->runs + run] > 0))
            return false;
    }
    return true;
}

static bool is_called_equally(const struct qp_compared *row)
{
    return row->calls[QP_BEFORE].least == row->calls[QP_AFTER].most &&
           row->calls[QP_BEFORE].most == row->calls[QP_AFTER].least;
}

/* Choose the rows that have time in all runs. If called_equally is true, choose only those of them that were called
 * equally often in all runs. */
static void choose_family(struct search *search, bool called_equally)
{
    search->family_count = 0;
    for (uint32_t i = 0; i < search->comparison->count; i++) {
        if (!has_times_in_all_runs(search, i) || (called_equally && !is_called_equally(&search->comparison->rows[i])))
            continue;
        memcpy(search->chosen + (size_t)search->family_count * search->runs, search->times + (size_t)i * search->runs,
               search->runs * sizeof *search->chosen);
        search->family[search->family_count++] = i;
    }
}

/* Return the sum of a table's times in all runs. */
static double sum_of(const struct search *search, const double *times, uint32_t rows)
{
    double sum = 0;
    for (size_t i = 0; i < (size_t)rows * search->runs; i++)
        sum += times[i];
    return sum;
}

/* ---- drift ------------------------------------------------------------------------------------------------------- */

static double median_of_side(struct search *search, const double *times, enum qp_comparison_side side,
                             double *half_range)
{
    uint32_t count = side == QP_BEFORE ? search->before : search->runs - search->before;
    memcpy(search->by_run, times + (side == QP_BEFORE ? 0 : search->before), count * sizeof *times);
    double median = qp_median(search->by_run, count);
    *half_range = (search->by_run[count - 1] - search->by_run[0]) / 2;
    return median;
}

static bool subtract_drift(struct search *search)
{
    struct qp_comparison *comparison = search->comparison;
    choose_family(search, true);
    if (qp_comparison_has_samples(comparison) ||
        sum_of(search, search->chosen, search->family_count) <
            LEAST_EQUAL_WORK * sum_of(search, search->times, comparison->count))
        search->family_count = 0;
    if (!qp_drift_open(&comparison->drift, search->chosen, search->family_count, search->before,
                       search->runs - search->before))
        return false;
    for (uint32_t i = 0; i < comparison->count; i++) {
        struct qp_compared *row = &comparison->rows[i];
        double *times = search->times + (size_t)i * search->runs;
        for (uint32_t run = 0; comparison->subtracts_drift && run < search->runs; run++)
            times[run] /= comparison->drift.factors[run];
        for (int side = 0; side < QP_COMPARED_SIDES; side++)
            row->normal[side] = median_of_side(search, times, (enum qp_comparison_side)side, &row->spread[side]);
    }
    return true;
}

/* ---- by test ----------------------------------------------------------------------------------------------------- */

/* Test the times of the functions that have time in all runs. If the calls of a function certainly changed, count
 * its time as different whatever its p is. */
static bool test(struct search *search)
{
    struct qp_comparison *comparison = search->comparison;
    uint32_t after = search->runs - search->before;
    choose_family(search, false);
    for (uint32_t i = 0; i < search->family_count * search->runs; i++)
        search->chosen[i] = log(search->chosen[i]);
    double *p = qp_scratch_zeros(&search->scratch, search->family_count, sizeof *p);
    bool ok = p && qp_permutation_test(search->chosen, search->family_count, search->before, after, p);
    for (uint32_t i = 0; ok && i < search->family_count; i++) {
        struct qp_compared *row = &comparison->rows[search->family[i]];
        row->p = p[i];
        row->time_differs = p[i] <= QP_COMPARISON_P;
    }
    for (uint32_t i = 0; ok && i < comparison->count; i++) {
        struct qp_compared *row = &comparison->rows[i];
        row->time_differs |= qp_change_is_certain(row->change) && row->normal[QP_BEFORE] != row->normal[QP_AFTER];
    }
    return ok;
}

/* Return true if all runs counted all allocations. */
static bool counts_allocations(const struct qp_comparison *comparison)
{
    bool counts = true;
    for (int side = 0; side < QP_COMPARED_SIDES; side++)
        for (uint32_t run = 0; run < comparison->sides[side]->count; run++)
            counts &= comparison->sides[side]->items[run].counts_allocations;
    return counts;
}

static void compare_medians(struct qp_comparison *comparison)
{
    comparison->rule = QP_RULE_MEDIANS;
    for (uint32_t i = 0; i < comparison->count; i++) {
        struct qp_compared *row = &comparison->rows[i];
        row->time_differs = row->normal[QP_BEFORE] != row->normal[QP_AFTER];
    }
}

/* ---- by intervals of samples ------------------------------------------------------------------------------------- */

/* Return how many standard deviations around the mean contain all of `count` normal distributions in 95 of 100 cases
 * (Bonferroni's inequality). */
static double deviations_of(uint32_t count)
{
    double low = 0, high = 40;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / M_SQRT2) * count > QP_COMPARISON_P)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Return the samples of all runs of a side. Return 0 if one of them was not sampled. */
static uint64_t samples_of(const struct qp_runs *runs)
{
    uint64_t samples = 0;
    for (uint32_t run = 0; run < runs->count; run++) {
        if (runs->items[run].samples == 0)
            return 0;
        samples += runs->items[run].samples;
    }
    return samples;
}

/* Choose the rows with enough samples: no smaller number can show a difference. As it is the number of both sides, it
 * does not depend on their difference. */
static void choose_sampled(struct search *search, const uint64_t samples[QP_COMPARED_SIDES])
{
    const struct qp_comparison *comparison = search->comparison;
    search->family_count = 0;
    for (uint32_t i = 0; i < comparison->count; i++) {
        double sum = 0;
        for (int side = 0; side < QP_COMPARED_SIDES; side++)
            sum += (double)samples[side] * comparison->rows[i].normal[side] / comparison->normal[side];
        if (sum > LEAST_SAMPLES - 0.5)
            search->family[search->family_count++] = i;
    }
}

/* Set the interval of each row that has enough samples. */
static void find_intervals(struct search *search, const uint64_t samples[QP_COMPARED_SIDES])
{
    struct qp_comparison *comparison = search->comparison;
    choose_sampled(search, samples);
    comparison->rule = QP_RULE_INTERVALS;
    comparison->deviations = deviations_of(search->family_count);
    for (uint32_t i = 0; i < search->family_count; i++) {
        struct qp_compared *row = &comparison->rows[search->family[i]];
        struct qp_interval times[QP_COMPARED_SIDES];
        for (int side = 0; side < QP_COMPARED_SIDES; side++) {
            double whole = comparison->normal[side];
            times[side] =
                qp_interval_within((uint64_t)row->normal[side], (uint64_t)whole, samples[side], comparison->deviations);
            times[side].low *= whole;
            times[side].high *= whole;
        }
        row->interval =
            qp_interval_of_change(row->normal[QP_BEFORE], times[QP_BEFORE], row->normal[QP_AFTER], times[QP_AFTER]);
        row->time_differs = row->interval.low > 0 || row->interval.high < 0;
    }
}

/* ---- entry point ------------------------------------------------------------------------------------------------- */

static bool decide(struct search *search)
{
    struct qp_comparison *comparison = search->comparison;
    uint32_t before = search->before, after = search->runs - before;
    const uint64_t samples[] = {samples_of(comparison->sides[QP_BEFORE]), samples_of(comparison->sides[QP_AFTER])};
    if (before < LEAST_RUNS || after < LEAST_RUNS || qp_permutation_least(before, after) > QP_COMPARISON_P) {
        if (samples[QP_BEFORE] && samples[QP_AFTER])
            find_intervals(search, samples);
        else if (counts_allocations(comparison))
            compare_medians(comparison);
        return true;
    }
    comparison->rule = QP_RULE_TEST;
    comparison->least_p = qp_permutation_least(before, after);
    comparison->random_splits = qp_permutation_is_sampled(before, after);
    return test(search);
}

bool qp_time_changes_find(struct qp_comparison *comparison)
{
    struct search search = {.comparison = comparison, .before = comparison->sides[QP_BEFORE]->count};
    search.runs = search.before + comparison->sides[QP_AFTER]->count;
    size_t rows = (size_t)comparison->count + 1;
    search.times = qp_scratch_zeros(&search.scratch, rows * search.runs, sizeof *search.times);
    search.chosen = qp_scratch_zeros(&search.scratch, rows * search.runs, sizeof *search.chosen);
    search.family = qp_scratch_zeros(&search.scratch, rows, sizeof *search.family);
    search.by_run = qp_scratch_zeros(&search.scratch, search.runs, sizeof *search.by_run);
    bool ok = !search.scratch.failed;
    if (ok) {
        fill_times(&search);
        ok = subtract_drift(&search);
    }
    if (ok) {
        choose_family(&search, false);
        ok = qp_comparison_add_up(comparison, NULL, comparison->normal) && decide(&search);
    }
    qp_scratch_free(&search.scratch);
    return ok;
}
