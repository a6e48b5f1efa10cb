#include "profile/compare/compared.h"

#include "base/scratch.h"
#include "profile/compare/permutation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_RUNS       3    /* runs needed on each side for a test: one run does not show how much it varies */
#define NEIGHBOURS       50   /* number of functions with the nearest self times, to which a function is compared */
#define MOST_NEIGHBOURS  0.9  /* quantile of the neighbours' differences that a difference is compared with */
#define TIMES_NEIGHBOURS 1.5  /* a function's time differs if its difference exceeds this multiple of that quantile */
#define MOST_FUNCTIONS   0.98 /* quantile of all functions' differences in time, which a difference must exceed */
#define LEAST_OFF        0.01 /* a ratio nearer to 1 is no change */
#define LEAST_FUNCTIONS  10   /* with fewer functions than this, no time counts as different */

struct search {
    struct qp_comparison *comparison;
    uint32_t before; /* number of runs of A */
    uint32_t runs;   /* number of runs of both sides */
    double *times;   /* self time of each row in each run */
    double *chosen;  /* self times of the chosen rows (family), in each run */
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
        row->slower_or_faster = comparison->rule == QP_TIME_TESTED && p[i] <= QP_COMPARISON_P;
    }
    return ok;
}

/* ---- without a test ---------------------------------------------------------------------------------------------- */

struct ratio {
    double self; /* the first field, for qp_by_value */
    double off;  /* absolute logarithm of the ratio after drift */
    double size; /* size of the difference in time */
    uint32_t row;
};

/* Return the quantile of values, for example the median for a share of 0.5. Sort the values. */
static double value_at(double *values, uint32_t count, double share)
{
    qp_median(values, count); /* sorts them */
    return values[(uint32_t)(share * (count - 1))];
}

/* Return the difference that most functions with similar self times do not exceed (MOST_NEIGHBOURS of them). */
static double usual_off(const struct ratio *ratios, uint32_t count, uint32_t position)
{
    double offs[NEIGHBOURS];
    uint32_t size = count < NEIGHBOURS ? count : NEIGHBOURS;
    uint32_t least = position < size / 2 ? 0 : position - size / 2;
    if (least + size > count)
        least = count - size;
    for (uint32_t i = 0; i < size; i++)
        offs[i] = ratios[least + i].off;
    return value_at(offs, size, MOST_NEIGHBOURS);
}

static bool sides_overlap(const struct search *search, uint32_t row)
{
    const double *times = search->times + (size_t)row * search->runs;
    double least[2] = {INFINITY, INFINITY}, most[2] = {0, 0};
    for (uint32_t run = 0; run < search->runs; run++) {
        bool after = run >= search->before;
        least[after] = fmin(least[after], times[run]);
        most[after] = fmax(most[after], times[run]);
    }
    return least[0] <= most[1] && least[1] <= most[0];
}

/* Decide which times differ by more than noise. Noise has two sources. First, each time varies by a fraction of
 * itself, which is larger for short times. Second, an interruption of the process adds all its duration to one
 * function. In 40 pairs of equal runs on a loaded machine, with 530 functions each, this rule wrongly reported one
 * function in every second pair. */
static void compare_ratios(struct search *search, struct ratio *ratios)
{
    struct qp_comparison *comparison = search->comparison;
    uint32_t count = search->family_count;
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_compared *row = &comparison->rows[search->family[i]];
        double before = row->normal[QP_BEFORE], after = row->normal[QP_AFTER];
        ratios[i] = (struct ratio){before, fabs(log(after / before)), fabs(after - before), search->family[i]};
        search->chosen[i] = ratios[i].size;
    }
    double size = value_at(search->chosen, count, MOST_FUNCTIONS);
    qsort(ratios, count, sizeof *ratios, qp_by_value);
    for (uint32_t i = 0; i < count; i++)
        comparison->rows[ratios[i].row].slower_or_faster =
            ratios[i].size > size && ratios[i].off > LEAST_OFF &&
            ratios[i].off > TIMES_NEIGHBOURS * usual_off(ratios, count, i) && !sides_overlap(search, ratios[i].row);
}

/* Estimate the noise from the rows that were called equally often, and decide which of these rows differ by more
 * than the noise. */
static bool compare_with_spread(struct search *search)
{
    choose_family(search, true);
    if (search->family_count < LEAST_FUNCTIONS) {
        search->comparison->rule = QP_TIME_NOT;
        return true;
    }
    struct ratio *ratios = qp_scratch_zeros(&search->scratch, search->family_count, sizeof *ratios);
    if (ratios)
        compare_ratios(search, ratios);
    return ratios;
}

/* ---- entry point ------------------------------------------------------------------------------------------------- */

static bool decide(struct search *search)
{
    struct qp_comparison *comparison = search->comparison;
    uint32_t before = search->before, after = search->runs - before;
    comparison->least_p = search->runs > 2 ? qp_permutation_least(before, after) : NAN;
    if (comparison->least_p <= QP_COMPARISON_P && (before < LEAST_RUNS || after < LEAST_RUNS))
        comparison->least_p = NAN;
    comparison->sampled = search->runs > 2 && qp_permutation_is_sampled(before, after);
    comparison->rule = comparison->least_p <= QP_COMPARISON_P ? QP_TIME_TESTED : QP_TIME_SPREAD;
    if (!isnan(comparison->least_p) && !test(search))
        return false;
    return comparison->rule == QP_TIME_TESTED || compare_with_spread(search);
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
