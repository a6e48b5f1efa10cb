/* timeline.c - states of virtual threads over time: where each virtual thread runs, and since when. The tests write
 * the logs. */
#include "profile/log/timeline.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"
#include "tests/support/timeline_log.h"

#include <string.h>

static struct timeline_log made;
static struct qp_profile profile;
static struct qp_events events;
static struct qp_timeline timeline;
static struct qp_timeline_step step;
static int fd;

static void open_log(void)
{
    struct qp_error error = {0};
    fd = test_open_builder(&profile, &made.builder);
    assert_true(fd >= 0);
    assert_int_equal(qp_events_open(&events, &profile, &error), 0);
    assert_true(qp_timeline_open(&timeline, &profile));
}

static void close_log(void)
{
    qp_timeline_close(&timeline);
    qp_events_close(&events);
    qp_profile_close(&profile);
    close(fd);
}

static const char *state_name(const struct qp_life *life)
{
    static const char *const names[] = {"unknown",
#define X(constant, name) name,
                                        QP_STATE_LIST(X)
#undef X
    };
    return life->over ? "over" : names[life->state];
}

/* Describe the next event, such as "worker 0xa waiting 100": the virtual thread's new state, and the tick at which it
 * began. */
static const char *next(void)
{
    static char text[200];
    struct qp_event event;
    char name[100] = "nobody";
    assert_true(qp_events_next(&events, &event));
    assert_true(qp_timeline_follow(&timeline, &event, &step));
    if (step.life == QP_NONE)
        return strcpy(text, name);
    const struct qp_life *life = &timeline.lives[step.life];
    qp_life_show(&profile, life, name, sizeof name);
    int length = snprintf(text, sizeof text, "%s %s", name, state_name(life));
    if (life->since)
        length += snprintf(text + length, sizeof text - (size_t)length, " %d", (int)life->since);
    if (life->woken)
        snprintf(text + length, sizeof text - (size_t)length, " woken %d", (int)life->woken);
    return text;
}

static const char *by(void)
{
    static char name[100];
    strcpy(name, "carrier");
    if (step.by != QP_NONE)
        qp_life_show(&profile, &timeline.lives[step.by], name, sizeof name);
    return name;
}

TEST(each_event_has_the_thread_whose_state_changed_and_the_cause)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_create(&made, 1, 250, 1, 0xb);
    timeline_log_leave(&made, 1, 300, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    timeline_log_of(&made, 2, 400, QP_EVENT_RUN, 1);
    timeline_log_of(&made, 2, 450, QP_EVENT_WAKE, 0);
    timeline_log_of(&made, 1, 460, QP_EVENT_WAKE, 0);
    timeline_log_of(&made, 1, 500, QP_EVENT_RUN, 0);
    timeline_log_of(&made, 1, 600, QP_EVENT_DESTROY, 1);
    open_log();
    assert_string_equal(next(), "0xa runnable 100");
    assert_string_equal(by(), "carrier");
    assert_string_equal(next(), "0xa running 200");
    assert_string_equal(next(), "0xb runnable 250");
    assert_string_equal(by(), "0xa");
    assert_string_equal(next(), "worker 0xa waiting 300");
    assert_int_equal(qp_profile_node_reference(&profile, timeline.lives[step.life].node), made.nodes[TIMELINE_RECEIVE]);
    assert_string_equal(next(), "0xb running 400");
    assert_string_equal(next(), "worker 0xa waiting 300 woken 450");
    assert_string_equal(by(), "0xb");
    assert_string_equal(next(), "worker 0xa waiting 300 woken 450"); /* the first wake-up counts */
    assert_string_equal(next(), "worker 0xa running 500");
    assert_int_equal(step.was.woken, 450);
    assert_string_equal(next(), "0xb over");
    assert_string_equal(by(), "worker 0xa");
    assert_int_equal(timeline.runs[1], QP_NONE);
    assert_int_equal(profile.reader.damages, 0);
    close_log();
}

TEST(reused_context_is_another_life)
{
    timeline_log_begin(&made);
    timeline_log_thread(&made, 0, 0xa, "first", 100, 300);
    timeline_log_thread(&made, 0, 0xc, "third", 600, 0);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_of(&made, 1, 300, QP_EVENT_DESTROY, 0);
    timeline_log_create(&made, 1, 300, 0, 0xb); /* created in the same tick, and not kept */
    timeline_log_of(&made, 2, 400, QP_EVENT_RUN, 0);
    timeline_log_of(&made, 1, 500, QP_EVENT_DESTROY, 0);
    timeline_log_create(&made, 1, 600, 0, 0xc);
    open_log();
    assert_string_equal(next(), "first 0xa runnable 100");
    assert_string_equal(next(), "first 0xa over");
    assert_int_equal(timeline.lives[step.life].created, 100);
    assert_string_equal(next(), "0xb runnable 300");
    assert_true(step.was.over);
    assert_string_equal(next(), "0xb running 400");
    assert_string_equal(next(), "0xb over");
    assert_string_equal(next(), "third 0xc runnable 600");
    assert_int_equal(timeline.count, 1);
    close_log();
}

/* A flight recorder overwrote the creation of the virtual threads in the log. If the profile contains their
 * identity, the timeline uses it. */
TEST(life_without_its_creation_is_found_by_its_tick)
{
    timeline_log_begin(&made);
    timeline_log_thread(&made, 0, 0xa, "kept", 100, 300);
    timeline_log_thread(&made, 0, 0xb, "living", 500, 0);
    timeline_log_block(&made, 1, 200, 7);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_of(&made, 1, 300, QP_EVENT_DESTROY, 0);
    timeline_log_of(&made, 1, 400, QP_EVENT_RUN, 0);
    timeline_log_leave(&made, 1, 410, QP_EVENT_BLOCK, TIMELINE_READ);
    timeline_log_of(&made, 1, 450, QP_EVENT_DESTROY, 0);
    timeline_log_of(&made, 1, 600, QP_EVENT_RUN, 0);
    open_log();
    char expected[60];
    assert_string_equal(next(), "nobody"); /* the log begins with a gap */
    assert_string_equal(next(), "kept 0xa running 200");
    assert_int_equal(timeline.lives[step.life].created, 100);
    assert_string_equal(next(), "kept 0xa over");
    snprintf(expected, sizeof expected, "at %#x running 400", made.contexts[0]);
    assert_string_equal(next(), expected);
    snprintf(expected, sizeof expected, "worker at %#x blocked 410", made.contexts[0]);
    assert_string_equal(next(), expected);
    snprintf(expected, sizeof expected, "worker at %#x over", made.contexts[0]);
    assert_string_equal(next(), expected);
    assert_string_equal(next(), "living 0xb running 600");
    close_log();
}

TEST(loss_makes_earlier_states_unknown_except_on_other_carriers)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_create(&made, 1, 110, 1, 0xb);
    timeline_log_create(&made, 1, 120, 2, 0xc);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_of(&made, 2, 210, QP_EVENT_RUN, 1);
    timeline_log_lost(&made, 1, 300, 12);
    timeline_log_leave(&made, 1, 400, QP_EVENT_BLOCK, TIMELINE_READ);
    timeline_log_of(&made, 1, 500, QP_EVENT_WAKE, 2);
    timeline_log_leave(&made, 2, 600, QP_EVENT_BLOCK, TIMELINE_READ);
    timeline_log_of(&made, 2, 700, QP_EVENT_WAKE, 1);
    open_log();
    for (int i = 0; i < 6; i++)
        next();
    assert_string_equal(next(), "nobody"); /* the carrier's running thread is unknown */
    assert_string_equal(next(), "0xc runnable 500");
    assert_int_equal(step.was.state, QP_CONTEXT_FREE); /* the old state is unknown, since 0xc may have run between
                                                        * its creation at 120 and its wake-up at 500 */
    assert_string_equal(next(), "worker 0xb blocked 600");
    assert_int_equal(step.was.since, 210);
    assert_string_equal(next(), "worker 0xb blocked 600 woken 700");
    close_log();
}

TEST(pause_makes_states_unknown_unless_they_are_logged_again)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_create(&made, 1, 110, 1, 0xb);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    builder_mark(&made.builder, QP_QPROF, QP_MARK_PAUSE, 300, 0, NULL);
    builder_mark(&made.builder, QP_QPROF, QP_MARK_RESUME, 400, 0, NULL);
    timeline_log_of(&made, 1, 400, QP_EVENT_RUN, 0);
    timeline_log_of(&made, 2, 500, QP_EVENT_RUN, 1);
    open_log();
    for (int i = 0; i < 3; i++)
        next();
    assert_string_equal(next(), "0xa running 400");
    assert_false(step.again);
    assert_string_equal(next(), "0xb running 500");
    assert_int_equal(step.was.state, QP_CONTEXT_FREE);
    close_log();
}

TEST(carrier_loses_a_thread_that_another_carrier_runs)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_of(&made, 2, 300, QP_EVENT_RUN, 0);
    timeline_log_leave(&made, 1, 310, QP_EVENT_READY, TIMELINE_WORK);
    timeline_log_leave(&made, 2, 400, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    open_log();
    next();
    next();
    assert_string_equal(next(), "0xa running 300");
    assert_int_equal(step.was.state, QP_CONTEXT_RUNNING);
    assert_string_equal(next(), "nobody");
    assert_string_equal(next(), "worker 0xa waiting 400");
    close_log();
}

/* 0xa resumed 0xb. Then 0xc ran on the carrier for a moment, without a resumption, and 0xb continued. */
TEST(displaced_virtual_thread_has_no_resumer)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_create(&made, 1, 110, 1, 0xb);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_leave(&made, 1, 250, QP_EVENT_RESUME, TIMELINE_READ);
    timeline_log_of(&made, 1, 250, QP_EVENT_RUN, 1);
    timeline_log_create(&made, 1, 300, 2, 0xc);
    timeline_log_of(&made, 1, 310, QP_EVENT_RUN, 2);
    timeline_log_leave(&made, 1, 310, QP_EVENT_WAIT, TIMELINE_READ);
    timeline_log_of(&made, 1, 310, QP_EVENT_RUN, 1);
    open_log();
    for (int i = 0; i < 5; i++)
        next();
    assert_string_equal(by(), "worker 0xa");
    next();
    next();
    assert_string_equal(by(), "carrier");
    assert_true(step.aside);
    next();
    next();
    assert_string_equal(by(), "carrier");
    assert_true(step.again);
    close_log();
}

/* The carrier logged an event of another virtual thread while its own virtual thread continued to run. The log then
 * has RUN and BLOCK of the other thread, and RUN of the carrier's own thread again. */
TEST(virtual_thread_that_is_logged_again_continued_to_run)
{
    timeline_log_begin(&made);
    timeline_log_create(&made, 1, 100, 0, 0xa);
    timeline_log_create(&made, 1, 110, 1, 0xb);
    timeline_log_of(&made, 1, 200, QP_EVENT_RUN, 0);
    timeline_log_of(&made, 1, 300, QP_EVENT_RUN, 1);
    timeline_log_leave(&made, 1, 300, QP_EVENT_BLOCK, TIMELINE_READ);
    timeline_log_of(&made, 1, 300, QP_EVENT_RUN, 0);
    timeline_log_of(&made, 1, 350, QP_EVENT_RUN, 0);
    timeline_log_leave(&made, 1, 400, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    open_log();
    for (int i = 0; i < 4; i++)
        next();
    assert_string_equal(next(), "worker 0xb blocked 300");
    assert_string_equal(next(), "0xa running 200");
    assert_true(step.again);
    assert_string_equal(next(), "0xa running 200");
    assert_true(step.again);
    assert_string_equal(next(), "worker 0xa waiting 400");
    assert_int_equal(step.was.since, 200);
    close_log();
}

TEST(references_to_nothing_are_damage)
{
    timeline_log_begin(&made);
    timeline_log_put(&made, 1, 100, QP_EVENT_RUN, 0);
    timeline_log_put(&made, 1, 200, QP_EVENT_WAKE, 0xffffff00u);
    timeline_log_of(&made, 1, 300, QP_EVENT_RUN, 0);
    timeline_log_put(&made, 1, 400, QP_EVENT_BLOCK, 0xffffff00u);
    open_log();
    assert_string_equal(next(), "nobody");
    assert_string_equal(next(), "nobody");
    next();
    next();
    assert_int_equal(timeline.lives[step.life].node, QP_NONE);
    assert_int_equal(profile.reader.damages, 3);
    close_log();
}
