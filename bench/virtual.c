/* virtual.c - the rows of doc/benchmarks.md for virtual threads.
 *
 * usage: bench_virtual DIRECTORY-OF-LIBRARIES DATA-DIRECTORY [PART-OF-A-ROW'S-NAME] */
#include "events.h"
#include "runs.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define CALLS   200000
#define METHODS 8

static struct events events;
static uint32_t count; /* number of virtual threads of the row */

/* ---- bodies of the rows ------------------------------------------------------------------------------------ */

static void floor_clock(void)
{
    events_play_clock(&events);
}

static void play_vt(void)
{
    events_play_vt(&events);
}

static void reads(void)
{
    events_read_clock(CALLS);
}

static void reads_each(void)
{
    events_read_clock(count);
}

/* Virtual thread RESUMER resumes the other virtual threads in turn. All of them have an open method. */
#define RESUMER 1
#define RESUMED 1000 /* id of the first virtual thread that RESUMER resumes */

static void switch_there_and_back(void)
{
    for (uint32_t i = 0; i < CALLS; i++) {
        VthreadID id = RESUMED + i % count;
        qii.vthread_switch(RESUMER, QPROF_REASON_BLOCKED, id);
        qii.vthread_switch(id, QPROF_REASON_WAITING, RESUMER);
    }
}

static void suspend_and_resume(void)
{
    for (uint32_t i = 0; i < CALLS; i++) {
        VthreadID id = RESUMED + i % count;
        qii.vthread_suspend(RESUMER, QPROF_REASON_BLOCKED);
        qii.vthread_resume(id);
        qii.vthread_suspend(id, QPROF_REASON_WAITING);
        qii.vthread_resume(RESUMER);
    }
}

/* Run the loop of a scheduler, in which a virtual thread is resumed, runs, and waits again. */
static void resume_and_suspend(void)
{
    for (uint32_t i = 0; i < CALLS; i++) {
        VthreadID id = RESUMED + i % count;
        qii.vthread_resume(id);
        qii.vthread_suspend(id, QPROF_REASON_WAITING);
    }
}

static void suspend_each(void)
{
    for (VthreadID id = RESUMED; id < RESUMED + count; id++) {
        qii.vthread_resume(id);
        qii.vthread_suspend(id, QPROF_REASON_WAITING);
    }
    qii.vthread_resume(RESUMER);
}

static void wake_each(void)
{
    for (VthreadID id = RESUMED; id < RESUMED + count; id++)
        qii.vthread_wake(id);
}

/* Create, name, resume, call and end virtual threads one after the other. */
static void live_and_end(VthreadID first)
{
    for (VthreadID id = first; id < first + CALLS; id++) {
        qii.thread_create_vt(id, id);
        qii.set_thread_name_vt("short", id);
        qii.vthread_resume(id);
        qii.record_fn_entry_vt(1, 1, id);
        qii.record_fn_exit_vt(0, id);
        qii.thread_destroy_vt(id);
    }
}

static void short_lives(void)
{
    live_and_end(1000000);
}

/* ---- on two carriers ----------------------------------------------------------------------------------------- */

static void on_two_threads(void *(*run)(void *))
{
    static int numbers[2] = {0, 1};
    pthread_t other;
    pthread_create(&other, NULL, run, &numbers[1]);
    run(&numbers[0]);
    pthread_join(other, NULL);
}

static void *live_on_one(void *number)
{
    live_and_end(2000000 + (VthreadID) * (int *)number * CALLS);
    return NULL;
}

static void lives_on_two(void)
{
    on_two_threads(live_on_one);
}

#define TURNS 10 /* number of turns of each carrier; in a turn, it runs half of the virtual threads */

static pthread_barrier_t turn;
static bool swaps; /* the carriers exchange their halves after each turn */

static void *take_turns(void *number)
{
    int half = *(int *)number;
    VthreadID before = 0;
    for (int i = 0; i < TURNS; i++, half ^= swaps) {
        pthread_barrier_wait(&turn);
        for (VthreadID id = RESUMED + (VthreadID)half; id < RESUMED + count; id += 2) {
            if (before)
                qii.vthread_switch(before, QPROF_REASON_WAITING, id);
            else
                qii.vthread_resume(id);
            qii.record_fn_entry_vt(1, 2, id);
            qii.record_fn_exit_vt(1, id);
            before = id;
        }
        qii.vthread_suspend(before, QPROF_REASON_WAITING);
        before = 0;
    }
    return NULL;
}

static void keep_halves(void)
{
    swaps = false;
    on_two_threads(take_turns);
}

static void swap_halves(void)
{
    swaps = true;
    on_two_threads(take_turns);
}

/* ---- setup ------------------------------------------------------------------------------------------------- */

static void start(void)
{
    events_start("qprof", "bench.qii", true);
    for (qprof_MethodID method = 1; method <= METHODS; method++)
        qii.register_method_id(method, "method", NULL, 0, "bench.toy", NULL, 0);
}

/* Make the sequence of events. If there are several virtual threads, a switch to another one precedes every 8th
 * event. */
static void switching(uint32_t threads)
{
    start();
    events_switching(&events, threads, threads > 1 ? 4 : 1, threads > CALLS ? 4 * (size_t)threads : CALLS);
}

static void with_resumed(uint32_t threads)
{
    start();
    count = threads;
    for (VthreadID id = RESUMED; id < RESUMED + count; id++) {
        qii.record_fn_entry_vt(2, 1, id);
        qii.vthread_suspend(id, QPROF_REASON_WAITING);
    }
    qii.record_fn_entry_vt(2, 1, RESUMER);
}

/* Prepare the events with an event log that overwrites its oldest events. After some rounds, the log has touched all
 * its pages, so no page faults disturb the measurement. */
static void with_a_time_line(uint32_t threads)
{
    setenv("QPROF_OPTIONS", "-record-timeline=ring:1M", 1);
    with_resumed(threads);
    unsetenv("QPROF_OPTIONS");
}

/* Suspend all virtual threads, so that they are mounted on no carrier. */
static void shared(uint32_t threads)
{
    with_resumed(threads);
    qii.vthread_suspend(RESUMER, QPROF_REASON_WAITING);
    pthread_barrier_init(&turn, NULL, 2);
}

/* ---- the rows ------------------------------------------------------------------------------------------------ */

static const struct run runs[] = {
    {switching, 1, PAIRS, {"_vt pair, no switch", "≤ 1.1 R", "R", floor_clock, play_vt, NULL}},
    {switching,
     10000,
     PAIRS,
     {"_vt pair, every 8th event on another of 10,000", "≤ 1.4 R", "R", floor_clock, play_vt, NULL}},
    {with_resumed, 1, CALLS, {"vthread_switch to another and back", "≤ 2 R", "R", reads, switch_there_and_back, NULL}},
    {with_a_time_line, 1, CALLS, {"the same with a time line", "≤ +1 R", "R", reads, switch_there_and_back, NULL}},
    {with_resumed,
     10000,
     CALLS,
     {"vthread_switch to each of 10,000 and back", "none", "R", reads, switch_there_and_back, NULL}},
    {with_resumed, 1, CALLS, {"vthread_resume and _suspend", "≤ 2.2 R", "R", reads, resume_and_suspend, NULL}},
    {with_resumed,
     1,
     CALLS,
     {"vthread_suspend and _resume, to another and back", "≤ 3.5 R", "R", reads, suspend_and_resume, NULL}},
    {with_resumed,
     10000,
     10000,
     {"vthread_wake, of each of 10,000", "≤ 1 R", "R", reads_each, wake_each, suspend_each}},
    {with_resumed,
     1000000,
     1000000,
     {"vthread_wake, of each of 1,000,000", "≤ 3 R", "R", reads_each, wake_each, suspend_each}},
    {with_resumed,
     1,
     CALLS,
     {"life of a virtual thread: made, named, resumed, a call, ended", "≤ 8 R", "R", reads, short_lives, NULL}},
    {with_resumed,
     1,
     CALLS,
     {"the same on two carriers at once", "≤ 1.2", "of one's", short_lives, lives_on_two, NULL}},
    {shared,
     10000,
     CALLS,
     {"10,000 that two carriers take turns with", "≤ 1.3", "of each its own", keep_halves, swap_halves, NULL}},
    {switching,
     1000000,
     PAIRS,
     {"_vt pair, every 8th event on another of 1,000,000", "≤ 4 R", "R", floor_clock, play_vt, NULL}},
};

int main(int argc, char **argv)
{
    return runs_main(argc, argv, runs, sizeof runs / sizeof *runs, &events);
}
