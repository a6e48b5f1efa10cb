/* counter_values.h - the values of counters one by one, as they were logged, as comma-separated values (csv.h). */
#ifndef QP_EXPORT_COUNTER_VALUES_H
#define QP_EXPORT_COUNTER_VALUES_H

#include "profile/log/resolved.h"

#include <stdio.h>

/* time,thread,counter,value. The log is read to its end. Returns false without memory. */
bool qp_counter_values_write(struct qp_resolver *events, const struct qp_counter_choice *choice, FILE *out);

#endif
