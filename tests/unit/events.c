/* Reading the event log: order, gaps and damage. golden.commands checks the content of each event. */
#include "profile/log/events.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <string.h>

#define SMALL (QP_CHUNK_SMALL - sizeof(struct qp_chunk))

static struct builder builder;
static struct qp_profile profile;
static struct qp_events events;
static int fd;

static void begin(void)
{
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_VT;
}

static void open_log(void)
{
    struct qp_error error = {0};
    fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    assert_int_equal(qp_events_open(&events, &profile, &error), 0);
}

static void end(void)
{
    qp_events_close(&events);
    qp_profile_close(&profile);
    close(fd);
}

static uint64_t *add_block(uint32_t thread, uint64_t number, uint64_t tick)
{
    struct qp_trace_block *block = builder_at(&builder, builder_record(&builder, QP_KIND_TRACE, SMALL));
    *block =
        (struct qp_trace_block){.published = 1, .thread = thread, .product = QP_VT, .number = number, .tick = tick};
    return (uint64_t *)(block + 1);
}

static uint64_t word(enum qp_event_kind kind, uint64_t object, uint64_t ticks)
{
    return (uint64_t)kind | object << QP_EVENT_KIND_BITS | ticks << qp_event_tick_shift(kind);
}

static void expect(enum qp_event_kind kind, uint32_t thread, uint32_t object, uint64_t tick)
{
    struct qp_event event;
    assert_true(qp_events_next(&events, &event));
    assert_int_equal(event.kind, kind);
    assert_int_equal(event.thread, thread);
    assert_int_equal(event.object, object);
    assert_int_equal(event.tick, tick);
}

static void expect_end(void)
{
    struct qp_event event;
    assert_false(qp_events_next(&events, &event));
    assert_false(qp_events_next(&events, &event));
}

TEST(events_of_all_threads_are_ordered_by_time_and_blocks_by_number)
{
    begin();
    uint32_t first = builder_thread(&builder, 1, NULL);
    uint32_t second = builder_thread(&builder, 2, NULL);
    uint64_t *late = add_block(first, 2, 500);
    late[0] = word(QP_EVENT_LEAVE, 7, 0);
    uint64_t *early = add_block(first, 1, 100);
    early[0] = word(QP_EVENT_ENTER, 7, 5);
    early[1] = word(QP_EVENT_ENTER, 8, 200);
    uint64_t *other = add_block(second, 1, 200);
    other[0] = word(QP_EVENT_ENTER, 9, 0);
    other[1] = word(QP_EVENT_LEAVE, 9, 400);
    open_log();
    expect(QP_EVENT_ENTER, 0, 7, 105);
    expect(QP_EVENT_ENTER, 1, 9, 200);
    expect(QP_EVENT_ENTER, 0, 8, 305);
    expect(QP_EVENT_LEAVE, 0, 7, 500);
    expect(QP_EVENT_LEAVE, 1, 9, 600);
    expect_end();
    assert_int_equal(profile.reader.damages, 0);
    end();
}

TEST(long_times_are_in_words_of_their_own_up_to_59_bits)
{
    begin();
    uint64_t *words = add_block(builder_thread(&builder, 1, NULL), 1, 1);
    words[0] = QP_EVENT_TIME | ((uint64_t)1 << 58) << QP_EVENT_KIND_BITS;
    words[1] = word(QP_EVENT_ENTER, QP_EVENT_OBJECTS - 1, QP_EVENT_TICKS - 1);
    open_log();
    expect(QP_EVENT_ENTER, 0, QP_EVENT_OBJECTS - 1, 1 + ((uint64_t)1 << 58) + QP_EVENT_TICKS - 1);
    expect_end();
    end();
}

TEST(missing_blocks_are_reported_where_they_are_missing)
{
    begin();
    uint32_t thread = builder_thread(&builder, 1, NULL);
    add_block(thread, 4, 50)[0] = word(QP_EVENT_ENTER, 7, 0);
    add_block(thread, 5, 60)[0] = word(QP_EVENT_LEAVE, 7, 0);
    open_log();
    expect(QP_EVENT_GAP, 0, 0, 50);
    expect(QP_EVENT_ENTER, 0, 7, 50);
    expect(QP_EVENT_LEAVE, 0, 7, 60);
    expect_end();
    end();
}

TEST(block_that_is_full_to_its_last_word_is_read_completely)
{
    begin();
    uint32_t thread = builder_thread(&builder, 1, NULL);
    size_t count = (SMALL - sizeof(struct qp_trace_block)) / 8;
    uint64_t *words = add_block(thread, 1, 0);
    for (size_t i = 0; i < count; i++)
        words[i] = word(QP_EVENT_ENTER, 1, 1);
    add_block(thread, 2, 10000)[0] = word(QP_EVENT_LEAVE, 1, 0);
    open_log();
    for (size_t i = 0; i < count; i++)
        expect(QP_EVENT_ENTER, 0, 1, i + 1);
    expect(QP_EVENT_LEAVE, 0, 1, 10000);
    expect_end();
    end();
}

TEST(unknown_kinds_and_blocks_without_a_thread_are_damage_and_the_rest_is_read)
{
    begin();
    uint32_t thread = builder_thread(&builder, 1, NULL);
    uint64_t *words = add_block(thread, 1, 0);
    words[0] = word(QP_EVENT_NONE, 1, 1);
    words[1] = word(QP_EVENT_ENTER, 1, 1);
    words[2] = word(QP_EVENT_NONE, 3, 1);
    words[3] = word(QP_EVENT_LEAVE, 1, 1);
    add_block(thread + 1, 1, 0)[0] = word(QP_EVENT_ENTER, 2, 0);
    struct qp_trace_block *of_nobody = (struct qp_trace_block *)add_block(thread, 2, 0) - 1;
    of_nobody->product = QP_PRODUCTS;
    open_log();
    expect(QP_EVENT_ENTER, 0, 1, 2);
    expect(QP_EVENT_LEAVE, 0, 1, 4);
    expect_end();
    assert_int_equal(profile.reader.damages, 4);
    end();
}
