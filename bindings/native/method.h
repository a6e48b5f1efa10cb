/* method.h - methods of the running program. Any thread may call these functions. Only native_method_register is for
 * signal handlers, too.
 *
 * The id of a function is its address. The ids of other methods (tasks, regions, kernels) are above all addresses. */
#pragma once

#include <stdbool.h>

#include "include/qprof.h"

/* Register the function at this address, or postpone this (postpone.h). The library calls this when the function is
 * first entered. */
void native_method_register(qprof_MethodID id);
void native_method_register_postponed(void);

/* Retire the functions of libraries that were unloaded, and forget their calls. */
void native_method_retire_unloaded(void);

/* Return the id of the method with this name and these flags (QPROF_METHOD_FLAGS_*), which is registered by the first
 * call; 0 if out of memory, or inside such a call. Cost: a hash of the name, a lock and a look-up, so keep the id where
 * possible. */
qprof_MethodID native_method_of_name(const char *name, int flags);

/* As above, for work that the program begins by a call, such as a task. The call's return address identifies it. Its
 * name consists of `kind`, a blank and the function that contains the call; its file and line are those of the call. */
qprof_MethodID native_method_of_call(const char *kind, const void *return_address, int flags);

/* Record a call without duration; 0 = none. */
void native_method_mark(qprof_MethodID id);
