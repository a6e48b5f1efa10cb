/* drift.h - relative speed of the machine in each run.
 *
 * The same work takes more or less time if the processor's clock rate changes or other programs run beside it.
 * Functions that are called equally often in all runs are assumed to do the same work. Each has a usual time, which is
 * its median over all runs. A run's factor is the weighted median of its functions' times relative to their usual
 * times. A function's weight is its least time in any run, so that a function does not gain weight if the compared
 * change of the program made it slower. As with any median, functions with less than half of the weight cannot move the
 * factor far, however much they changed. The drift of a side is the median factor of its runs. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct qp_drift {
    double *factors; /* factor of each run, relative to the median of the first side's runs; the first side's runs
                      * come first */
    double second;   /* drift of the second side */
    double low;      /* low and high: quartiles of the functions' drift, weighted by time */
    double high;
    uint32_t functions; /* number of functions from which the drift was computed; 0 = the drift is unknown, and 1 is
                         * used */
};

/* Compute the drift. `times` has one row for each function that can be compared, with one time above 0 for each run.
 * Return false if out of memory; then nothing needs to be closed. */
bool qp_drift_open(struct qp_drift *drift, const double *times, uint32_t functions, uint32_t first_runs,
                   uint32_t second_runs);
void qp_drift_close(struct qp_drift *drift);

/* Compare items whose first field is a double, for qsort. */
int qp_by_value(const void *left, const void *right);

/* Sort values and return their median. If their number is even, return the mean of the two in the middle. */
double qp_median(double *values, uint32_t count);
