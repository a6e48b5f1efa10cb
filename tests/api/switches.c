/* Switches between virtual threads, reported by one call or by two: both record the same trees, and no time is lost. */
#include "tests/support/run.h"
#include "tests/support/sums.h"

#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <time.h>

#define FIBRES  6 /* virtual threads with ids from 1 */
#define METHODS 5
#define STEPS   20000
#define DEEPEST 30 /* maximum depth; a stack of this depth outgrows the memory for its first frames */

/* Fibre BLOCKS is suspended only as blocked, and fibre WAITS only as waiting. */
#define BLOCKS 2
#define WAITS  3

static struct fibre {
    unsigned long depth;
} fibres[FIBRES + 1];

static uint32_t seed;

static unsigned draw(unsigned below)
{
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % below;
}

typedef void (*switcher)(VthreadID from, int reason, VthreadID to);

static void by_one_call(VthreadID from, int reason, VthreadID to)
{
    qii.vthread_switch(from, reason, to);
}

static void by_two_calls(VthreadID from, int reason, VthreadID to)
{
    qii.vthread_suspend(from, reason);
    qii.vthread_resume(to);
}

static void start_virtual(void)
{
    report("%d", run_start_virtual("") > 0);
    for (qprof_MethodID method = 1; method <= METHODS; method++)
        define(method, "method");
    seed = 7;
    memset(fibres, 0, sizeof fibres);
}

static void begin(VthreadID id)
{
    char name[16];
    snprintf(name, sizeof name, "fibre %c", (char)('a' + id));
    qii.thread_create_vt(id, id);
    qii.set_thread_name_vt(name, id);
}

static void some_calls(VthreadID id)
{
    struct fibre *fibre = &fibres[id];
    for (unsigned events = draw(4); events > 0; events--) {
        if (fibre->depth < DEEPEST && draw(3) != 0) {
            fibre->depth++;
            qii.record_fn_entry_vt(1 + fibre->depth % METHODS, fibre->depth, id);
        } else if (fibre->depth > 1) {
            fibre->depth = 1 + draw((unsigned)fibre->depth - 1);
            qii.record_fn_exit_vt(fibre->depth, id);
        }
    }
    if (fibre->depth == 0)
        qii.record_fn_entry_vt(1, fibre->depth = 1, id);
}

static int reason_of(VthreadID id)
{
    if (id == BLOCKS)
        return QPROF_REASON_BLOCKED;
    return id == WAITS || draw(2) != 0 ? QPROF_REASON_WAITING : QPROF_REASON_BLOCKED;
}

/* Make one random call that changes more than the running fibre: stop or start recording, destroy or suspend a fibre,
 * or count. */
static void disturb(VthreadID now)
{
    VthreadID other = 1 + draw(FIBRES);
    switch (draw(5)) {
    case 0:
        qii.stop_recording_data();
        break;
    case 1:
        qii.start_recording_data();
        break;
    case 2:
        if (other != now) {
            qii.thread_destroy_vt(other);
            fibres[other].depth = 0;
            begin(other);
        }
        break;
    case 3:
        qii.vthread_suspend(other, QPROF_REASON_RUNNABLE); /* `other` may be running */
        qii.vthread_resume(now);
        break;
    default:
        qii.record_counts_vt(1, other);
        qii.vthread_resume(now);
        break;
    }
}

/* Switch between the fibres at random. Fibre 1 runs first and last. One fibre runs at each moment. */
static void play(switcher pass, int disturbed)
{
    start_virtual();
    for (VthreadID id = 1; id <= FIBRES; id++)
        begin(id);
    VthreadID now = 1;
    for (int i = 0; i < STEPS; i++) {
        some_calls(now);
        if (disturbed && draw(40) == 0)
            disturb(now);
        if (disturbed && i % 8000 == 4000)
            qii.new_phase();
        VthreadID to = 1 + draw(FIBRES); /* may be `now` */
        pass(now, reason_of(now), to);
        now = to;
    }
    pass(now, QPROF_REASON_WAITING, 1);
    report("%lu", qii.current_method_id_vt(1));
    qii.shutdown_vt(1);
}

static void one_call(void)
{
    play(by_one_call, 0);
}

static void two_calls(void)
{
    play(by_two_calls, 0);
}

static void one_call_disturbed(void)
{
    play(by_one_call, 1);
}

static void two_calls_disturbed(void)
{
    play(by_two_calls, 1);
}

/* ---- trees ----------------------------------------------------------------------------------------------------- */

static char *whole(void)
{
    char *text = NULL;
    assert_true(asprintf(&text, "%s%s%s%s%s", run_messages(), run_tree(), run_threads(), run_marks(),
                         run_diagnostic_kinds()) > 0);
    return text;
}

static void expect_the_same(void (*one)(void), void (*two)(void))
{
    run_client(two);
    char *expected = whole();
    run_client(one);
    char *got = whole();
    assert_string_equal(got, expected);
    expect_kinds("");
    free(expected);
    free(got);
}

TEST(one_call_records_the_same_as_two)
{
    expect_the_same(one_call, two_calls);
}

TEST(one_call_records_the_same_as_two_among_pauses_phases_and_ends)
{
    expect_the_same(one_call_disturbed, two_calls_disturbed);
}

/* ---- times ----------------------------------------------------------------------------------------------------- */

struct times {
    uint64_t run; /* running time in the record of the virtual thread */
    uint64_t self;
    uint64_t blocked;
    uint64_t waiting;
};

static void add_nodes(struct times *times, uint32_t group)
{
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        const struct qp_profile_root *root = node->root == QP_NONE ? NULL : &profile->roots[node->root];
        if (!root || root->group != group || root->hidden)
            continue;
        times->self += node->self;
        const struct qp_profile_extra *extra = qp_profile_extra(profile, i);
        times->blocked += extra ? extra->suspended.blocked : 0;
        times->waiting += extra ? extra->suspended.waiting : 0;
    }
}

static struct times times_of(VthreadID id)
{
    const struct qp_profile *profile = run_profile();
    struct times times = {0};
    for (uint32_t i = 0; i < profile->thread_count; i++) {
        const struct qp_profile_thread *thread = &profile->threads[i];
        if (!thread->virtual_thread || thread->virtual_id != id)
            continue;
        times.run += thread->times[QP_CONTEXT_RUNNING - 1];
        add_nodes(&times, thread->group);
    }
    return times;
}

/* Check the times of each fibre. Return the sum of their running times. */
static uint64_t check_each(void)
{
    uint64_t all = 0;
    for (VthreadID id = 1; id <= FIBRES; id++) {
        struct times times = times_of(id);
        assert_true(times.run > 0);
        assert_int_equal(times.self, times.run);
        assert_true(id == BLOCKS ? times.waiting == 0 : times.waiting > 0);
        assert_true(id == WAITS ? times.blocked == 0 : times.blocked > 0);
        all += times.run;
    }
    return all;
}

TEST(no_time_is_lost_in_a_switch)
{
    run_client(one_call);
    if (!run_is_qprof())
        return;
    uint64_t all = check_each();
    struct qp_ledger ledger = sums_ledger(run_profile(), 0, QP_QPROF);
    struct times own = {0}, first = times_of(1);
    add_nodes(&own, QP_NONE);
    assert_int_equal(own.self + all + ledger.recorder, ledger.wall);
    /* While the first fibre was suspended, the others ran or were created. */
    uint64_t between = first.run + first.blocked + first.waiting - all;
    assert_in_range(between, 0, ledger.recorder);
}

/* ---- a carrier that sleeps ------------------------------------------------------------------------------------- */

/* Sleep after the last exit, without reporting a suspension. */
static void sleep_after_the_last_exit(void)
{
    report("%d", run_start_virtual("") > 0);
    define(1, "work");
    for (VthreadID id = 1; id <= 2; id++) {
        qii.record_fn_entry_vt(1, 1, id);
        qii.record_fn_exit_vt(0, id);
    }
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    qii.shutdown_vt(2);
}

TEST(sleep_after_the_last_exit_is_no_running_time)
{
    run_client(sleep_after_the_last_exit);
    expect_messages("1\n");
    const struct qp_profile *profile = run_profile();
    uint64_t run = 0, idle = 0;
    for (uint32_t i = profile->carrier_count; i < profile->thread_count; i++)
        run += profile->threads[i].times[QP_CONTEXT_RUNNING - 1];
    for (uint32_t i = 0; i < profile->root_count; i++)
        idle += profile->roots[i].ledger.idle;
    assert_true(qp_profile_ns(profile, run) < 250000000);
    assert_true(!run_is_qprof() || qp_profile_ns(profile, idle) > 250000000);
}

/* ---- the longest delay ------------------------------------------------------------------------------------------ */

#define SHORT_ROUNDS 2000

/* In each round, fibre 2 yields to fibre 1 and gets control back. In one round fibre 1 runs for 5 ms first. */
static void yield_and_return(void)
{
    start_virtual();
    begin(1);
    begin(2);
    for (VthreadID id = 1; id <= 2; id++) {
        qii.vthread_resume(id);
        qii.record_fn_entry_vt(1, 1, id);
    }
    for (int i = 0; i < SHORT_ROUNDS; i++) {
        qii.vthread_switch(2, QPROF_REASON_RUNNABLE, 1);
        struct timespec begin_time, now;
        clock_gettime(CLOCK_MONOTONIC, &begin_time);
        do {
            qii.record_fn_entry_vt(2, 2, 1);
            qii.record_fn_exit_vt(1, 1);
            clock_gettime(CLOCK_MONOTONIC, &now);
        } while (i == SHORT_ROUNDS - 2 &&
                 (now.tv_sec - begin_time.tv_sec) * 1000000000 + now.tv_nsec - begin_time.tv_nsec < 5000000);
        qii.vthread_switch(1, QPROF_REASON_WAITING, 2);
    }
    qii.shutdown_vt(2);
}

/* All delays but the first are recorded on the fast path. The longest delay is part of the fibre's runnable time. */
TEST(longest_delay_includes_the_fast_path)
{
    run_client(yield_and_return);
    const struct qp_profile *profile = run_profile();
    uint64_t longest = 0, delays = 0, runnable = 0;
    for (uint32_t i = 0; i < profile->lives_count; i++) {
        const struct qp_profile_lives *lives = &profile->lives[i];
        struct qp_text name = profile->groups[profile->roots[lives->root].group].name;
        if (!qp_text_equal(name, qp_text_of("fibre c")))
            continue;
        longest = lives->longest_delay;
        for (int bucket = 0; bucket < QP_LIVES_BUCKETS; bucket++)
            delays += lives->delays[bucket];
    }
    for (uint32_t i = profile->carrier_count; i < profile->thread_count; i++)
        if (profile->threads[i].virtual_id == 2)
            runnable = profile->threads[i].times[QP_TIME_OF(QP_CONTEXT_RUNNABLE)];
    if (!run_is_qprof())
        return;
    assert_int_equal(delays, SHORT_ROUNDS + 1);
    assert_true(qp_profile_ns(profile, longest) >= 4900000);
    assert_true(longest <= runnable);
}
