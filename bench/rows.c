/* rows.c - the rows of doc/benchmarks.md for libqprof and libcprof.
 *
 * usage: bench_rows DIRECTORY-OF-LIBRARIES DATA-DIRECTORY [PART-OF-A-ROW'S-NAME] */
#include "events.h"
#include "runs.h"

#include <pthread.h>
#include <stddef.h>

#define CALLS   200000
#define METHODS 2000

static struct events events;

/* ---- bodies of the rows ------------------------------------------------------------------------------------ */

static void floor_clock(void)
{
    events_play_clock(&events);
}

static void play(void)
{
    events_play(&events);
}

/* The work of a small method: 25 multiplications, each of which depends on the previous one. */
static volatile uint64_t seed = 3;
static volatile uint64_t result;

static inline uint64_t work(uint64_t x)
{
    for (int i = 0; i < 25; i++) {
        x *= 0x9e3779b97f4a7c15u;
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}

static void work_clock(void)
{
    struct events one = {(struct event[]){{1, 1, 0}}, 1};
    for (int i = 0; i < CALLS; i++) {
        events_play_clock(&one);
        result = work(seed);
        events_play_clock(&one);
    }
}

static void work_events(void)
{
    struct events in = {(struct event[]){{2, 102, 0}}, 1};
    struct events out = {(struct event[]){{0, 101, 0}}, 1};
    qii.record_fn_entry(1, 101);
    for (int i = 0; i < CALLS; i++) {
        events_play(&in);
        result = work(seed);
        events_play(&out);
    }
    qii.record_fn_exit(0);
}

static void on_two_threads(void *(*run)(void *))
{
    pthread_t other;
    pthread_create(&other, NULL, run, NULL);
    run(NULL);
    pthread_join(other, NULL);
}

static void *thread_clock(void *unused)
{
    floor_clock();
    return unused;
}

static void *thread_play(void *unused)
{
    play();
    return unused;
}

static void two_clock(void)
{
    on_two_threads(thread_clock);
}

static void two_play(void)
{
    on_two_threads(thread_play);
}

static void blocks(void)
{
    for (int i = 0; i < CALLS; i++)
        qii.record_bb_counts(i & 15, 1);
}

static void block_times(void)
{
    for (int i = 0; i < CALLS; i++)
        qii.record_bb_time(i & 15);
}

static void reads(void)
{
    events_read_clock(CALLS);
}

static void empty_calls(void)
{
    events_play_empty(&events);
}

/* ---- setup ------------------------------------------------------------------------------------------------- */

static void start(const char *library)
{
    qprof_LineInfo lines[16];
    for (int i = 0; i < 16; i++)
        lines[i] = (qprof_LineInfo){i, i + 1};
    events_start(library, "bench.qii", false);
    for (qprof_MethodID method = 1; method <= METHODS; method++)
        qii.register_method_id(method, "method", NULL, 0, "bench.toy", lines, 16);
}

static void method_open(uint32_t method)
{
    start("qprof");
    qii.record_fn_entry(method, 101);
}

static void walk(uint32_t functions)
{
    start("qprof");
    events_walk(&events, functions, 19, CALLS);
}

static void walk_paused(uint32_t functions)
{
    walk(functions);
    qii.stop_recording_data();
}

static void walk_off(uint32_t functions)
{
    walk(functions);
    qii.shutdown();
}

static void walk_counted(uint32_t functions)
{
    start("cprof");
    events_walk(&events, functions, 19, CALLS);
}

static void wide_in_turn(uint32_t children)
{
    start("qprof");
    events_wide(&events, children, CALLS, false);
}

static void wide_at_random(uint32_t children)
{
    start("qprof");
    events_wide(&events, children, CALLS, true);
}

static void every_path(uint32_t fan)
{
    start("qprof");
    events_every_path(&events, fan);
}

/* ---- the rows ------------------------------------------------------------------------------------------------ */

static const struct run runs[] = {
    {walk, 50, PAIRS, {"entry + exit, tree of 50 functions, depth 19", "≤ 1.10 R", "R", floor_clock, play, NULL}},
    {walk, 50, PAIRS, {"the same beside 25 dependent multiplies", "≤ +3.7 ns", "ns", work_clock, work_events, NULL}},
    {walk,
     50,
     PAIRS,
     {"two threads at once, over two that read the clock", "≤ 1.15 R", "R", two_clock, two_play, NULL}},
    {walk_paused, 50, PAIRS, {"paused", "≤ 0.4 R", "R", floor_clock, play, NULL}},
    {walk_off,
     50,
     PAIRS,
     {"off (after shutdown)", "≤ 1.4 of an empty call", "of an empty call", empty_calls, play, NULL}},
    {wide_in_turn, 1024, PAIRS, {"one parent with 1024 children, in turn", "≤ 1.25 R", "R", floor_clock, play, NULL}},
    {wide_at_random,
     1024,
     PAIRS,
     {"one parent with 1024 children, in random order", "≤ 1.25 R", "R", floor_clock, play, NULL}},
    {every_path, 70, PAIRS, {"350,000 nodes", "≤ 1.25 R", "R", floor_clock, play, NULL}},
    {method_open, 1, CALLS, {"bb_counts", "≤ 0.12 R", "R", reads, blocks, NULL}},
    {method_open, 1, CALLS, {"bb_time", "≤ 0.55 R", "R", reads, block_times, NULL}},
    {walk_counted, 50, PAIRS, {"libcprof: entry + exit", "≤ 0.35 R", "R", floor_clock, play, NULL}},
};

int main(int argc, char **argv)
{
    return runs_main(argc, argv, runs, sizeof runs / sizeof *runs, &events);
}
