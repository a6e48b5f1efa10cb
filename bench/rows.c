/* The rows of doc/benchmarks.md for libqprof and libcprof: bench_rows DIRECTORY-OF-LIBRARIES DATA-DIRECTORY
 * [PART-OF-A-ROW'S-NAME] */
#include "events.h"
#include "row.h"

#include <pthread.h>
#include <stddef.h>

#define CALLS   200000
#define METHODS 2000

static struct events events;

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

/* A resumer and the virtual threads that it resumes in turn, all with an open method. */
#define RESUMER 1
#define RESUMED 1000 /* first id */

static uint32_t resumed; /* how many */

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

/* ---- what stands before them ------------------------------------------------------------------------------- */

static void start(const char *library, bool virtual_threads)
{
    qprof_LineInfo lines[16];
    for (int i = 0; i < 16; i++)
        lines[i] = (qprof_LineInfo){i, i + 1};
    events_start(library, "bench.qii", virtual_threads);
    for (qprof_MethodID method = 1; method <= METHODS; method++)
        qii.register_method_id(method, "method", NULL, 0, "bench.toy", lines, 16);
}

static void method_open(uint32_t method)
{
    start("qprof", false);
    qii.record_fn_entry(method, 101);
}

static void walk(uint32_t functions)
{
    start("qprof", false);
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
    start("cprof", false);
    events_walk(&events, functions, 19, CALLS);
}

static void wide_in_turn(uint32_t children)
{
    start("qprof", false);
    events_wide(&events, children, CALLS, false);
}

static void wide_at_random(uint32_t children)
{
    start("qprof", false);
    events_wide(&events, children, CALLS, true);
}

static void every_path(uint32_t fan)
{
    start("qprof", false);
    events_every_path(&events, fan);
}

/* Where there are several, every 8th event is on another one. */
static void switching(uint32_t threads)
{
    start("qprof", true);
    events_switching(&events, threads, threads > 1 ? 4 : 1, threads > CALLS ? 4 * (size_t)threads : CALLS);
}

static void with_resumed(uint32_t count)
{
    start("qprof", true);
    resumed = count;
    for (VthreadID id = RESUMED; id < RESUMED + count; id++)
        qii.record_fn_entry_vt(2, 1, id);
    qii.record_fn_entry_vt(2, 1, RESUMER);
}

/* ---- the rows ------------------------------------------------------------------------------------------------ */

static const struct {
    void (*prepare)(uint32_t number);
    uint32_t number;
    struct row row;
} runs[] = {
    {walk, 50, {"entry + exit, tree of 50 functions, depth 19", "≤ 1.10 R", "R", floor_clock, play}},
    {walk, 50, {"the same beside 25 dependent multiplies", "≤ +3.7 ns", "ns", work_clock, work_events}},
    {walk, 50, {"two threads at once, over two that read the clock", "≤ 1.15 R", "R", two_clock, two_play}},
    {walk_paused, 50, {"paused", "≤ 0.4 R", "R", floor_clock, play}},
    {walk_off, 50, {"off (after shutdown)", "≤ 1.4 of an empty call", "of an empty call", empty_calls, play}},
    {wide_in_turn, 1024, {"one parent with 1024 children, in turn", "≤ 1.25 R", "R", floor_clock, play}},
    {wide_at_random, 1024, {"one parent with 1024 children, in random order", "≤ 1.25 R", "R", floor_clock, play}},
    {every_path, 70, {"350,000 nodes", "≤ 1.25 R", "R", floor_clock, play}},
    {method_open, 1, {"bb_counts", "≤ 0.12 R", "R", reads, blocks}},
    {method_open, 1, {"bb_time", "≤ 0.55 R", "R", reads, block_times}},
    {walk_counted, 50, {"libcprof: entry + exit", "≤ 0.35 R", "R", floor_clock, play}},
    {switching, 1, {"_vt pair, no switch", "≤ 1.1 R", "R", floor_clock, play_vt}},
    {switching, 10000, {"_vt pair, every 8th event on another of 10,000", "≤ 1.4 R", "R", floor_clock, play_vt}},
    {with_resumed, 1, {"vthread_switch to another and back", "≤ 2 R", "R", reads, switch_there_and_back}},
    {with_resumed, 10000, {"vthread_switch to each of 10,000 and back", "none", "R", reads, switch_there_and_back}},
    {with_resumed, 1, {"vthread_suspend and _resume, to another and back", "≤ 3.5 R", "R", reads, suspend_and_resume}},
    {with_resumed,
     1,
     {"life of a virtual thread: made, named, resumed, a call, ended", "none", "R", reads, short_lives}},
    {switching, 1000000, {"_vt pair, every 8th event on another of 1,000,000", "≤ 4 R", "R", floor_clock, play_vt}},
};

int main(int argc, char **argv)
{
    row_choose(row_begin(argc, argv, "[PART-OF-A-ROW'S-NAME]"));
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (!row_is_chosen(&runs[i].row))
            continue;
        runs[i].prepare(runs[i].number);
        row_run(&runs[i].row, events.count ? (double)events.count / 2 : CALLS);
        qii.shutdown();
        qii_unload(&qii);
        events_free(&events);
    }
    return 0;
}
