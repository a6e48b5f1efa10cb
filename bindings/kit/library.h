/* library.h - libqprof or libcprof in this process, shared by all interpreters that a binding records.
 *
 * The first interpreter loads and starts the library; later ones join its run. The run ends when the last interpreter
 * leaves it, or when the process ends. Each binding contains a copy of this module: two bindings in one process share
 * nothing.
 *
 *                 any thread may call    lock
 *   join, leave   yes                    taken inside, and held while the binding's functions are called
 *   new_thread    yes                    not needed
 *   qii           yes, between join and leave
 *
 * The lock is recursive: while a thread holds it, the interpreter may call the binding again. */
#pragma once

#include <stdbool.h>

#include "settings.h"
#include "qii_load.h"

__BEGIN_DECLS

struct kit_function;

/* Callbacks and properties of a binding. The functions are called with the lock held, unless noted; each may be NULL.
 */
struct kit_binding {
    bool virtual_threads;      /* events name their virtual thread, so the library's functions with _vt are called */
    bool until_unload;         /* the run does not end at exit() but when the library is unloaded, after the program's
                                * destructors; `ends` is not called then */
    const char *other_library; /* error message if interpreters request different libraries; NULL = a default message */
    /* Return a message if the library lacks optional functions that the binding needs, else NULL. */
    const char *(*lacks)(const struct qii *qii);
    /* Register a function (kit_function_register) that is entered for the first time. Functions of frames.h call this
     * callback. */
    void (*define)(struct kit_function *function, VthreadID caller);
    /* Define a method that is entered without being registered (qprof_InitInfo); called without the lock. */
    void (*unknown)(qprof_MethodID id);
    /* Called when the run has begun. */
    void (*begins)(const struct kit_settings *settings);
    /* Called when the run is about to end: register the functions that were never entered. Any thread may call this
     * callback, while other threads still record. */
    void (*ends)(void);
};

struct kit_library {
    struct qii qii;
    const struct kit_binding *binding; /* binding of the current run */
    bool lines;                        /* the library records lines */
    bool times;                        /* the library times events, so they must be reported when they happen */
    bool branches;                     /* functions are registered with their branches */
    unsigned generation; /* registrations made in this generation are valid, earlier ones are not; never 0 */
    unsigned run;        /* number of the run, 0 = none; written atomically */
};

extern struct kit_library kit_library;

void kit_library_lock(void);
void kit_library_unlock(void);

/* Hold the lock during a fork, so that it is free in the child, and the library is started or not started. The first
 * function waits a second at most: a signal handler may fork. */
void kit_library_before_fork(void);
void kit_library_after_fork(bool is_child);

/* Load the library that the settings request, unless it is loaded already, but do not start it. A binding calls this to
 * use functions of the library before the run begins. Return NULL or an error message. */
const char *kit_library_load(const struct kit_binding *binding, const struct kit_settings *settings);

/* Load and start the library that the settings request. If another interpreter records already, join its run
 * instead. If the settings name a library or a kind of coverage, the run must use the library that they request.
 * Otherwise the run may use any library. `branches` is true if the binding can count branches. Branches are counted if
 * the library counts lines and does not time them. Return NULL or an error message. */
const char *kit_library_join(const struct kit_binding *binding, const struct kit_settings *settings, bool branches);

/* End the recording of one interpreter. If it is the last one, end the run, on virtual thread `caller`. Return whether
 * other interpreters continue to record. */
bool kit_library_leave(VthreadID caller);

/* Return a new number for a virtual thread. Use it in an interpreter that may create a thread at the address of an
 * earlier thread, because there an address identifies no thread. */
VthreadID kit_library_new_thread(void);

/* Return whether registrations made in this generation are still valid. A generation of 0 stands for no
 * registration. */
static inline bool kit_library_knows(unsigned generation)
{
    return generation == kit_library.generation;
}

__END_DECLS
