/* virtuals.h - the virtual threads of a sampled run: which one runs on each thread, and their names.
 *
 * Virtual threads of which no sample is taken cost nothing in the data file. */
#pragma once

#include <qprof.h>
#include <stdbool.h>

/* Return whether samples are taken, so that the functions below are to be called instead of those of the library. */
bool qjvm_virtuals_are_sampled(void);
void qjvm_virtuals_set_sampled(bool sampled);

/* A virtual thread was created; the name may be NULL. It ends on the calling thread. */
void qjvm_virtuals_create(VthreadID id, const char *name);
void qjvm_virtuals_destroy(VthreadID id);

/* From now on the calling thread runs this virtual thread, 0 = none. */
void qjvm_virtuals_run(VthreadID id);

/* Return the virtual thread that runs on the calling thread. Async-signal-safe. */
VthreadID qjvm_virtuals_running(void);

/* For the recorder thread: return the name of a virtual thread of which the first sample was taken, to be freed; NULL
 * if it has none, or at the next samples. */
char *qjvm_virtuals_take_name(VthreadID id);
