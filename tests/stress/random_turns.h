/* random_turns.h - which threads use a virtual thread at a time, as a run draws it.
 *
 *   apart     each thread has virtual threads of its own
 *   in turns  threads share virtual threads, one thread at a time: what a correct scheduler does. A virtual thread
 * moves to another thread without notice. at once   threads use the same virtual threads at the same time, which no
 * client may */
#ifndef TESTS_STRESS_RANDOM_TURNS_H
#define TESTS_STRESS_RANDOM_TURNS_H

#include "tests/stress/random.h"

#include <stdint.h>

enum sharing { SHARING_APART, SHARING_IN_TURNS, SHARING_AT_ONCE, SHARINGS };

/* Choose for the whole run, before any thread starts. */
void turns_plan(enum sharing sharing);

/* Its name, and the kind of this name, SHARINGS if there is none. */
const char *turns_words(enum sharing sharing);
enum sharing turns_by_words(const char *words);

/* The calling thread has this number from now on; in a forked child, nobody else has any virtual thread. */
void turns_set_thread(unsigned number);
void turns_forked(void);

/* Return the virtual thread to use in place of the one that was drawn: in turns it belongs to the calling thread until
 * turns_end; when another thread has it, a virtual thread of the calling thread alone. */
uintptr_t turns_take(uintptr_t id);

/* A call begins; it may be within another one, in a signal handler or a callback. It ends. */
struct turns_call {
    unsigned held;
    bool unnamed;
};
struct turns_call turns_begin(void);
void turns_end(struct turns_call call);

/* The call acts on what the calling thread runs: until turns_end no signal handler may change that. Returns whether a
 * virtual thread of the calling thread must be resumed first. */
bool turns_need_current(void);

/* Whether a signal handler may make calls now. */
bool turns_may_interrupt(void);

#endif
