/* virtuals.h - the virtual threads of a sampled run: which one runs on each thread, and their names.
 *
 * Virtual threads of which no sample is taken cost nothing in the data file. */
#pragma once

#include <qprof.h>
#include <stdbool.h>

#include "bindings/jvm/sample/open_rows.h"

struct qjvm_virtual; /* a living virtual thread, or one that ended and has samples in slots */

/* Return true if samples are taken; then call the functions below instead of those of the library. */
bool qjvm_virtuals_are_sampled(void);

/* Begin to sample; end to send the ends of threads to the recorder thread; and, when the library has ended the run,
 * stop completely. */
void qjvm_virtuals_start(void);
void qjvm_virtuals_stop(void);
void qjvm_virtuals_leave(void);

/* A virtual thread was created, whose name may be NULL. */
void qjvm_virtuals_create(VthreadID id, const char *name);

/* The virtual thread that runs on the calling thread ends. */
void qjvm_virtuals_destroy(VthreadID id);

/* From now on the calling thread runs this virtual thread, 0 = none. */
void qjvm_virtuals_run(VthreadID id);

/* Another thread makes a suspended virtual thread runnable. */
void qjvm_virtuals_wake(VthreadID id);

/* Return the open rows of the virtual thread that runs on the calling thread; NULL if there is none. */
struct qjvm_open_rows *qjvm_virtuals_rows(void);

/* Return the virtual thread that runs on the calling thread, for a sample; NULL if there is none. Async-signal-safe. */
struct qjvm_virtual *qjvm_virtuals_sample(void);

/* For the recorder thread: return the id of a sampled virtual thread, which the library then knows by its name; and end
 * one after its last sample. */
VthreadID qjvm_virtual_id(struct qjvm_virtual *thread);
void qjvm_virtual_free(struct qjvm_virtual *thread);
