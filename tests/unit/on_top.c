/* on_top.c - the node on top of a running thread's stack, read from the memory of its process. In these tests, this
 * is the test's own process. */
#include "profile/load/on_top.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <unistd.h>

#define WINDOW 0x700000000000u

static struct qp_frame frame; /* the frame on top, laid out as in a recorder */
static struct {
    uint64_t top;
} tstate;

static struct test_query opened;
static struct qp_on_top on_top;
static struct qp_on_top_before before;
static uint32_t leaf; /* the node of "parse", called by main */

static uint64_t pause_tick; /* tick since which recording is paused; 0 = not paused */

static void open_thread(uint64_t tstate_address, uint32_t virtual_threads)
{
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->window_base = WINDOW;
    builder_header(&builder)->clock_kind = QP_CLOCK_MONOTONIC;
    builder_header(&builder)->virtual_threads = virtual_threads;
    uint32_t thread = builder_thread(&builder, 1, "main");
    ((struct qp_thread_record *)builder_at(&builder, thread))->tstates[QP_QPROF] = tstate_address;
    builder_method(&builder, QP_QPROF, 1, "main", "a.toy", NULL, 0);
    builder_method(&builder, QP_QPROF, 2, "parse", "a.toy", NULL, 0);
    if (pause_tick)
        builder_mark(&builder, QP_QPROF, QP_MARK_PAUSE, pause_tick, 0, NULL);
    uint32_t root = builder_root(&builder, QP_QPROF, thread, 0, 0);
    uint32_t node = builder_node(&builder, root, 1, 1, 1000);
    leaf = builder_node(&builder, node, 2, 10, 500);
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    opened.profile.reader.recorder = (uint32_t)getpid();
    tstate.top = (uint64_t)(uintptr_t)&frame;
    frame.node = WINDOW + (uint64_t)leaf * QP_UNIT;
}

static uint32_t find(void)
{
    assert_true(qp_on_top_find(&on_top, &opened.profile, QP_QPROF, &before));
    return on_top.nodes[0];
}

static void close_thread(void)
{
    qp_on_top_free(&on_top);
    qp_on_top_before_free(&before);
    test_close_query(&opened);
}

static uint64_t address(void)
{
    return (uint64_t)(uintptr_t)&tstate;
}

TEST(frame_on_top_has_its_node)
{
    open_thread(address(), 0);
    uint32_t node = find();
    assert_int_not_equal(node, QP_NONE);
    assert_int_equal(qp_profile_node_reference(&opened.profile, node), leaf);
    assert_int_equal(on_top.refused, 0);
    close_thread();
}

/* The recorder may change the frame during the read, and a damaged file may contain anything. */
TEST(invalid_node_is_unknown)
{
    static const uint64_t nodes[] = {0, WINDOW - 8, WINDOW + 4, WINDOW + 8, UINT64_MAX, 1};
    for (unsigned i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        open_thread(address(), 0);
        frame.node = nodes[i];
        assert_int_equal(find(), QP_NONE);
        close_thread();
    }
    open_thread(16, 0); /* no memory is mapped at this address */
    assert_int_equal(find(), QP_NONE);
    close_thread();
    open_thread(address(), 0);
    tstate.top = 16;
    assert_int_equal(find(), QP_NONE);
    assert_int_equal(on_top.refused, 0);
    close_thread();
}

/* The file was read between two samples, so it may not yet contain the node of the second sample. In this case, the
 * node of the first sample is used. */
TEST(node_younger_than_the_file_is_replaced_by_the_last_one)
{
    open_thread(address(), 0);
    qp_on_top_look(&before, &opened.profile, QP_QPROF);
    frame.node += 1000 * sizeof(struct qp_node);
    uint32_t node = find();
    assert_int_not_equal(node, QP_NONE);
    assert_int_equal(qp_profile_node_reference(&opened.profile, node), leaf);
    before.pairs[0].carrier++; /* as if the first sample were of another carrier */
    qp_on_top_free(&on_top);
    assert_int_equal(find(), QP_NONE);
    close_thread();
}

TEST(ended_thread_has_no_node)
{
    open_thread(address(), 0);
    opened.profile.threads[0].ended = true;
    assert_int_equal(find(), QP_NONE);
    close_thread();
}

TEST(file_without_a_process_is_not_read)
{
    open_thread(address(), 0);
    opened.profile.reader.recorder = 0;
    assert_int_equal(find(), QP_NONE);
    close_thread();
}

/* The ticks in the file are near 0, and the real clock is far beyond them, so the function on top gets a long time. */
TEST(time_since_the_last_event_belongs_to_the_function_on_top)
{
    open_thread(address(), 0);
    uint32_t node = find();
    uint64_t last = opened.profile.roots[0].ledger.last;
    qp_on_top_charge(&on_top, &opened.profile, QP_QPROF);
    uint64_t more = opened.profile.nodes[node].self - 500;
    assert_true(more > 1000000);
    assert_int_equal(opened.profile.roots[0].ledger.last, last + more);
    assert_int_equal(opened.profile.roots[0].ledger.arriving, last + more);
    close_thread();
}

TEST(pause_belongs_to_no_function)
{
    open_thread(address(), 0);
    uint64_t last = opened.profile.roots[0].ledger.last;
    close_thread();
    pause_tick = last + 5;
    open_thread(address(), 0);
    pause_tick = 0;
    uint32_t node = find();
    qp_on_top_charge(&on_top, &opened.profile, QP_QPROF);
    assert_int_equal(opened.profile.nodes[node].self, 505);
    const struct qp_ledger *ledger = &opened.profile.roots[0].ledger;
    assert_int_equal(ledger->paused, ledger->last - last - 5);
    close_thread();
}

/* A carrier without a virtual thread is in the scheduler or idle. Which of the two it was is known only at its next
 * event. */
TEST(time_between_virtual_threads_belongs_to_no_function)
{
    open_thread(address(), 1u << QP_QPROF);
    uint64_t self = opened.profile.nodes[0].self;
    frame.node = WINDOW + (uint64_t)qp_profile_node_reference(&opened.profile, 0) * QP_UNIT;
    assert_int_equal(find(), 0);
    qp_on_top_charge(&on_top, &opened.profile, QP_QPROF);
    assert_int_equal(opened.profile.nodes[0].self, self);
    close_thread();
}

TEST(time_of_a_thread_that_recorded_an_event_is_not_charged)
{
    open_thread(address(), 0);
    uint32_t node = find();
    opened.profile.roots[0].ledger.last++; /* as if the thread had recorded another event */
    qp_on_top_charge(&on_top, &opened.profile, QP_QPROF);
    assert_int_equal(opened.profile.nodes[node].self, 500);
    close_thread();
}
