/* random.h - calls drawn at random: any function of libqprof, libcprof and libvt, with any argument that C permits.
 *
 * A run has a plan, drawn from its seed: which products take part, how often each function is called, how many threads
 * call, and whether timers interrupt them. Each thread draws its calls from the seed and the thread's number. The
 * kernel decides which thread goes first and where a timer strikes, so a failure may need a few repetitions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct draw {
    uint64_t state;
};

/* Return the next random number, by splitmix64. Any seed is good. */
static inline uint64_t draw_word(struct draw *draw)
{
    uint64_t word = draw->state += 0x9e3779b97f4a7c15u;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}

/* Return a random number below a bound, which must not be 0. */
static inline unsigned draw_below(struct draw *draw, unsigned bound)
{
    return (unsigned)(draw_word(draw) % bound);
}

/* Load the libraries at these paths; libvt is linked. Exit on failure. */
void calls_load(const char *qprof, const char *cprof);

/* Draw the frequency of each function in this run, and the products that take part. Call it before any thread
 * starts. */
void calls_plan(struct draw *draw);

/* Begin a run of each product of the plan. calls_end ends all runs. */
void calls_begin(struct draw *draw);
void calls_end(void);

/* Make one random call. If `in_handler`, draw only events. Return the function's name. */
const char *calls_make(struct draw *draw, bool in_handler);

/* Return true if the current call is made by a signal handler, or by a callback during such a call. */
bool calls_are_in_handler(void);
