/* library.h - libqprof or libcprof in this process, shared by all interpreters that a binding records.
 *
 * The first interpreter loads and starts the library, others join it. The run ends with the last interpreter or with
 * the process. Each binding contains a copy of this module: two bindings in one process share nothing.
 *
 *                 any thread may call    lock
 *   join, leave   yes                    taken inside, and held while the binding's functions are called
 *   new_thread    yes                    not needed
 *   qii           yes, between join and leave
 *
 * The lock is recursive: code that holds it may make the interpreter call the binding again. */
#pragma once

#include <stdbool.h>

#include "settings.h"
#include "qii_load.h"

__BEGIN_DECLS

struct kit_function;

/* Callbacks and properties of a binding. The functions are called with the lock held; each may be NULL. */
struct kit_binding {
    bool virtual_threads;      /* events name virtual threads: the _vt calls */
    const char *other_library; /* error message if interpreters request different libraries; NULL = a default */
    /* Return a message if the library lacks optional functions that the binding needs, else NULL. */
    const char *(*lacks)(const struct qii *qii);
    /* Register a function that is entered for the first time, with kit_function_register. Called by frames.h. */
    void (*define)(struct kit_function *function, VthreadID caller);
    /* The run has begun. */
    void (*begins)(const struct kit_settings *settings);
    /* The run is about to end: register functions not seen so far. Any thread may call this while others record. */
    void (*ends)(void);
};

struct kit_library {
    struct qii qii;
    const struct kit_binding *binding; /* of the run */
    bool lines;                        /* the library records lines */
    bool times;                        /* the library times events, so they must be reported when they happen */
    bool branches;                     /* functions are registered with their branches */
    unsigned generation;               /* registrations of this generation are valid, earlier ones are not; never 0 */
    unsigned run;                      /* number of the run, 0 = none; written atomically */
};

extern struct kit_library kit_library;

void kit_library_lock(void);
void kit_library_unlock(void);

/* Load and start the library that the settings request, or join its other users. Settings without library and cover
 * join any library, others only the same library. branches: the binding can count branches; they are counted if the
 * library counts lines and does not time them. Return NULL or an error message. */
const char *kit_library_join(const struct kit_binding *binding, const struct kit_settings *settings, bool branches);

/* End an interpreter's recording. The last one ends the run, on virtual thread `caller`. Return whether others continue
 * to record. */
bool kit_library_leave(VthreadID caller);

/* Return a new number for a virtual thread, for interpreters that reuse addresses. */
VthreadID kit_library_new_thread(void);

/* Return whether registrations of a generation are valid; 0 = never registered. */
static inline bool kit_library_knows(unsigned generation)
{
    return generation == kit_library.generation;
}

__END_DECLS
