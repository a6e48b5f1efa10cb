/* event_log_methods.h - registered methods. Callers of all functions hold the lock. */
#pragma once

#include "qprof.h"

struct log_method {
    char *name;
    int *lines;
    int *offsets;
    int count;
    qprof_BranchInfo *branches;
    int branch_count;
    struct log_method *next; /* in a list of all, since frames refer to methods that are retired */
};

/* Return the method of this id, or one named "unregistered method (WRONG)". */
const struct log_method *log_method_of(qprof_MethodID id);

/* The client's callback for methods that are not registered, from the start of the run; NULL = none. */
extern void (*log_callback)(qprof_MethodID id);

/* Call the client's callback for a method that is entered, once, if it is not registered. */
void log_call_back(qprof_MethodID id);
