#include "profile/query/own_cost.h"

#include "profile/tree/calltree.h"
#include "profile/coverage/lines.h"
#include "profile/query/query.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define TICKS(n) ((n)*256u) /* costs in the header are in 1/256 of a tick */

static struct builder builder;
static struct qp_profile profile;
static int file;

static uint32_t begin(void)
{
    builder_begin(&builder);
    builder_header(&builder)->own_cost[QP_QPROF] = (struct qp_own_cost){TICKS(2), TICKS(3), TICKS(4), TICKS(8)};
    return builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
}

static void open_query(struct qp_query *query, bool raw)
{
    struct qp_error error = {0};
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    selection.raw = raw;
    assert_int_equal(qp_query_open(query, &profile, &selection, &error), 0);
}

static void end(void)
{
    file = test_open_builder(&profile, &builder);
    assert_true(file >= 0);
}

static void close_all(void)
{
    qp_profile_close(&profile);
    close(file);
}

static const struct qp_totals *method_of(const struct qp_query *query, uint64_t id)
{
    for (uint32_t i = 0; i < profile.method_count; i++)
        if (profile.methods[i].recorded_id == id)
            return &query->methods[i];
    fail_msg("no method %d", (int)id);
    return NULL;
}

/* Query the built file, with overhead subtracted. */
static void open_corrected(struct qp_query *query)
{
    end();
    open_query(query, false);
}

static void close_corrected(struct qp_query *query)
{
    qp_query_close(query);
    close_all();
}

TEST(calls_that_only_counters_count_cost_their_callers_nothing)
{
    uint32_t root = begin();
    ((struct qp_node *)builder_at(&builder, root))->self = 1000;
    builder_node(&builder, root, 1, 10, 0);
    builder_node(&builder, root, 2, 100, 0);
    end();
    for (uint32_t i = 0; i < profile.method_count; i++)
        if (profile.methods[i].recorded_id == 2)
            profile.methods[i].flags |= QP_METHOD_LACKS_CALLERS;
    uint64_t *own = qp_own_cost_nodes(&profile, QP_QPROF);
    assert_int_equal(own[0], 10 * 3);
    free(own);
    close_all();
}

/* Build a tree of 300 nodes, many of which have less time than the overhead of their calls. */
TEST(times_are_not_negative_and_callers_contain_their_callees)
{
    uint32_t nodes[300] = {begin()};
    srand(1);
    for (int i = 1; i < 300; i++)
        nodes[i] =
            builder_node(&builder, nodes[rand() % i], (uint64_t)i, (uint64_t)(rand() % 50), (uint64_t)(rand() % 400));
    end();
    struct qp_query raw, corrected;
    uint64_t taken = 0;
    open_query(&raw, true);
    open_query(&corrected, false);
    uint64_t below[1000] = {0};
    assert_in_range(profile.node_count, 1, 1000);
    for (uint32_t i = profile.node_count; i-- > 0;) {
        below[i] += qp_query_has_node(&raw, i) ? raw.nodes[i].self - corrected.nodes[i].self : 0;
        if (profile.nodes[i].parent != QP_NONE)
            below[profile.nodes[i].parent] += below[i];
    }
    for (uint32_t i = 0; i < profile.node_count; i++) {
        if (!qp_query_has_node(&raw, i))
            continue;
        uint64_t own = raw.nodes[i].self - corrected.nodes[i].self;
        uint32_t parent = profile.nodes[i].parent;
        assert_true(corrected.nodes[i].self <= raw.nodes[i].self);
        assert_int_equal(qp_query_node(&corrected, i).recorder, own);
        assert_int_equal(corrected.nodes[i].total + below[i], raw.nodes[i].total);
        assert_true(parent == QP_NONE || corrected.nodes[parent].total >= corrected.nodes[i].total);
        taken += own;
    }
    assert_true(taken > 0);
    assert_int_equal(corrected.subtracted, taken);
    assert_int_equal(corrected.all.self + corrected.all.outside + corrected.all.recorder,
                     raw.all.self + raw.all.outside);
    assert_int_equal(raw.subtracted, 0);
    qp_query_close(&raw);
    qp_query_close(&corrected);
    close_all();
}

/* Function 0xa calls 0xb ten times, and each time 0xb ends by a tail call of 0xc. So ten calls return to 0xa, and
 * 0xb never exits. */
TEST(tail_call_costs_its_caller_no_exit)
{
    struct qp_query query;
    uint32_t root = begin();
    uint32_t a = builder_node(&builder, root, 0xa, 1, 1000);
    uint32_t b = builder_node(&builder, a, 0xb, 10, 1000);
    builder_node(&builder, a, 0xc, 10, 1000);
    builder_side(&builder, b)->tail_calls = 10;
    open_corrected(&query);
    assert_int_equal(method_of(&query, 0xa)->self, 1000 - 2 - 10 * 3);
    assert_int_equal(method_of(&query, 0xb)->self, 1000 - 10 * 5);
    assert_int_equal(method_of(&query, 0xc)->self, 1000 - 10 * 2);
    close_corrected(&query);
}

TEST(switch_costs_the_resumed_thread)
{
    struct qp_query query;
    uint32_t root = begin();
    builder_side(&builder, builder_node(&builder, root, 0xa, 1, 1000))->resumed = 20;
    open_corrected(&query);
    assert_int_equal(method_of(&query, 0xa)->self, 1000 - 2 - 20 * 5);
    close_corrected(&query);
}

/* 12 of the 20 resumptions were switches, which have a cost of their own. The 3 announcements cost 4 ticks each in
 * addition. */
TEST(each_kind_of_virtual_thread_event_costs_its_measured_overhead)
{
    struct qp_query query;
    uint32_t root = begin();
    builder_header(&builder)->event_cost[QP_QPROF] =
        (struct qp_event_cost){.resumed = TICKS(7), .switched = TICKS(11), .announced = TICKS(4)};
    struct qp_node_extra_record *extra = builder_side(&builder, builder_node(&builder, root, 0xa, 1, 1000));
    extra->resumed = 20;
    extra->switched = 12;
    extra->announced = 3;
    open_corrected(&query);
    assert_int_equal(method_of(&query, 0xa)->self, 1000 - 2 - 8 * 7 - 12 * 11 - 3 * 4);
    close_corrected(&query);
}

static uint64_t self_of_calls(const struct qp_query *query, uint64_t calls)
{
    for (uint32_t i = 0; i < profile.node_count; i++)
        if (profile.nodes[i].calls == calls)
            return query->nodes[i].self;
    fail_msg("no node with %d calls", (int)calls);
    return 0;
}

/* Build a method on two call paths: called once with a long loop, and a hundred times with a short loop. */
static void open_two_paths(struct qp_query *query, uint64_t block_times)
{
    static const uint64_t times[2] = {9000, 800};
    uint32_t root = begin();
    builder_method(&builder, QP_QPROF, 0xb, "b", NULL, NULL, 0);
    builder_node(&builder, root, 0xb, 1, 10002);
    uint32_t between = builder_node(&builder, root, 0xa, 2, 1000);
    builder_node(&builder, between, 0xb, 100, 1200);
    struct qp_block_array *array = builder_at(&builder, builder_blocks(&builder, root, 0xb, 1, times, 2));
    array->events = block_times;
    open_corrected(query);
}

TEST(times_of_blocks_cost_each_path_the_same_share)
{
    struct qp_query query;
    open_two_paths(&query, 1100 * 4 / 15); /* overhead of 1,099 ticks: a tenth of the 11,000 ticks that "b" has
                                            * without the overhead of its calls */
    assert_in_range(self_of_calls(&query, 1), 9000, 9002);
    assert_in_range(self_of_calls(&query, 100), 900, 901);
    close_corrected(&query);
}

TEST(path_that_lost_all_its_time_is_still_in_the_tree)
{
    struct qp_query query;
    struct qp_calltree tree;
    const struct qp_calltree_choice all = {.shape = QP_CALLTREE_MERGED};
    uint32_t children[8];
    open_two_paths(&query, 1000000);
    assert_int_equal(self_of_calls(&query, 1), 0);
    assert_int_equal(self_of_calls(&query, 100), 0);
    assert_true(qp_calltree_open(&tree, &query, &all));
    assert_int_equal(qp_calltree_children(&tree, 0, children), 2);
    assert_int_equal(qp_calltree_children(&tree, children[0], children), 1);
    assert_int_equal(tree.items[children[0]].calls, 100);
    qp_calltree_close(&tree);
    close_corrected(&query);
}

TEST(longest_call_is_no_longer_than_the_total)
{
    struct qp_query query;
    uint32_t root = begin();
    uint32_t a = builder_node(&builder, root, 0xa, 1, 400);
    builder_node(&builder, a, 0xb, 100, 600);
    struct qp_node_extra_record *extra = builder_side(&builder, a);
    extra->measured = 1;
    extra->minimum = extra->maximum = 1000;
    open_corrected(&query);
    assert_int_equal(method_of(&query, 0xa)->total, (400 - 2 - 300) + (600 - 200));
    assert_int_equal(method_of(&query, 0xa)->maximum, method_of(&query, 0xa)->total);
    close_corrected(&query);
}

TEST(spread_is_half_of_the_range_of_a_call)
{
    begin();
    end();
    assert_int_equal(qp_own_cost_spread(&profile, QP_QPROF, 1000), 1000 * 2 / 5);
    assert_int_equal(qp_own_cost_spread(&profile, QP_CPROF, 1000), 0);
    close_all();
}

/* Build a function 0xa of libvt that calls 0xb and 0xc ten times each. A wrapper records the calls of 0xb. */
static void build_wrapped(struct qp_own_cost cost)
{
    builder_begin(&builder);
    builder_header(&builder)->own_cost[QP_VT] = (struct qp_own_cost){TICKS(2), TICKS(3), TICKS(4), TICKS(8)};
    builder_header(&builder)->wrapper_cost = cost;
    uint32_t root = builder_root(&builder, QP_VT, builder_thread(&builder, 1, NULL), 0, 0);
    uint32_t wrapped = builder_method(&builder, QP_VT, 0xb, "wrapped", NULL, NULL, 0);
    ((struct qp_method_record *)builder_at(&builder, wrapped))->flags = QP_METHOD_WRAPPED;
    uint32_t a = builder_node(&builder, root, 0xa, 1, 1000);
    builder_node(&builder, a, 0xb, 10, 1000);
    builder_node(&builder, a, 0xc, 10, 1000);
    end();
}

static void open_vt(struct qp_query *query)
{
    struct qp_error error = {0};
    const struct qp_selection selection = qp_selection_of(QP_VT);
    assert_int_equal(qp_query_open(query, &profile, &selection, &error), 0);
}

TEST(wrapped_calls_have_a_cost_of_their_own)
{
    struct qp_query query;
    build_wrapped((struct qp_own_cost){TICKS(20), TICKS(30), TICKS(40), TICKS(90)});
    open_vt(&query);
    assert_int_equal(method_of(&query, 0xa)->self, 1000 - 2 - 10 * 3 - 10 * 30);
    assert_int_equal(method_of(&query, 0xb)->self, 1000 - 10 * 20);
    assert_int_equal(method_of(&query, 0xc)->self, 1000 - 10 * 2);
    assert_int_equal(qp_own_cost_spread(&profile, QP_VT, 1000), 1000 / 2); /* of plain calls 1000 * 2 / 5 */
    assert_int_equal(qp_own_cost_spread(&profile, QP_QPROF, 1000), 0);
    close_corrected(&query);
}

TEST(wrapped_calls_cost_as_much_as_others_if_they_were_not_measured)
{
    struct qp_query query;
    build_wrapped((struct qp_own_cost){0});
    open_vt(&query);
    assert_int_equal(method_of(&query, 0xa)->self, 1000 - 2 - 20 * 3);
    assert_int_equal(method_of(&query, 0xb)->self, 1000 - 10 * 2);
    assert_int_equal(qp_own_cost_spread(&profile, QP_VT, 1000), 1000 * 2 / 5);
    close_corrected(&query);
}

TEST(times_of_blocks_lose_their_overhead_by_their_number)
{
    static const uint64_t counts[3] = {10, 30, 5};
    static const uint64_t times[3] = {100, 600, 0};
    struct qp_query query;
    uint32_t root = begin(), count;
    builder_method(&builder, QP_QPROF, 0xb, "b", NULL, NULL, 0);
    builder_node(&builder, root, 0xb, 1, 1000);
    builder_blocks(&builder, root, 0xb, 0, counts, 3);
    struct qp_block_array *array = builder_at(&builder, builder_blocks(&builder, root, 0xb, 1, times, 3));
    array->events = 40;
    end();
    for (int raw = 0; raw < 2; raw++) {
        open_query(&query, raw);
        uint64_t *left = qp_lines_blocks(&query, 0, QP_LINES_TIMES, &count);
        assert_int_equal(left[0], raw ? 100 : 100 - 37);
        assert_int_equal(left[1], raw ? 600 : 600 - 112);
        assert_int_equal(left[2], 0);
        free(left);
        qp_query_close(&query);
    }
    close_all();
}
