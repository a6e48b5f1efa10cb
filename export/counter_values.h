/* counter_values.h - the logged values of counters as comma-separated values (csv.h). */
#pragma once

#include "profile/log/resolved.h"

#include <stdio.h>

/* Write a row "time,thread,counter,value" for each logged value of the chosen counters. The log is read to its end.
 * Return false if out of memory. */
bool qp_counter_values_write(struct qp_resolver *events, const struct qp_counter_choice *choice, FILE *out);
