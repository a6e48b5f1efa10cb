/* firefox_log.c - export of a log that has more events than the Firefox Profiler accepts. */
#include "profile/load/profile.h"
#include "export/firefox/firefox.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"
#include "tests/support/timeline_log.h"

static struct qp_profile profile;
static struct qp_log events;
static struct qp_counters counters;
static struct qp_export export;
static struct qp_firefox_log gathered;

/* Gather the log of a builder's file, limited to `most` markers and `most` samples. */
static void gather(struct builder *builder, uint32_t most)
{
    struct qp_error error = {0};
    int fd = test_open_builder(&profile, builder);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(qp_log_open(&events, &profile, &error), 0);
    assert_int_equal(qp_counters_open(&counters, &profile, &error), 0);
    export.profile = &profile;
    export.log = &events;
    export.counters = &counters;
    assert_true(qp_labels_open(&export.labels, &profile, (struct qp_labels_style){0}));
    assert_true(qp_firefox_log_open(&gathered, &export, most));
}

static void close_all(void)
{
    qp_firefox_log_close(&gathered);
    qp_labels_close(&export.labels);
    qp_counters_close(&counters);
    qp_log_close(&events);
    qp_profile_close(&profile);
}

static void build_virtual_threads(struct builder *builder)
{
    static struct timeline_log made;
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_create(&made, 1, 150, 1, 0xb);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_leave(&made, 1, 300, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    timeline_log_of(&made, 1, 400, QP_EVENT_RUN, 1);
    timeline_log_leave(&made, 1, 500, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    *builder = made.builder;
}

/* The log names the virtual thread of a state only when the state ends. In this test, the state ends after the limit
 * of markers was reached. */
TEST(marker_gets_its_virtual_thread_though_it_is_known_only_after_the_limit)
{
    struct builder builder;
    build_virtual_threads(&builder);
    gather(&builder, UINT32_MAX);
    uint32_t all = gathered.marker_count;
    assert_int_equal(gathered.left_out, 0);
    close_all();
    build_virtual_threads(&builder);
    gather(&builder, 1);
    assert_int_equal(gathered.marker_count, 1);
    struct qp_firefox_vthread vthread = qp_firefox_vthread_of(&gathered, &gathered.markers[0]);
    assert_non_null(vthread.name);
    assert_string_equal(vthread.name, "worker 0xa");
    assert_int_equal(vthread.group, 0);
    assert_int_equal(gathered.left_out, all - 1);
    close_all();
}

TEST(counters_beyond_the_limit_are_kept_and_omitted_events_are_counted)
{
    struct builder builder;
    sample_build(&builder);
    gather(&builder, UINT32_MAX);
    uint32_t markers = gathered.marker_count, samples = gathered.sample_count, known = gathered.counter_count;
    uint64_t no_numbers = gathered.left_out; /* number of values that are infinite or NaN, which every export omits */
    close_all();
    assert_true(markers > 2 && samples > 2 && known > 1);
    sample_build(&builder);
    gather(&builder, 2);
    assert_int_equal(gathered.marker_count, 2);
    assert_int_equal(gathered.sample_count, 2);
    assert_int_equal(gathered.counter_count, known);
    assert_int_equal(gathered.left_out, no_numbers + markers - 2 + samples - 2);
    close_all();
}
