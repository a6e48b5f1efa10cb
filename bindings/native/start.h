/* start.h - the recorder in a program that was started by `qii run`, shared by all interfaces (instrument, ompt, ...).
 *
 * An interface calls native_records() before each event. The first event starts the recorder: a program that uses no
 * interface has no data file, only a message at its end. Once it records, an interface calls the functions of
 * kit_library.qii. */
#pragma once

#include <stdbool.h>

#include "bindings/kit/library.h"

enum native_state {
    NATIVE_NEW, /* not started yet */
    NATIVE_RECORDS,
    NATIVE_OFF /* not started by `qii run`, or the recorder could not be started */
};

extern int native_state; /* written atomically */

/* Start the recorder. Return whether it records. In the thread that is starting it, return false. */
bool native_begin(void);

/* Return whether events are recorded. Any thread may call this. */
static inline bool native_records(void)
{
    int state = __atomic_load_n(&native_state, __ATOMIC_ACQUIRE);
    return state == NATIVE_RECORDS || (state == NATIVE_NEW && native_begin());
}

/* Return "cpu" or "wall" if the program is to be recorded by samples on that clock; then interfaces record nothing.
 * Return NULL if it is not. */
const char *native_sampling(void);

/* Start the recorder for samples. Return whether it records. */
bool native_begin_samples(const struct kit_binding *binding);

/* Return whether `qii run` started this program, without starting the recorder. Any thread may call this, even before
 * the constructors of this library have run. */
bool native_is_launched(void);

/* In a child of the recorded program, print nothing more by calls of this thread, and return true. */
bool native_mute_child(void);

/* End the run, if this process has one and the calling thread is in no signal handler, where the run cannot be ended.
 */
void native_end(void);

/* Return whether this is the process of the run, and not a child that it forked. */
bool native_is_own_process(void);

/* End the run as native_end() does, before the process becomes another program or continues as another process. A
 * message names that if it will not be recorded, unless a run with --quiet has just ended. */
void native_end_before(const char *next);

/* Add a note to the run (qprof_add_annotation), and free its text; NULL = out of memory, no note. */
void native_annotate(char *text);
