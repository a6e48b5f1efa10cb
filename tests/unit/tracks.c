/* tracks.c - the log as bars, samples and points, read from logs that the tests write. */
#include "profile/log/tracks.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"
#include "tests/support/timeline_log.h"

#include <string.h>

static struct timeline_log made;
static struct qp_resolver resolver;
static char *tracks; /* description of all reported tracks, one per line */
static FILE *out;
static char names[20][40]; /* name of each track */
static uint64_t last;      /* newest reported tick */

static bool take_track(void *to, const struct qp_track *track)
{
    static const char *const kinds[] = {"thread", "carrier", "virtual", "counter", "scope"};
    (void)to;
    assert_true(track->number < 20);
    qp_tracks_name(&resolver.events, track, names[track->number], sizeof *names);
    fprintf(out, "%s %u %s\n", kinds[track->kind], track->number, names[track->number]);
    return true;
}

static void show(const char *word, const struct qp_bar *bar)
{
    static const char *const states[] = {"", "running", "runnable", "blocked", "waiting"};
    char value[60] = "";
    if (bar->kind == QP_BAR_STATE)
        strcpy(value, states[bar->value]);
    else if (bar->kind == QP_BAR_FUNCTION)
        qp_tracks_function(&resolver.events, bar, value, sizeof value);
    else
        snprintf(value, sizeof value, "%u", bar->value);
    fprintf(out, "%u %s %s", bar->track, word, value);
    if (bar->depth)
        fprintf(out, " depth %u", bar->depth);
    if (bar->flow)
        fprintf(out, " flow %u", (unsigned)bar->flow);
    if (bar->resumer)
        fprintf(out, " by %u", bar->resumer - 1);
}

static bool take_begin(void *to, const struct qp_bar *bar)
{
    (void)to;
    assert_true(bar->from >= last);
    last = bar->from;
    show("begins", bar);
    fprintf(out, " %u\n", (unsigned)bar->from);
    return true;
}

static bool take_end(void *to, const struct qp_bar *bar)
{
    (void)to;
    assert_true(bar->until >= last);
    last = bar->until;
    show("ends", bar);
    fprintf(out, " %u-%u%s\n", (unsigned)bar->from, (unsigned)bar->until, bar->cut ? " cut" : "");
    return true;
}

static bool take_sample(void *to, const struct qp_sample *sample)
{
    (void)to;
    fprintf(out, "%u = %g %u\n", sample->track, sample->number, (unsigned)sample->at);
    return true;
}

static bool take_point(void *to, const struct qp_point *point)
{
    (void)to;
    fprintf(out, "%u %s", point->track, qp_events_kind_name(point->event->event.kind));
    if (point->other != QP_NONE)
        fprintf(out, " %u flow %u", point->other, (unsigned)point->flow);
    fprintf(out, " %u\n", (unsigned)point->at);
    return true;
}

/* Read all tracks of a file. */
static void read_builder(struct builder *builder, const struct qp_tracks_calls *calls)
{
    struct qp_profile profile;
    struct qp_error error = {0};
    size_t size;
    int fd = test_open_builder(&profile, builder);
    assert_true(fd >= 0);
    assert_int_equal(qp_resolver_open(&resolver, &profile, &error), 0);
    free(tracks);
    last = 0;
    out = open_memstream(&tracks, &size);
    assert_true(qp_tracks_read(&resolver, calls, NULL));
    fclose(out);
    qp_resolver_close(&resolver);
    qp_profile_close(&profile);
    close(fd);
}

static const struct qp_tracks_calls bars = {take_track, take_begin, take_end, take_sample, take_point, 0, NULL};

TEST(virtual_thread_has_a_bar_for_each_state_and_its_carrier_one_for_each_run)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_leave(&made, 1, 300, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    timeline_log_of(&made, 2, 450, QP_EVENT_WAKE, 0);
    timeline_log_of(&made, 1, 460, QP_EVENT_WAKE, 0);
    timeline_log_of(&made, 2, 500, QP_EVENT_RUN, 0);
    timeline_log_leave(&made, 2, 600, QP_EVENT_READY, TIMELINE_WORK);
    timeline_log_of(&made, 2, 600, QP_EVENT_DESTROY, 0);
    read_builder(&made.builder, &bars);
    assert_string_equal(tracks, "carrier 1 first\n"
                                "1 create 0 flow 1 100\n"
                                "0 begins runnable flow 1 100\n"
                                "1 begins 0 200\n"
                                "0 ends runnable flow 1 100-200\n"
                                "0 begins running 200\n"
                                "1 ends 0 200-300\n"
                                "0 ends running 200-300\n"
                                "0 begins waiting 300\n"
                                "virtual 0 worker 0xa\n"
                                "carrier 2 second\n"
                                "2 wake 0 flow 2 450\n"
                                "0 ends waiting 300-450\n"
                                "0 begins runnable flow 2 450\n"
                                "1 wake 0 flow 0 460\n" /* the first wake-up counts */
                                "2 begins 0 500\n"
                                "0 ends runnable flow 2 450-500\n"
                                "0 begins running 500\n"
                                "2 ends 0 500-600\n"
                                "0 ends running 500-600\n"
                                "0 begins runnable 600\n"
                                "0 ends runnable 600-600\n");
}

TEST(wake_up_comes_from_the_running_virtual_thread)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_create(&made, 1, 250, 1, 0xb);
    read_builder(&made.builder, &(struct qp_tracks_calls){.point = take_point});
    assert_string_equal(tracks, "1 create 0 flow 1 100\n"
                                "0 create 2 flow 2 250\n");
}

TEST(run_is_caused_by_the_virtual_thread_that_resumed_it)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_create(&made, 1, 250, 1, 0xb);
    timeline_log_leave(&made, 1, 300, QP_EVENT_RESUME, TIMELINE_WORK);
    timeline_log_of(&made, 1, 300, QP_EVENT_RUN, 1);
    timeline_log_leave(&made, 1, 400, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    timeline_log_of(&made, 1, 400, QP_EVENT_RUN, 0); /* continues, resumed by nobody */
    read_builder(&made.builder, &(struct qp_tracks_calls){.begin = take_begin});
    assert_string_equal(tracks, "0 begins runnable flow 1 100\n"
                                "1 begins 0 200\n"
                                "0 begins running 200\n"
                                "2 begins runnable flow 2 250\n"
                                "0 begins blocked 300\n"
                                "1 begins 2 300\n"
                                "2 begins running by 0 300\n"
                                "2 begins waiting 400\n"
                                "1 begins 0 400\n"
                                "0 begins running 400\n");
}

TEST(reused_context_has_another_track)
{
    timeline_log_begin(&made);
    timeline_log_thread(&made, 0, 0xa, "first", 100, 300);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_create(&made, 1, 300, 0, 0xb); /* the end of the previous virtual thread is missing */
    timeline_log_of(&made, 1, 400, QP_EVENT_DESTROY, 0);
    timeline_log_of(&made, 1, 500, QP_EVENT_DESTROY, 0); /* the end of an unknown virtual thread */
    read_builder(&made.builder, &(struct qp_tracks_calls){take_track, .end = take_end});
    assert_string_equal(tracks, "carrier 1 first\n"
                                "virtual 0 first 0xa\n"
                                "0 ends runnable flow 1 100-300\n"
                                "2 ends runnable flow 2 300-400\n"
                                "virtual 2 0xb\n");
}

TEST(no_bar_crosses_a_loss)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_create(&made, 1, 100, 1, 0xb);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_lost(&made, 1, 300, 17);
    timeline_log_of(&made, 1, 400, QP_EVENT_RUN, 0);
    read_builder(&made.builder, &(struct qp_tracks_calls){.end = take_end, .point = take_point});
    assert_string_equal(tracks, "1 create 0 flow 1 100\n"
                                "1 create 2 flow 2 100\n"
                                "0 ends runnable flow 1 100-200\n"
                                "0 ends running 200-300 cut\n"
                                "2 ends runnable flow 2 100-300 cut\n"
                                "1 ends 0 200-300 cut\n"
                                "1 lost 300\n"
                                "1 ends 0 400-1000000 cut\n"
                                "0 ends running 400-1000000 cut\n");
}

TEST(no_bar_lies_in_a_pause_or_before_a_clear)
{
    sample_timeline(&made, true); /* cleared at 320, paused from 500 to 520; 0xb ended before the clear */
    read_builder(&made.builder, &(struct qp_tracks_calls){take_track, .end = take_end});
    assert_string_equal(tracks, "carrier 1 first\n"
                                "carrier 4 second\n"
                                "0 ends runnable 320000-360000\n"
                                "virtual 0 worker 1 0xa\n"
                                "3 ends blocked 320000-400000\n"
                                "virtual 3 worker 0xc\n"
                                "virtual 5 worker 4 0xd\n"
                                "4 ends 0 360000-430000\n"
                                "0 ends running 360000-430000\n"
                                "0 ends runnable 430000-430000\n"
                                "5 ends runnable flow 2 420000-440000\n"
                                "1 ends 5 440000-500000 cut\n"
                                "5 ends running 440000-500000 cut\n"
                                "3 ends runnable flow 1 400000-500000 cut\n"
                                "1 ends 5 520000-550000\n"
                                "5 ends running 520000-550000\n"
                                "5 ends runnable 550000-1000000 cut\n");
}

TEST(states_scopes_counters_and_messages_of_libvt_are_reported)
{
    struct builder builder;
    sample_build(&builder);
    read_builder(&builder, &bars);
    assert_string_equal(tracks, "thread 0 main\n"
                                "0 begins Solver:Step 101000\n"
                                "counter 1 Solver:error\n"
                                "1 = 0.5 101000\n"
                                "counter 2 Solver:odd \"name\", \\xff\n"
                                "2 = 10 101000\n"
                                "counter 3 Solver:bytes\n"
                                "3 = 100 101000\n"
                                "thread 4 worker\n"
                                "4 begins Solver:Step 101600\n"
                                "0 begins Application:io depth 1 103000\n"
                                "0 send 103500\n"
                                "0 receive 104000\n"
                                "0 ends Application:io depth 1 103000-105000\n"
                                "1 = 2.5 105000\n"
                                "0 comment 105010\n"
                                "scope 5 Solver:phase one\n"
                                "5 begins 1 105020\n"
                                "0 ends Solver:Step 101000-106020\n"
                                "0 off 106030\n"
                                "4 ends Solver:Step 101600-106600\n"
                                "1 = 4 106600\n"
                                "counter 6 Solver:odd \"name\", \\xff\n" /* track 6: the counter of track 2 on the
                                                                          * other thread */
                                "6 = 10 106600\n"
                                "0 on 111030\n"
                                "0 gap 700000\n"
                                "0 begins Solver:Step 700010\n"
                                "0 ends Solver:Step 700010-900010\n"
                                "5 ends 1 105020-900020\n"
                                "0 lost 900030\n"
                                "1 = 1.5 900030\n"
                                "3 = 300 900030\n");
}

static bool refuse(void *to, const struct qp_bar *bar)
{
    unsigned *calls = to;
    (void)bar;
    ++*calls;
    return false;
}

TEST(failing_callback_ends_the_reading)
{
    struct qp_profile profile;
    struct qp_error error = {0};
    unsigned calls = 0;
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_create(&made, 1, 200, 1, 0xb);
    int fd = test_open_builder(&profile, &made.builder);
    assert_int_equal(qp_resolver_open(&resolver, &profile, &error), 0);
    assert_false(qp_tracks_read(&resolver, &(struct qp_tracks_calls){.begin = refuse}, &calls));
    assert_int_equal(calls, 1);
    qp_resolver_close(&resolver);
    qp_profile_close(&profile);
    close(fd);
}
