/* on_top.c - the node on top of a running thread's stack, read from the memory of its process: this one. */
#include "profile/load/on_top.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <unistd.h>

#define WINDOW 0x700000000000u

static struct qp_frame frame; /* on top, as a recorder has it */
static struct {
    uint64_t top;
} lane;

static struct test_query opened;
static struct qp_on_top on_top;
static struct qp_on_top_before before;
static uint32_t leaf; /* reference of the node of parse, which main called */

static uint64_t pause_tick; /* when the recording was paused, for good; 0 = never */

static void open_thread(uint64_t lane_address, uint32_t virtual_threads)
{
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->window_base = WINDOW;
    builder_header(&builder)->clock_kind = QP_CLOCK_MONOTONIC;
    builder_header(&builder)->virtual_threads = virtual_threads;
    uint32_t thread = builder_thread(&builder, 1, "main");
    ((struct qp_thread_record *)builder_at(&builder, thread))->lanes[QP_QPROF] = lane_address;
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
    lane.top = (uint64_t)(uintptr_t)&frame;
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
    return (uint64_t)(uintptr_t)&lane;
}

TEST(frame_on_top_tells_the_node)
{
    open_thread(address(), 0);
    uint32_t node = find();
    assert_int_not_equal(node, QP_NONE);
    assert_int_equal(qp_profile_node_reference(&opened.profile, node), leaf);
    assert_int_equal(on_top.refused, 0);
    close_thread();
}

/* A recorder may go on while we look, and a damaged file says anything. */
TEST(what_is_no_node_is_not_known)
{
    static const uint64_t nodes[] = {0, WINDOW - 8, WINDOW + 4, WINDOW + 8, UINT64_MAX, 1};
    for (unsigned i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        open_thread(address(), 0);
        frame.node = nodes[i];
        assert_int_equal(find(), QP_NONE);
        close_thread();
    }
    open_thread(16, 0); /* no memory is there */
    assert_int_equal(find(), QP_NONE);
    close_thread();
    open_thread(address(), 0);
    lane.top = 16;
    assert_int_equal(find(), QP_NONE);
    assert_int_equal(on_top.refused, 0);
    close_thread();
}

/* Between the two looks the file was read. */
TEST(node_that_is_too_young_is_the_one_before)
{
    open_thread(address(), 0);
    qp_on_top_look(&before, &opened.profile, QP_QPROF);
    frame.node += 1000 * sizeof(struct qp_node);
    uint32_t node = find();
    assert_int_not_equal(node, QP_NONE);
    assert_int_equal(qp_profile_node_reference(&opened.profile, node), leaf);
    before.pairs[0].carrier++; /* another carrier's */
    qp_on_top_free(&on_top);
    assert_int_equal(find(), QP_NONE);
    close_thread();
}

TEST(thread_that_ended_is_nowhere)
{
    open_thread(address(), 0);
    opened.profile.threads[0].ended = true;
    assert_int_equal(find(), QP_NONE);
    close_thread();
}

TEST(file_of_nobody_is_not_looked_up)
{
    open_thread(address(), 0);
    opened.profile.reader.recorder = 0;
    assert_int_equal(find(), QP_NONE);
    close_thread();
}

/* The builder's clock stands near 0, ours has gone on for long. */
TEST(time_since_the_last_event_is_the_top_functions)
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

TEST(pause_is_nobodys)
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

/* Whether it is the scheduler's or idle, the carrier's next event will know. */
TEST(time_between_virtual_threads_is_nobodys)
{
    open_thread(address(), 1u << QP_QPROF);
    uint64_t self = opened.profile.nodes[0].self;
    frame.node = WINDOW + (uint64_t)qp_profile_node_reference(&opened.profile, 0) * QP_UNIT;
    assert_int_equal(find(), 0);
    qp_on_top_charge(&on_top, &opened.profile, QP_QPROF);
    assert_int_equal(opened.profile.nodes[0].self, self);
    close_thread();
}

TEST(time_of_a_thread_that_moved_on_is_not_charged)
{
    open_thread(address(), 0);
    uint32_t node = find();
    opened.profile.roots[0].ledger.last++; /* as if the record had an event more */
    qp_on_top_charge(&on_top, &opened.profile, QP_QPROF);
    assert_int_equal(opened.profile.nodes[node].self, 500);
    close_thread();
}
