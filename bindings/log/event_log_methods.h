/* event_log_methods.h - the methods that were registered. */
#ifndef BINDINGS_LOG_EVENT_LOG_METHODS_H
#define BINDINGS_LOG_EVENT_LOG_METHODS_H

#include "qprof.h"

struct log_method {
    char *name;
    int *lines;
    int *offsets;
    int count;
    qprof_BranchInfo *branches;
    int branch_count;
    struct log_method *next; /* in the list of all definitions, since frames may name a retired one */
};

/* Return the method with this id, or a stand-in if none is registered. With the lock. */
const struct log_method *log_method_of(qprof_MethodID id);

/* Ask this callback about a method that is entered and not registered, once; NULL = ask none. With the lock. */
void log_ask_by(void (*callback)(qprof_MethodID id));
void log_ask(qprof_MethodID id);

#endif
