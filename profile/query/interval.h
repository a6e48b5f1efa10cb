/* interval.h - how far a share that was sampled may be from the true one: the interval of Wilson, which holds it in 95
 * of 100 runs where samples are taken independently of what runs and weigh about the same. */
#ifndef QP_QUERY_INTERVAL_H
#define QP_QUERY_INTERVAL_H

#include <stdint.h>

struct qp_interval {
    double low; /* from 0 to 1, as high is */
    double high;
};

/* Of the share that part has in whole, seen in so many samples; without samples it is anything. */
struct qp_interval qp_interval_of(uint64_t part, uint64_t whole, uint64_t samples);

#endif
