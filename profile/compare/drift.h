/* drift.h - how fast the machine was in each run: the same work takes another time with another clock rate, another
 * neighbour, another day.
 *
 * Functions that are called equally often in all runs are taken to do the same work. Each has a usual time, the median
 * over all runs; a run's factor is the weighted median of what its functions took of their usual times. A function
 * weighs as much as the least time that it took in any run, so that one which grew by the change weighs no more for it.
 * What half of the time agrees on is the machine, and what changed in the other half does not move it. The drift of a
 * side is its runs' median factor. */
#ifndef QP_COMPARE_DRIFT_H
#define QP_COMPARE_DRIFT_H

#include <stdbool.h>
#include <stdint.h>

struct qp_drift {
    double *factors; /* by run: those of the first side, then of the second; relative to the first side's median */
    double second;   /* what the second side takes of the first side's time */
    double low;      /* a quarter of the time takes less than this of it, a quarter more than high */
    double high;
    uint32_t functions; /* by which it is known; 0 = it is not, and taken as 1 */
};

/* times: by function and run; those of functions that cannot be compared are left out, of the others all are above 0.
 * Returns false without memory; nothing is to be closed then. */
bool qp_drift_open(struct qp_drift *drift, const double *times, uint32_t functions, uint32_t first_runs,
                   uint32_t second_runs);
void qp_drift_close(struct qp_drift *drift);

/* The median of values, which are put in order; of an even number the mean of the two in the middle. */
double qp_median(double *values, uint32_t count);

#endif
