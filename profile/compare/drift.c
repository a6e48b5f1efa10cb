#include "profile/compare/drift.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

double qp_median(double *values, uint32_t count)
{
    if (count == 0)
        return NAN;
    qsort(values, count, sizeof *values, by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

struct weighted {
    double value; /* the first field, for by_value */
    double weight;
};

/* Return the quantile of sorted, weighted values; the mean of two values if it lies between them. */
static double quantile(const struct weighted *items, uint32_t count, double share)
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
    double *usual; /* by function, logarithms */
    double *weights;
    struct weighted *ratios;
};

static bool find_usual_times(struct usual *it)
{
    double *logs = malloc(((size_t)it->runs + 1) * sizeof *logs);
    for (uint32_t i = 0; logs && i < it->functions; i++) {
        for (uint32_t run = 0; run < it->runs; run++)
            logs[run] = log(it->times[(size_t)i * it->runs + run]);
        it->usual[i] = qp_median(logs, it->runs);
        it->weights[i] = exp(logs[0]); /* the logarithms are sorted now */
    }
    bool ok = logs;
    free(logs);
    return ok;
}

/* Return the logarithm of a run's factor. */
static double factor_of(struct usual *it, uint32_t run)
{
    for (uint32_t i = 0; i < it->functions; i++)
        it->ratios[i] = (struct weighted){log(it->times[(size_t)i * it->runs + run]) - it->usual[i], it->weights[i]};
    qsort(it->ratios, it->functions, sizeof *it->ratios, by_value);
    return quantile(it->ratios, it->functions, 0.5);
}

static double median_of(const double *values, uint32_t count, double *scratch)
{
    memcpy(scratch, values, count * sizeof *values);
    return qp_median(scratch, count);
}

/* Return the median of a function's times on one side after division by the runs' factors. */
static double median_without_factors(const struct qp_drift *drift, const double *times, uint32_t from, uint32_t until,
                                     double *scratch)
{
    for (uint32_t run = from; run < until; run++)
        scratch[run - from] = times[run] / drift->factors[run];
    return qp_median(scratch, until - from);
}

/* Find the quartiles of functions' times around the drift. */
static void find_quartiles(struct qp_drift *drift, struct usual *it, uint32_t first_runs, double *scratch)
{
    for (uint32_t i = 0; i < it->functions; i++) {
        const double *times = it->times + (size_t)i * it->runs;
        double before = median_without_factors(drift, times, 0, first_runs, scratch);
        double after = median_without_factors(drift, times, first_runs, it->runs, scratch);
        it->ratios[i] = (struct weighted){drift->second * after / before, it->weights[i]};
    }
    qsort(it->ratios, it->functions, sizeof *it->ratios, by_value);
    drift->low = quantile(it->ratios, it->functions, 0.25);
    drift->high = quantile(it->ratios, it->functions, 0.75);
}

static void find_factors(struct qp_drift *drift, struct usual *it, uint32_t first_runs, double *scratch)
{
    for (uint32_t run = 0; run < it->runs; run++)
        drift->factors[run] = factor_of(it, run);
    double first = median_of(drift->factors, first_runs, scratch);
    double second = median_of(drift->factors + first_runs, it->runs - first_runs, scratch);
    drift->second = exp(second - first);
    for (uint32_t run = 0; run < it->runs; run++)
        drift->factors[run] = exp(drift->factors[run] - first);
    find_quartiles(drift, it, first_runs, scratch);
}

bool qp_drift_open(struct qp_drift *drift, const double *times, uint32_t functions, uint32_t first_runs,
                   uint32_t second_runs)
{
    uint32_t runs = first_runs + second_runs;
    struct usual it = {.times = times, .functions = functions, .runs = runs};
    *drift = (struct qp_drift){.second = 1, .low = 1, .high = 1, .functions = functions};
    drift->factors = malloc(((size_t)runs + 1) * sizeof *drift->factors);
    it.usual = malloc(((size_t)functions + 1) * sizeof *it.usual);
    it.weights = malloc(((size_t)functions + 1) * sizeof *it.weights);
    it.ratios = malloc(((size_t)functions + 1) * sizeof *it.ratios);
    double *scratch = malloc(((size_t)runs + 1) * sizeof *scratch);
    bool ok = drift->factors && it.usual && it.weights && it.ratios && scratch;
    for (uint32_t run = 0; ok && run < runs; run++)
        drift->factors[run] = 1;
    if (ok && functions) {
        ok = find_usual_times(&it);
        if (ok)
            find_factors(drift, &it, first_runs, scratch);
    }
    free(it.usual);
    free(it.weights);
    free(it.ratios);
    free(scratch);
    if (!ok)
        qp_drift_close(drift);
    return ok;
}

void qp_drift_close(struct qp_drift *drift)
{
    free(drift->factors);
    *drift = (struct qp_drift){0};
}
