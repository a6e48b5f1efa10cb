/* random_turns.h - which threads may use a virtual thread at a time, drawn per run.
 *
 * apart: each thread has its own virtual threads.
 *
 * in turns: threads share virtual threads, one thread at a time, as under a correct scheduler. A virtual thread moves
 * to another thread without notice.
 *
 * at once: threads use the same virtual threads at the same time, which no client may do. */
#pragma once

#include "tests/stress/random.h"

#include <stdint.h>

enum sharing { SHARING_APART, SHARING_IN_TURNS, SHARING_AT_ONCE, SHARINGS };

/* Set the sharing for the whole run, before any thread starts. */
void turns_plan(enum sharing sharing);

/* Return the name of a sharing; return the sharing with a name, or SHARINGS if there is none. */
const char *turns_words(enum sharing sharing);
enum sharing turns_by_words(const char *words);

/* turns_set_thread sets the calling thread's number. In a forked child, turns_forked makes all virtual threads free. */
void turns_set_thread(unsigned number);
void turns_forked(void);

/* Return the id to use in place of a drawn id. In turns, that virtual thread belongs to the calling thread until
 * turns_end. If another thread has it, return an id that only the calling thread uses. */
uintptr_t turns_take(uintptr_t id);

/* Begin a call; end it. Calls nest: a signal handler or a callback may make calls during a call. */
struct turns_call {
    unsigned held;
    bool unnamed;
};
struct turns_call turns_begin(void);
void turns_end(struct turns_call call);

/* Record that the current call acts on the thread's mounted virtual thread: no signal handler may change which one is
 * mounted until turns_end. Return whether the caller must first resume a virtual thread of the calling thread. */
bool turns_need_current(void);

/* Return whether a signal handler may make calls now. */
bool turns_may_interrupt(void);
