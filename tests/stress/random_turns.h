/* random_turns.h - how system threads share virtual threads. Each run draws one of three ways.
 *
 * apart: each thread has its own virtual threads.
 *
 * in turns: system threads share virtual threads, but only one system thread at a time uses a virtual thread, as with a
 * correct scheduler. The library is not notified when a virtual thread moves to another system thread.
 *
 * at once: several system threads use the same virtual threads at the same time, which is misuse. */
#pragma once

#include "tests/stress/random.h"

#include <stdint.h>

enum sharing { SHARING_APART, SHARING_IN_TURNS, SHARING_AT_ONCE, SHARINGS };

/* Set the sharing for the whole run, before any thread starts. */
void turns_plan(enum sharing sharing);

/* turns_words returns the name of a sharing. turns_by_words returns the sharing with a name, or SHARINGS if no
 * sharing has this name. */
const char *turns_words(enum sharing sharing);
enum sharing turns_by_words(const char *words);

/* turns_set_thread sets the calling thread's number. A forked child calls turns_forked, which releases the virtual
 * threads that its parent's threads held. */
void turns_set_thread(unsigned number);
void turns_forked(void);

/* Return the id to use in place of a drawn id. If threads take turns, the calling thread then holds the virtual
 * thread of that id until turns_end. If another thread holds this virtual thread, return an id that only the calling
 * thread uses. */
uintptr_t turns_take(uintptr_t id);

/* turns_begin begins a call, and turns_end ends it. Calls may be nested: a signal handler or a callback may make
 * calls during a call. */
struct turns_call {
    unsigned held;
    bool unnamed;
};
struct turns_call turns_begin(void);
void turns_end(struct turns_call call);

/* Mark the current call as one that acts on the mounted virtual thread. Until turns_end, no signal handler may mount
 * another one. Return true if the caller must first resume a virtual thread that the calling thread holds. */
bool turns_need_current(void);

/* Return true if a signal handler may make calls now. */
bool turns_may_interrupt(void);
