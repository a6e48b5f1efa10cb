/* Messages and comments. */
#include "tests/vt/picture.h"

#include "VT.h"
#include "profile/log/messages.h"
#include "profile/log/events.h"
#include "profile/source/locations.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

static void messages(struct stage *stage)
{
    int scl = 0;
    (void)stage;
    picture_start("");
    for (int line = 1; line <= 3; line++)
        VT_scldef("toy.c", line, &scl);
    for (int i = 0; i < 2; i++) {
        STAGE_CHECK(VT_log_sendmsg(3, 100, 7, VT_COMM_WORLD, VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_log_recvmsg(3, INT_MAX, 7, VT_COMM_WORLD, 1) == VT_OK);
    }
    STAGE_CHECK(VT_log_sendmsg(0, 0, -1, VT_COMM_SELF, 2) == VT_OK);
    VT_thisloc(3);
    STAGE_CHECK(VT_log_sendmsg(INT_MAX, 1, INT_MIN, -5, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_log_sendmsg(3, 1, 7, VT_COMM_WORLD, VT_NOSCL) == VT_OK);
    VT_finalize();
}

TEST(messages_have_peer_tag_communicator_size_and_place)
{
    expect_scene(messages,
                 "1 thread\n"
                 "1 send 3 tag 7 in 0: 100\n"
                 "1 receive 3 tag 7 in 0: 2147483647 @1\n"
                 "1 send 3 tag 7 in 0: 100\n"
                 "1 receive 3 tag 7 in 0: 2147483647 @1\n"
                 "1 send 0 tag -1 in 1: 0 @2\n"
                 "1 send 2147483647 tag -2147483648 in -5: 1 @3\n"
                 "1 send 3 tag 7 in 0: 1\n",
                 "");
}

static void bad_messages(struct stage *stage)
{
    (void)stage;
    picture_start("");
    STAGE_CHECK(VT_log_sendmsg(-1, 1, 1, VT_COMM_WORLD, VT_NOSCL) == VT_ERR_BADARG);
    STAGE_CHECK(VT_log_recvmsg(1, -1, 1, VT_COMM_WORLD, VT_NOSCL) == VT_ERR_BADARG);
    STAGE_CHECK(VT_log_sendmsg(1, 1, 1, VT_COMM_WORLD, 99) == VT_ERR_BADSCLID);
    STAGE_CHECK(VT_log_sendmsg(1, 1, 1, VT_COMM_WORLD, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_log_sendmsg(1, 1, 1, VT_COMM_WORLD, -1) == VT_ERR_BADSCLID);
    VT_traceoff();
    STAGE_CHECK(VT_log_sendmsg(1, 2, 1, VT_COMM_WORLD, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_log_comment("unheard") == VT_OK);
    VT_finalize();
}

TEST(bad_messages_are_not_logged)
{
    expect_scene(bad_messages, "1 thread\n1 send 1 tag 1 in 0: 1\n1 off\n", "bad-argument 2\nbad-handle 2\n");
}

static void without_meaning(struct stage *stage)
{
    int sent = 1, received = 2;
    double begin = 3;
    (void)stage;
    picture_start("");
    STAGE_CHECK(VT_log_opevent(VT_OP_ALLTOALL, VT_COMM_WORLD, 0, 1, &sent, &received, &begin, VT_NOSCL) ==
                VT_ERR_NOTIMPLEMENTED);
    STAGE_CHECK(VT_begin_unordered() == VT_ERR_NOTIMPLEMENTED && VT_end_unordered() == VT_ERR_NOTIMPLEMENTED);
    VT_finalize();
}

TEST(messages_without_a_meaning_are_marked)
{
    expect_scene(without_meaning, "1 thread\n", "");
}

/* ---- whole transfers --------------------------------------------------------------------------------------- */

/* Log whole transfers. numbers[0] is the time from sending to the start of the run in ns, numbers[1] the time from
 * sending to the logging of the transfers in ns. */
static void transfers(struct stage *stage)
{
    int scl = 0;
    picture_start("");
    for (int line = 1; line <= 2; line++)
        VT_scldef("toy.c", line, &scl);
    double before = VT_timestamp() - 2.5;
    STAGE_CHECK(VT_log_msgevent(3, 0, 100, 7, VT_COMM_WORLD, before, 1, 2) == VT_OK);
    STAGE_CHECK(VT_log_msgevent(0, 3, 200, 8, VT_COMM_SELF, before, 1, 2) == VT_OK);
    stage->numbers[0] = (uint64_t)((VT_timestart() - before) * 1e9);
    stage->numbers[1] = (uint64_t)((VT_timestamp() - before) * 1e9);
    STAGE_CHECK(VT_log_msgevent(0, 0, 300, 9, VT_COMM_WORLD, 0, VT_NOSCL, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_log_msgevent(4, 5, 400, 9, VT_COMM_WORLD, 0, 1, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_log_msgevent(-1, 0, 1, 1, VT_COMM_WORLD, 0, VT_NOSCL, VT_NOSCL) == VT_ERR_BADARG);
    STAGE_CHECK(VT_log_msgevent(0, -1, 1, 1, VT_COMM_WORLD, 0, VT_NOSCL, VT_NOSCL) == VT_ERR_BADARG);
    STAGE_CHECK(VT_log_msgevent(0, 1, -1, 1, VT_COMM_WORLD, 0, VT_NOSCL, VT_NOSCL) == VT_ERR_BADARG);
    STAGE_CHECK(VT_log_msgevent(1, 0, 1, 1, VT_COMM_WORLD, 0, 99, VT_NOSCL) == VT_ERR_BADSCLID);
    STAGE_CHECK(VT_log_msgevent(1, 0, 1, 1, VT_COMM_WORLD, 0, VT_NOSCL, 99) == VT_ERR_BADSCLID);
    VT_finalize();
    STAGE_CHECK(VT_log_msgevent(1, 0, 1, 1, VT_COMM_WORLD, 0, VT_NOSCL, VT_NOSCL) == VT_ERR_NOTINITIALIZED);
}

/* Expect that the tool's output contains `text` exactly `count` times, each time followed by a number in the range. */
static void expect_numbers(const struct stage *stage, const char *text, unsigned count, double least, double most)
{
    unsigned found = 0;
    char *whole = stage_text(stage, "tool");
    for (const char *at = whole; (at = strstr(at, text)) != NULL; at++) {
        double number;
        if (sscanf(at + strlen(text), "%lf", &number) == 1) {
            assert_true(number >= least && number <= most);
            found++;
        }
    }
    assert_int_equal(found, count);
    free(whole);
}

TEST(transfer_is_logged_by_either_side_with_time_and_place_of_sending)
{
    struct stage stage;
    stage_play(&stage, transfers);
    expect_log(&stage, "1 thread\n"
                       "1 sent @1\n"
                       "1 receive 3 tag 7 in 0: 100 @2\n"
                       "1 sent\n"
                       "1 send 3 tag 8 in 1: 200 @1\n"
                       "1 receive 0 tag 9 in 0: 300\n"
                       "1 sent @1\n"
                       "1 receive 4 tag 9 in 0: 400\n");
    expect_kinds(&stage, "bad-argument 3\nbad-handle 2\n");
    picture_close();
    assert_int_equal(stage_run(&stage, QII_PROGRAM " trace run.qii"), 0);
    assert_int_equal(stage_lines(&stage, "tool", " s before  at toy.c:1"), 1);
    assert_int_equal(stage_lines(&stage, "tool", " s before"), 2);
    expect_numbers(&stage, "sent ", 2, 2.495, (double)stage.numbers[1] * 1e-9 + 0.05);
    assert_int_equal(stage_lines(&stage, "tool", "sent  at toy.c:1"), 1);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " export --format=json --events run.qii"), 0);
    double sent = -(double)stage.numbers[0];
    expect_numbers(&stage, "\"sent_ns\":", 2, sent - 2000, sent + 2000);
    assert_int_equal(stage_lines(&stage, "tool", "\"sent_ns\":null"), 1);
    stage_close(&stage);
}

/* ---- located automatically -------------------------------------------------------------------------------- */

static void located(struct stage *stage)
{
    int scope = 0;
    int number = 0;
    (void)stage;
    setenv("VT_PCTRACE", "1", 1);
    picture_start("");
    VT_scopedef("s", VT_NOCLASS, VT_NOSCL, VT_NOSCL, &scope);
    for (int i = 0; i < 2; i++) {
        STAGE_CHECK(VT_log_sendmsg(1, 2, 3, VT_COMM_WORLD, VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_log_comment("here") == VT_OK);
        STAGE_CHECK(VT_scopebegin(scope, VT_NOSCL, &number) == VT_OK);
        STAGE_CHECK(VT_scopeend(scope, number, VT_NOSCL) == VT_OK);
    }
    VT_finalize();
}

/* The scene is a fork of the test, so its functions have the same addresses. */
TEST(pctrace_locates_messages_scopes_and_comments)
{
    struct stage stage;
    struct qp_events events;
    struct qp_locations places;
    struct qp_event event;
    struct qp_error error;
    int seen = 0;
    stage_play(&stage, located);
    struct qp_profile *profile = (struct qp_profile *)picture_profile(&stage);
    assert_int_equal(qp_events_open(&events, profile, &error), 0);
    assert_true(qp_locations_open(&places, &profile->reader));
    for (; qp_events_next(&events, &event);) {
        if (event.kind == QP_EVENT_THREAD)
            continue;
        const struct qp_location *place = qp_locations_find(&places, event.location);
        assert_non_null(place);
        assert_int_equal(place->count, 1);
        assert_in_range(place->addresses[0], (uintptr_t)located, (uintptr_t)located + 4096);
        seen++;
    }
    assert_int_equal(seen, 8);
    qp_locations_close(&places);
    qp_events_close(&events);
    picture_close();
    stage_close(&stage);
}

/* ---- channels --------------------------------------------------------------------------------------------- */

#define THREADS  4
#define CHANNELS 20000

static pthread_barrier_t together;

static void *send_all(void *data)
{
    for (int tag = 0; tag < CHANNELS; tag++) {
        if (tag % 1000 == 0)
            pthread_barrier_wait(&together);
        STAGE_CHECK(VT_log_sendmsg(tag % 7, tag, tag, VT_COMM_WORLD, VT_NOSCL) == VT_OK);
    }
    return data;
}

static void race(struct stage *stage)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&together, NULL, THREADS);
    (void)stage;
    picture_start("");
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, send_all, NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    VT_finalize();
}

static void check_totals(struct qp_profile *profile)
{
    struct qp_messages messages;
    struct qp_error error;
    uint64_t count = 0, bytes = 0;
    assert_int_equal(qp_messages_open(&messages, profile, &error), 0);
    for (uint32_t i = 0; i < messages.item_count; i++) {
        const struct qp_traffic_item *item = &messages.items[i];
        assert_int_equal(item->channel.tag_range, item->channel.tag >= 4096);
        assert_int_equal(item->direction, QP_TRAFFIC_SENT);
        count += item->count;
        bytes += item->bytes;
    }
    assert_int_equal(count, THREADS * CHANNELS);
    assert_int_equal(bytes, (uint64_t)THREADS * CHANNELS * (CHANNELS - 1) / 2);
    qp_messages_close(&messages);
}

TEST(threads_that_race_create_each_channel_once)
{
    struct stage stage;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error;
    int sends = 0, channels = 0;
    stage_play(&stage, race);
    assert_int_equal(qp_events_open(&events, (struct qp_profile *)picture_profile(&stage), &error), 0);
    for (uint32_t i = 0; i < events.definitions.channel_count; i++) /* totals have further channels, of several tags */
        channels +=
            !events.definitions.channels[i].tag_range && events.definitions.channels[i].communicator == VT_COMM_WORLD;
    assert_int_equal(channels, CHANNELS);
    while (qp_events_next(&events, &event)) {
        if (event.kind != QP_EVENT_SEND)
            continue;
        const struct qp_event_channel *channel = qp_event_definitions_channel(&events.definitions, event.object);
        assert_non_null(channel);
        assert_int_equal(channel->tag, event.value);
        assert_int_equal(channel->peer, event.value % 7);
        sends++;
    }
    assert_int_equal(sends, THREADS * CHANNELS);
    qp_events_close(&events);
    check_totals((struct qp_profile *)picture_profile(&stage));
    picture_close();
    stage_close(&stage);
}

/* ---- comments --------------------------------------------------------------------------------------------- */

#define LONG 65536

static char long_text[LONG + 1];
static char bytes[256];

static void fill_texts(void)
{
    memset(long_text, 'x', LONG);
    for (int i = 0; i < 255; i++)
        bytes[i] = (char)(i + 1);
}

static void comments(struct stage *stage)
{
    int scl = 0;
    (void)stage;
    picture_start("");
    fill_texts();
    STAGE_CHECK(VT_log_comment("before the loop") == VT_OK);
    VT_scldef("toy.c", 1, &scl);
    VT_thisloc(scl);
    STAGE_CHECK(VT_log_comment(long_text) == VT_OK && VT_log_comment(bytes) == VT_OK && VT_log_comment("") == VT_OK);
    STAGE_CHECK(VT_log_comment(NULL) == VT_ERR_BADARG);
    VT_finalize();
}

TEST(comments_may_have_any_bytes)
{
    static const char *const expected[] = {"before the loop", long_text, bytes, ""};
    struct stage stage;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error;
    int seen = 0;
    stage_play(&stage, comments);
    fill_texts();
    struct qp_profile *profile = (struct qp_profile *)picture_profile(&stage);
    assert_int_equal(qp_events_open(&events, profile, &error), 0);
    while (qp_events_next(&events, &event)) {
        if (event.kind != QP_EVENT_COMMENT)
            continue;
        struct qp_text text = qp_reader_text(&profile->reader, (uint32_t)event.value);
        assert_true(seen < 4);
        assert_int_equal(text.length, strlen(expected[seen]));
        assert_memory_equal(text.bytes, expected[seen], text.length);
        assert_int_equal(event.location, seen == 1 ? 1 : 0);
        seen++;
    }
    assert_int_equal(seen, 4);
    qp_events_close(&events);
    picture_close();
    stage_close(&stage);
}
