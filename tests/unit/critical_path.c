/* critical_path.c - the critical path to the end of a run or of a virtual thread, in logs that the tests write. */
#include "profile/log/critical_path.h"
#include "format/words.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"
#include "tests/support/timeline_log.h"

#include <string.h>

static struct timeline_log made;

static void write_segment(const struct qp_profile *profile, const struct qp_chain_segment *segment, char *text,
                          size_t size)
{
    char function[40] = "";
    if (segment->node != QP_NONE)
        qp_profile_method_name(profile, profile->nodes[segment->node].method, function, sizeof function);
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%x %s%s%s %d-%d", length ? ", " : "", (unsigned)segment->id,
             qp_words_state(QP_TIME_OF(segment->state)), *function ? " " : "", function, (int)segment->from,
             (int)segment->until);
}

/* Assert the critical path in the log `made`, such as "a running 100-200, b blocked read 200-300". Its parts must be
 * contiguous. */
static void assert_path(const char *wanted, const char *phase, uint64_t of, const char *expected)
{
    struct qp_profile profile;
    struct qp_query query;
    struct qp_critical_path path;
    struct qp_error error = {0};
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    char text[500] = "";
    selection.phase = phase;
    struct builder builder = made.builder;
    int fd = test_open_builder(&profile, &builder);
    assert_int_equal(qp_query_open(&query, &profile, &selection, &error), 0);
    assert_int_equal(qp_critical_path_open(&path, &profile, &query, wanted, &error), 0);
    uint64_t at = path.from;
    for (uint32_t i = 0; i < path.count; i++) {
        write_segment(&profile, &path.items[i], text, sizeof text);
        assert_int_equal(path.items[i].from, at);
        at = path.items[i].until;
    }
    assert_int_equal(at, path.until);
    assert_string_equal(text, expected);
    assert_int_equal(path.of.id, of);
    assert_int_equal(profile.reader.damages, 0);
    qp_critical_path_close(&path);
    qp_query_close(&query);
    qp_profile_close(&profile);
    close(fd);
}

static void put(int carrier, uint64_t tick, enum qp_event_kind kind, int context)
{
    timeline_log_of(&made, carrier, tick, kind, context);
}

static void leave(int carrier, uint64_t tick, enum qp_event_kind kind, enum timeline_function function)
{
    timeline_log_leave(&made, carrier, tick, kind, function);
}

/* Create a virtual thread. Contexts 0, 1 and 2 are the virtual threads a, b and c. */
static void create(int carrier, uint64_t tick, int context)
{
    timeline_log_create(&made, carrier, tick, context, 0xa + (uint64_t)context);
}

/* Log an interval of running time, the event that ends it, and the function in which it ends. */
static void run(int carrier, int context, uint64_t from, uint64_t until, enum qp_event_kind end,
                enum timeline_function function)
{
    put(carrier, from, QP_EVENT_RUN, context);
    leave(carrier, until, end, function);
}

/* Write a log in which C waits for B, and B waits for A, which calculates all the time. */
static void make_chain(void)
{
    timeline_log_begin(&made);
    for (int i = 0; i < 3; i++)
        create(1, 10, i);
    run(1, 2, 20, 30, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    run(1, 1, 40, 50, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    put(1, 60, QP_EVENT_RUN, 0);
    put(1, 200, QP_EVENT_WAKE, 1);
    put(2, 210, QP_EVENT_RUN, 1);
    put(2, 300, QP_EVENT_WAKE, 2);
    leave(1, 310, QP_EVENT_READY, TIMELINE_WORK);
    put(1, 310, QP_EVENT_DESTROY, 0);
    leave(2, 320, QP_EVENT_READY, TIMELINE_WORK);
    put(2, 320, QP_EVENT_DESTROY, 1);
    run(2, 2, 350, 400, QP_EVENT_READY, TIMELINE_WORK);
    put(2, 400, QP_EVENT_DESTROY, 2);
}

TEST(path_goes_from_waker_to_waker)
{
    make_chain();
    assert_path(NULL, NULL, 0xc,
                "a runnable 10-60, a running 60-200, b runnable receive 200-210, b running 210-300, "
                "c runnable receive 300-350, c running work 350-400");
}

TEST(path_of_a_virtual_thread_goes_from_its_creation_to_its_end)
{
    make_chain();
    assert_path("0xb", NULL, 0xb,
                "a runnable 10-60, a running 60-200, b runnable receive 200-210, b running work 210-320");
    make_chain();
    assert_path("0xa", NULL, 0xa, "a runnable 10-60, a running work 60-310");
    make_chain();
    assert_path("0xd", NULL, 0, "");
}

/* If several virtual threads match a part of a name, the virtual thread that lived longest is selected. */
TEST(name_selects_the_longest_life)
{
    make_chain();
    assert_path("work", NULL, 0xc,
                "a runnable 10-60, a running 60-200, b runnable receive 200-210, b running 210-300, "
                "c runnable receive 300-350, c running work 350-400");
}

/* A resumes the generator B twice: B yields the first time and ends the second time. While A waits for B, the path
 * of A goes through B. The time in which B is suspended is on no path. */
TEST(path_of_a_resumer_goes_through_the_resumed_virtual_thread)
{
    timeline_log_begin(&made);
    create(1, 10, 0);
    put(1, 10, QP_EVENT_RUN, 0);
    create(1, 20, 1);
    leave(1, 100, QP_EVENT_RESUME, TIMELINE_WORK);
    run(1, 1, 100, 150, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    run(1, 0, 150, 300, QP_EVENT_RESUME, TIMELINE_WORK);
    run(1, 1, 310, 380, QP_EVENT_READY, TIMELINE_NOWHERE);
    put(1, 380, QP_EVENT_DESTROY, 1);
    run(1, 0, 390, 400, QP_EVENT_READY, TIMELINE_WORK);
    assert_path(NULL, NULL, 0xa,
                "a running work 10-100, b running receive 100-150, a running work 150-300, a blocked work 300-310, "
                "b running 310-380, a blocked work 380-390, a running work 390-400");
}

/* A waits for the virtual thread that it resumed, but another virtual thread wakes A. The path of A goes through the
 * thread that woke it. */
TEST(wake_up_takes_precedence_over_the_last_one_on_the_carrier)
{
    timeline_log_begin(&made);
    create(1, 10, 0);
    create(1, 10, 1);
    put(1, 10, QP_EVENT_RUN, 0);
    put(2, 10, QP_EVENT_RUN, 1);
    leave(1, 100, QP_EVENT_RESUME, TIMELINE_WORK);
    put(2, 200, QP_EVENT_WAKE, 0);
    put(1, 250, QP_EVENT_RUN, 0);
    leave(2, 260, QP_EVENT_READY, TIMELINE_WORK);
    leave(1, 400, QP_EVENT_READY, TIMELINE_WORK);
    assert_path(NULL, NULL, 0xa, "b running 10-200, a runnable work 200-250, a running work 250-400");
}

TEST(suspension_that_no_virtual_thread_ended_is_its_own)
{
    timeline_log_begin(&made);
    create(1, 10, 0);
    run(1, 0, 10, 100, QP_EVENT_BLOCK, TIMELINE_READ);
    put(2, 300, QP_EVENT_WAKE, 0); /* woken by a device */
    run(1, 0, 330, 400, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    run(1, 0, 500, 600, QP_EVENT_READY, TIMELINE_WORK);    /* runs again without a wake-up */
    run(1, 0, 650, 700, QP_EVENT_READY, TIMELINE_NOWHERE); /* runs again after it yielded */
    assert_path(NULL, NULL, 0xa,
                "a running read 10-100, a blocked read 100-300, a runnable read 300-330, a running receive 330-400, "
                "a waiting receive 400-500, a running work 500-600, a runnable work 600-650, a running 650-700");
}

TEST(path_of_a_created_virtual_thread_begins_with_its_creators_path)
{
    timeline_log_begin(&made);
    create(1, 10, 0);
    put(1, 20, QP_EVENT_RUN, 0);
    create(1, 50, 1);
    leave(1, 70, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    run(2, 1, 80, 200, QP_EVENT_READY, TIMELINE_WORK);
    put(2, 200, QP_EVENT_DESTROY, 1);
    assert_path(NULL, NULL, 0xb, "a runnable 10-20, a running 20-50, b runnable 50-80, b running work 80-200");
}

TEST(path_of_a_virtual_thread_selected_by_name_begins_at_its_creation)
{
    timeline_log_begin(&made);
    create(1, 10, 0);
    put(1, 20, QP_EVENT_RUN, 0);
    create(1, 50, 1);
    run(2, 1, 80, 90, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    put(1, 150, QP_EVENT_WAKE, 1);
    run(2, 1, 160, 200, QP_EVENT_READY, TIMELINE_WORK);
    put(2, 200, QP_EVENT_DESTROY, 1);
    leave(1, 250, QP_EVENT_READY, TIMELINE_WORK);
    assert_path("0xb", NULL, 0xb, "a running 50-150, b runnable receive 150-160, b running work 160-200");
}

/* A wakes another virtual thread while it runs, which splits A's running time into two parts. On A's own path the
 * parts are joined. */
TEST(wake_up_of_a_virtual_thread_off_the_path_splits_nothing)
{
    make_chain();
    assert_path("10", NULL, 0xa, "a runnable 10-60, a running work 60-310");
}

TEST(running_threads_run_until_the_end)
{
    timeline_log_begin(&made);
    create(1, 10, 0);
    put(1, 10, QP_EVENT_RUN, 0);
    create(1, 50, 1);
    run(2, 1, 60, 100, QP_EVENT_BLOCK, TIMELINE_READ);
    timeline_log_put(&made, 2, 500, QP_EVENT_END, 0);
    assert_path(NULL, NULL, 0xa, "a running 10-500");
}

TEST(loss_cuts_the_path_and_its_longest_part_is_shown)
{
    timeline_log_begin(&made);
    create(1, 10, 0);
    run(1, 0, 10, 100, QP_EVENT_BLOCK, TIMELINE_READ);
    timeline_log_lost(&made, 1, 200, 5);
    run(1, 0, 300, 700, QP_EVENT_BLOCK, TIMELINE_READ);
    run(1, 0, 750, 800, QP_EVENT_BLOCK, TIMELINE_READ);
    timeline_log_lost(&made, 1, 800, 5);
    run(1, 0, 900, 950, QP_EVENT_BLOCK, TIMELINE_READ);
    assert_path(NULL, NULL, 0xa, "a running read 300-700, a blocked read 700-750, a running read 750-800");
}

TEST(migrated_virtual_thread_continues_to_run)
{
    timeline_log_begin(&made);
    create(1, 10, 0);
    put(1, 10, QP_EVENT_RUN, 0);
    put(2, 100, QP_EVENT_RUN, 0);
    leave(1, 100, QP_EVENT_READY, TIMELINE_WORK);
    leave(2, 200, QP_EVENT_BLOCK, TIMELINE_READ);
    assert_path(NULL, NULL, 0xa, "a running read 10-200");
}

TEST(phase_has_its_part_of_the_path)
{
    make_chain();
    builder_mark(&made.builder, QP_QPROF, QP_MARK_PHASE, 150, 1, "warm");
    assert_path(NULL, "warm", 0xc,
                "a running 150-200, b runnable receive 200-210, b running 210-300, c runnable receive 300-350, "
                "c running work 350-400");
}

TEST(phase_ends_the_path)
{
    make_chain();
    builder_mark(&made.builder, QP_QPROF, QP_MARK_PHASE, 305, 1, "warm");
    assert_path(NULL, "0", 0xb, "a runnable 10-60, a running 60-200, b runnable receive 200-210, b running 210-300");
}

TEST(first_of_two_wake_ups_counts)
{
    timeline_log_begin(&made);
    create(1, 10, 0);
    create(1, 10, 1);
    create(1, 10, 2);
    run(1, 0, 20, 30, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    put(1, 40, QP_EVENT_RUN, 1);
    put(2, 50, QP_EVENT_RUN, 2);
    put(1, 100, QP_EVENT_WAKE, 0);
    put(2, 100, QP_EVENT_WAKE, 0);
    leave(1, 110, QP_EVENT_BLOCK, TIMELINE_READ);
    leave(2, 110, QP_EVENT_BLOCK, TIMELINE_READ);
    run(1, 0, 120, 200, QP_EVENT_READY, TIMELINE_WORK);
    assert_path(NULL, NULL, 0xa,
                "b runnable 10-40, b running 40-100, a runnable receive 100-120, a running work 120-200");
}

TEST(events_before_a_clear_are_ignored)
{
    make_chain();
    builder_mark(&made.builder, QP_QPROF, QP_MARK_CLEAR, 205, 1, NULL);
    assert_path(NULL, NULL, 0xc,
                "b runnable receive 205-210, b running 210-300, c runnable receive 300-350, c running work 350-400");
}
