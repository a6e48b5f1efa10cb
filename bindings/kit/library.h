/* library.h - libqprof or libcprof inside the process, shared by all interpreters that a binding records in it.
 *
 * The first interpreter loads and starts the library, others join it, the last one ends it; so does the end of the
 * process. A binding has a copy of this in it: two bindings in one process share nothing.
 *
 *                 any thread may call    with the lock
 *   join, leave   yes                    taken inside, while the binding's functions are called too
 *   new_thread    yes                    not needed
 *   qii           yes, between join and leave
 *
 * The lock is recursive: what runs with it may make the interpreter call the binding again. */
#ifndef KIT_LIBRARY_H
#define KIT_LIBRARY_H

#include <stdbool.h>

#include "settings.h"
#include "qii_load.h"

#ifdef __cplusplus
extern "C" {
#endif

struct kit_function;

/* What a binding brings. The functions are called with the lock; each may be NULL. */
struct kit_binding {
    bool virtual_threads;      /* events name virtual threads: the _vt calls */
    const char *other_library; /* what join says where interpreters ask for different libraries; NULL = a default */
    /* What the library lacks of the functions beyond QII that the binding needs, as one line; NULL = nothing. */
    const char *(*lacks)(const struct qii *qii);
    /* A function is entered that the library does not know yet: register it, by kit_function_register. For frames.h. */
    void (*define)(struct kit_function *function, VthreadID caller);
    /* The run has begun. */
    void (*begins)(const struct kit_settings *settings);
    /* The run is going to end: what was never met is told now. Any thread may call this while others still record. */
    void (*ends)(void);
};

struct kit_library {
    struct qii qii;
    const struct kit_binding *binding; /* of the run */
    bool lines;                        /* it wants to know of lines */
    bool times;                        /* it times them, so that it matters when something is told */
    bool branches;                     /* functions are registered with theirs */
    unsigned term;                     /* the library still knows what it was told in this term; never 0 */
    unsigned run;                      /* number of the run, 0 = none; written atomically */
};

extern struct kit_library kit_library;

void kit_library_lock(void);
void kit_library_unlock(void);

/* Load and start the library as settings ask for, or join those that use it: settings that name no library and say
 * nothing of coverage go with any, others with the same one alone. branches says whether the binding can
 * count them; they are where the library counts lines and does not time them. Returns NULL, or what went wrong. */
const char *kit_library_join(const struct kit_binding *binding, const struct kit_settings *settings, bool branches);

/* An interpreter ends its recording. The last one ends the run, in the name of virtual thread `caller`. Returns whether
 * others record on. */
bool kit_library_leave(VthreadID caller);

/* A number for a virtual thread, for interpreters that use addresses again. */
VthreadID kit_library_new_thread(void);

/* Whether the library knows what was told in a term; 0 = never told. */
static inline bool kit_library_knows(unsigned term)
{
    return term == kit_library.term;
}

#ifdef __cplusplus
}
#endif

#endif
