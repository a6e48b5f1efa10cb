#include "profile/compare/drift.h"

#include "base/scratch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int qp_by_value(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

double qp_median(double *values, uint32_t count)
{
    if (count == 0)
        return NAN;
    qsort(values, count, sizeof *values, qp_by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

struct weighted {
    double value; /* must be the first field, because qp_by_value compares it */
    double weight;
};

/* Return the quantile of sorted, weighted values. If it lies between two values, return their mean. */
static double weighted_quantile(const struct weighted *items, uint32_t count, double share)
{
    double all = 0, below = 0;
    for (uint32_t i = 0; i < count; i++)
        all += items[i].weight;
    for (uint32_t i = 0; i + 1 < count; i++) {
        below += items[i].weight;
        if (below > share * all * (1 + 1e-12))
            return items[i].value;
        if (below >= share * all * (1 - 1e-12))
            return (items[i].value + items[i + 1].value) / 2;
    }
    return items[count - 1].value;
}

struct usual {
    const double *times;
    uint32_t functions;
    uint32_t runs;
    double *usual; /* for each function, logarithm of its usual time */
    double *weights;
    struct weighted *ratios;
};

static void find_usual_times(struct usual *it, double *logs)
{
    for (uint32_t i = 0; i < it->functions; i++) {
        for (uint32_t run = 0; run < it->runs; run++)
            logs[run] = log(it->times[(size_t)i * it->runs + run]);
        it->usual[i] = qp_median(logs, it->runs);
        it->weights[i] = exp(logs[0]); /* the smallest time: qp_median has sorted the logarithms */
    }
}

/* Return the logarithm of a run's factor: the weighted median of the functions' times relative to their usual times. */
static double factor_of(struct usual *it, uint32_t run)
{
    for (uint32_t i = 0; i < it->functions; i++)
        it->ratios[i] = (struct weighted){log(it->times[(size_t)i * it->runs + run]) - it->usual[i], it->weights[i]};
    qsort(it->ratios, it->functions, sizeof *it->ratios, qp_by_value);
    return weighted_quantile(it->ratios, it->functions, 0.5);
}

static double median_of(const double *values, uint32_t count, double *by_run)
{
    memcpy(by_run, values, count * sizeof *values);
    return qp_median(by_run, count);
}

/* Return the median of a function's times on one side (runs from `from` to `until`), after each time is divided by
 * its run's factor. */
static double median_without_factors(const struct qp_drift *drift, const double *times, uint32_t from, uint32_t until,
                                     double *by_run)
{
    for (uint32_t run = from; run < until; run++)
        by_run[run - from] = times[run] / drift->factors[run];
    return qp_median(by_run, until - from);
}

/* Compute the drift of each single function, and find the quartiles of these drifts. */
static void find_quartiles(struct qp_drift *drift, struct usual *it, uint32_t first_runs, double *by_run)
{
    for (uint32_t i = 0; i < it->functions; i++) {
        const double *times = it->times + (size_t)i * it->runs;
        double before = median_without_factors(drift, times, 0, first_runs, by_run);
        double after = median_without_factors(drift, times, first_runs, it->runs, by_run);
        it->ratios[i] = (struct weighted){drift->second * after / before, it->weights[i]};
    }
    qsort(it->ratios, it->functions, sizeof *it->ratios, qp_by_value);
    drift->low = weighted_quantile(it->ratios, it->functions, 0.25);
    drift->high = weighted_quantile(it->ratios, it->functions, 0.75);
}

static void find_factors(struct qp_drift *drift, struct usual *it, uint32_t first_runs, double *by_run)
{
    for (uint32_t run = 0; run < it->runs; run++)
        drift->factors[run] = factor_of(it, run);
    double first = median_of(drift->factors, first_runs, by_run);
    double second = median_of(drift->factors + first_runs, it->runs - first_runs, by_run);
    drift->second = exp(second - first);
    for (uint32_t run = 0; run < it->runs; run++)
        drift->factors[run] = exp(drift->factors[run] - first);
    find_quartiles(drift, it, first_runs, by_run);
}

bool qp_drift_open(struct qp_drift *drift, const double *times, uint32_t functions, uint32_t first_runs,
                   uint32_t second_runs)
{
    uint32_t runs = first_runs + second_runs;
    struct usual it = {.times = times, .functions = functions, .runs = runs};
    *drift = (struct qp_drift){.second = 1, .low = 1, .high = 1, .functions = functions};
    drift->factors = malloc(((size_t)runs + 1) * sizeof *drift->factors);
    struct qp_scratch scratch = {0};
    it.usual = qp_scratch_zeros(&scratch, functions, sizeof *it.usual);
    it.weights = qp_scratch_zeros(&scratch, functions, sizeof *it.weights);
    it.ratios = qp_scratch_zeros(&scratch, functions, sizeof *it.ratios);
    double *by_run = qp_scratch_zeros(&scratch, runs, sizeof *by_run);
    bool ok = drift->factors && !scratch.failed;
    for (uint32_t run = 0; ok && run < runs; run++)
        drift->factors[run] = 1;
    if (ok && functions) {
        find_usual_times(&it, by_run);
        find_factors(drift, &it, first_runs, by_run);
    }
    qp_scratch_free(&scratch);
    if (!ok)
        qp_drift_close(drift);
    return ok;
}

void qp_drift_close(struct qp_drift *drift)
{
    free(drift->factors);
    *drift = (struct qp_drift){0};
}
