/* counter_values.h - the values of counters one by one, as they were logged: comma-separated as RFC 4180 says. */
#ifndef QP_SHOW_COUNTER_VALUES_H
#define QP_SHOW_COUNTER_VALUES_H

#include "data/resolved.h"
#include "show/stream.h"

struct qp_counter_choice {
    const bool *chosen; /* by index of the counter */
    bool unknown;       /* those whose definition is not in the file, too */
    const char *thread; /* only what threads that qp_profile_thread_is takes for this have or logged; NULL = all */
};

/* time,thread,counter,value. The log is read to its end. Returns false without memory. */
bool qp_counter_values_print(struct qp_resolver *events, const struct qp_counter_choice *choice, FILE *out);

#endif
