/* event_log_methods.h - registered methods. Callers of all functions hold the lock of the log. */
#pragma once

#include "qprof.h"

struct log_method {
    char *name;
    qprof_LineInfo *table;
    int count;
    qprof_BranchInfo *branches;
    int branch_count;
    struct log_method *next; /* next in the list of all methods; none is freed, since frames refer to retired methods */
};

/* Return the method with this id. If no method has it, return a method with the name "unregistered method (WRONG)". */
const struct log_method *log_method_of(qprof_MethodID id);

/* Callback that the client passed at the start of the run, for methods that are not registered; NULL = none. */
extern void (*log_callback)(qprof_MethodID id);

/* If the method is not registered, call the client's callback, but only once for each id. */
void log_call_back(qprof_MethodID id);
