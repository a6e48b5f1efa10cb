/* random_turns.h - which threads may use a virtual thread at a time, drawn per run.
 *
 *   apart     each thread has virtual threads of its own
 *   in turns  threads share virtual threads, one thread at a time: what a correct scheduler does. A virtual thread
 * moves to another thread without notice. at once   threads use the same virtual threads at the same time, which no
 * client may */
#pragma once

#include "tests/stress/random.h"

#include <stdint.h>

enum sharing { SHARING_APART, SHARING_IN_TURNS, SHARING_AT_ONCE, SHARINGS };

/* Choose the sharing for the whole run, before any thread starts. */
void turns_plan(enum sharing sharing);

/* Return the name of a sharing; return the sharing of a name, SHARINGS if there is none. */
const char *turns_words(enum sharing sharing);
enum sharing turns_by_words(const char *words);

/* Set the calling thread's number. In a forked child, all virtual threads become free. */
void turns_set_thread(unsigned number);
void turns_forked(void);

/* Return the virtual thread to use in place of the drawn one. In turns it belongs to the calling thread until
 * turns_end; if another thread has it, return one that only the calling thread uses. */
uintptr_t turns_take(uintptr_t id);

/* Begin a call, possibly within another one, in a signal handler or a callback; end it. */
struct turns_call {
    unsigned held;
    bool unnamed;
};
struct turns_call turns_begin(void);
void turns_end(struct turns_call call);

/* Note that the call acts on the calling thread's current virtual thread: until turns_end no signal handler may change
 * that. Return whether a virtual thread of the calling thread must be resumed first. */
bool turns_need_current(void);

/* Return whether a signal handler may make calls now. */
bool turns_may_interrupt(void);
