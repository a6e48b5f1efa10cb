/* counter_values.h - the logged values of counters as comma-separated values (csv.h). */
#pragma once

#include "profile/log/resolved.h"

#include <stdio.h>

/* A rank of a job. */
struct qp_counter_values_rank {
    const char *name;
    uint64_t offset_ns; /* nanoseconds from the start of the job to the start of the rank's run */
    bool is_first;      /* true if the titles are to be written before the rank's rows */
};

/* Write a row "time,thread,counter,value" for each logged value of the chosen counters, after the titles. The rows of a
 * rank begin with its name; `rank` is NULL if the run is alone. The log is read to its end. Return false if out of
 * memory. */
bool qp_counter_values_write(struct qp_resolver *events, const struct qp_counter_choice *choice,
                             const struct qp_counter_values_rank *rank, FILE *out);
