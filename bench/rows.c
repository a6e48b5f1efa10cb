/* The rows of doc/benchmarks.md for libqprof and libcprof: bench_rows DIRECTORY-OF-LIBRARIES DATA-DIRECTORY
 * [PART-OF-A-ROW'S-NAME] */
#include "events.h"
#include "row.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALLS   200000
#define METHODS 2000

static const char *libraries;
static const char *data;
static struct events events;

static void start(const char *library, int virtual_threads, const char *more)
{
    char path[4096];
    char options[8192];
    snprintf(path, sizeof path, "%s/lib%s.so", libraries, library);
    snprintf(options, sizeof options, "-quiet -data-file=%s/bench.%%n.qii %s", data, more);
    if (qii_load(&qii, path) != 0) {
        fprintf(stderr, "bench: %s\n", qii.error);
        exit(1);
    }
    qprof_InitInfo info = {0, options, NULL, virtual_threads};
    if (qii.initialize_ex(&info) < 0)
        exit(1);
    qprof_LineInfo lines[16];
    for (int i = 0; i < 16; i++)
        lines[i] = (qprof_LineInfo){i, i + 1};
    for (qprof_MethodID method = 1; method <= METHODS; method++)
        qii.register_method_id(method, "method", NULL, 0, "bench.toy", lines, 16);
}

static void stop(void)
{
    qii.shutdown();
    qii_unload(&qii);
    events_free(&events);
}

/* ---- what rows run ----------------------------------------------------------------------------------------- */

static void floor_clock(void)
{
    events_play_clock(&events);
}

static void play(void)
{
    events_play(&events);
}

static void play_vt(void)
{
    events_play_vt(&events);
}

static void row_events(const char *name, const char *goal, double calls, void (*candidate)(void))
{
    const struct row row = {name, goal, "R", calls, 0, floor_clock, candidate};
    row_run(&row);
}

/* 25 multiplications that wait for each other: about what a small method does. */
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
    struct events pair = {(struct event[]){{1, 1, 0}, {0, 1, 0}}, 2};
    for (int i = 0; i < CALLS; i++)
        events_play_clock(&pair);
}

static void empty_calls(void)
{
    events_play_empty(&events);
}

/* ---- the rows ------------------------------------------------------------------------------------------------ */

static void rows_of_calls(void)
{
    start("qprof", 0, "");
    events_walk(&events, 50, 19, CALLS);
    row_events("entry + exit, tree of 50 functions, depth 19", "≤ 1.10 R", CALLS, play);
    const struct row beside = {
        "the same beside 25 dependent multiplies", "≤ +3.7 ns", "ns", CALLS, 1, work_clock, work_events};
    row_run(&beside);
    const struct row two = {
        "two threads at once, over two that read the clock", "≤ 1.15 R", "R", CALLS, 0, two_clock, two_play};
    row_run(&two);
    qii.stop_recording_data();
    row_events("paused", "≤ 0.4 R", CALLS, play);
    stop();
    const struct row off = {
        "off (after shutdown)", "≤ 1.4 of an empty call", "of an empty call", CALLS, 0, empty_calls, play};
    start("qprof", 0, "");
    events_walk(&events, 50, 19, CALLS);
    qii.shutdown();
    row_run(&off);
    stop();
}

static void rows_of_trees(void)
{
    start("qprof", 0, "");
    events_wide(&events, 1024, CALLS, 0);
    row_events("one parent with 1024 children, in turn", "≤ 1.25 R", CALLS, play);
    events_free(&events);
    events_wide(&events, 1024, CALLS, 1);
    row_events("one parent with 1024 children, in random order", "≤ 1.25 R", CALLS, play);
    events_free(&events);
    events_every_path(&events, 70);
    row_events("350,000 nodes", "≤ 1.25 R", 70.0 * 70 * 70 + 70 * 70 + 70, play);
    stop();
}

static void rows_of_blocks(void)
{
    start("qprof", 0, "");
    qii.record_fn_entry(1, 101);
    const struct row counts = {"bb_counts", "≤ 0.12 R", "R", CALLS, 0, reads, blocks};
    row_run(&counts);
    const struct row times = {"bb_time", "≤ 0.55 R", "R", CALLS, 0, reads, block_times};
    row_run(&times);
    stop();
    start("cprof", 0, "");
    events_walk(&events, 50, 19, CALLS);
    row_events("libcprof: entry + exit", "≤ 0.35 R", CALLS, play);
    stop();
}

static void row_of_switches(const char *name, const char *goal, uint32_t threads, uint32_t pairs, size_t calls)
{
    if (!row_is_chosen(name))
        return;
    start("qprof", 1, "-max-data-size=8G");
    events_switching(&events, threads, pairs, calls);
    row_events(name, goal, (double)calls, play_vt);
    stop();
}

/* A resumer and the virtual threads that it resumes in turn, all with an open method. */
#define RESUMER 1
#define RESUMED 1000 /* first id */

static uint32_t resumed; /* how many */

static void floor_pair(void)
{
    static struct event pair[] = {{1, 1, 0}, {0, 1, 0}};
    const struct events events_of_pair = {pair, 2};
    for (int i = 0; i < CALLS; i++)
        events_play_clock(&events_of_pair);
}

static void switch_there_and_back(void)
{
    for (uint32_t i = 0; i < CALLS; i++) {
        VthreadID id = RESUMED + i % resumed;
        qii.vthread_switch(RESUMER, QPROF_REASON_BLOCKED, id);
        qii.vthread_switch(id, QPROF_REASON_WAITING, RESUMER);
    }
}

static void suspend_and_resume(void)
{
    for (uint32_t i = 0; i < CALLS; i++) {
        VthreadID id = RESUMED + i % resumed;
        qii.vthread_suspend(RESUMER, QPROF_REASON_BLOCKED);
        qii.vthread_resume(id);
        qii.vthread_suspend(id, QPROF_REASON_WAITING);
        qii.vthread_resume(RESUMER);
    }
}

/* One after the other: made, named, switched to, a call, ended. */
static void short_lives(void)
{
    static VthreadID id = 1000000;
    for (uint32_t i = 0; i < CALLS; i++) {
        id++;
        qii.thread_create_vt(id, id);
        qii.set_thread_name_vt("short", id);
        qii.vthread_switch(RESUMER, QPROF_REASON_BLOCKED, id);
        qii.record_fn_entry_vt(1, 1, id);
        qii.record_fn_exit_vt(0, id);
        qii.thread_destroy_vt(id);
        qii.vthread_resume(RESUMER);
    }
}

static void row_of_resumer(const char *name, const char *goal, uint32_t count, void (*candidate)(void))
{
    if (!row_is_chosen(name))
        return;
    start("qprof", 1, "");
    resumed = count;
    for (VthreadID id = RESUMED; id < RESUMED + count; id++)
        qii.record_fn_entry_vt(2, 1, id);
    qii.record_fn_entry_vt(2, 1, RESUMER);
    const struct row row = {name, goal, "R", CALLS, 0, floor_pair, candidate};
    row_run(&row);
    stop();
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fputs("usage: bench_rows DIRECTORY-OF-LIBRARIES DATA-DIRECTORY [PART-OF-A-ROW'S-NAME]\n", stderr);
        return 2;
    }
    libraries = argv[1];
    data = argv[2];
    row_choose(argv[3]);
    rows_of_calls();
    rows_of_trees();
    rows_of_blocks();
    row_of_switches("_vt pair, no switch", "≤ 1.1 R", 1, 1, CALLS);
    row_of_switches("_vt pair, every 8th event on another of 10,000", "≤ 1.4 R", 10000, 4, CALLS);
    row_of_resumer("vthread_switch to another and back", "≤ 2 R", 1, switch_there_and_back);
    row_of_resumer("vthread_switch to each of 10,000 and back", "none", 10000, switch_there_and_back);
    row_of_resumer("vthread_suspend and _resume, to another and back", "≤ 3.5 R", 1, suspend_and_resume);
    row_of_resumer("life of a virtual thread: made, named, resumed, a call, ended", "none", 1, short_lives);
    row_of_switches("_vt pair, every 8th event on another of 1,000,000", "≤ 4 R", 1000000, 4, 4000000);
    return 0;
}
