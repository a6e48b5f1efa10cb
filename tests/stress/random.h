/* random.h - random calls: any function of libqprof, libcprof and libvt, with any argument that C permits.
 *
 * The seed of a run determines which products are used, how often each function is called, how many threads make calls,
 * and whether timers interrupt the threads. Each thread draws its calls from the seed and its own number. The order of
 * the threads and the moments of timer signals depend on the kernel, so it may take several runs with the same seed to
 * repeat a failure. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct draw {
    uint64_t state;
};

/* Return the next random number, by the splitmix64 generator. It needs no special seed. */
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

/* Load libqprof and libcprof from these paths. On failure, exit. libvt needs no loading, since it is linked. */
void calls_load(const char *qprof, const char *cprof);

/* Draw the products that this run uses, and the frequency of each function. Call this before any thread starts. */
void calls_plan(struct draw *draw);

/* calls_begin begins a run of each product that was drawn. calls_end ends the runs of all products. */
void calls_begin(struct draw *draw);
void calls_end(void);

/* Make one random call. If `in_handler` is true, call only functions that record events. Return the function's name. */
const char *calls_make(struct draw *draw, bool in_handler);

/* Return true if the current call is made by a signal handler, or by a callback during such a call. */
bool calls_are_in_handler(void);
