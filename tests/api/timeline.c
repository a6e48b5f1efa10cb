/* The log of virtual threads, written out in words, with a clock that stands still until the test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/two_threads.h"

#include "profile/log/events.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- the log in words ------------------------------------------------------------------------------------------ */

static char text[4000];
static size_t size;
static uint64_t ids[100]; /* ids of virtual threads; references[i] refers to ids[i] in the log */
static uint32_t references[100];
static uint32_t id_count;

static __attribute__((format(printf, 1, 2))) void write_words(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size += (size_t)vsnprintf(text + size, sizeof text - size, format, arguments);
    va_end(arguments);
    assert_true(size < sizeof text);
}

static const char *id_of(uint32_t reference)
{
    static char shown[20];
    for (uint32_t i = id_count; i-- > 0;)
        if (references[i] == reference) {
            snprintf(shown, sizeof shown, "%c", (char)('A' + (ids[i] >> 12) - 10));
            return shown;
        }
    return "?";
}

static struct qp_text method_at(uint32_t reference)
{
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (qp_profile_node_reference(profile, i) == reference && profile->nodes[i].method != QP_NONE)
            return profile->methods[profile->nodes[i].method].name;
    return qp_text_of("-");
}

static void write_event(const struct qp_event *event)
{
    const char *kind = qp_events_kind_name(event->kind);
    struct qp_text method;
    write_words("%d ", (int)event->tick);
    switch (event->kind) {
    case QP_EVENT_CREATE:
        assert_true(id_count < 100);
        references[id_count] = event->object;
        ids[id_count++] = event->value;
        write_words("%s %s\n", kind, id_of(event->object));
        return;
    case QP_EVENT_RUN:
    case QP_EVENT_WAKE:
    case QP_EVENT_DESTROY:
        write_words("%s %s\n", kind, id_of(event->object));
        return;
    case QP_EVENT_READY:
    case QP_EVENT_BLOCK:
    case QP_EVENT_WAIT:
    case QP_EVENT_RESUME:
        method = method_at(event->object);
        write_words("%s in %.*s\n", kind, (int)method.length, method.bytes);
        return;
    default:
        write_words("%s\n", kind);
    }
}

static const char *the_log(void)
{
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    size = id_count = 0;
    text[0] = '\0';
    assert_int_equal(qp_events_open(&events, (struct qp_profile *)run_profile(), &error), 0);
    while (qp_events_next(&events, &event)) {
        assert_int_equal(event.product, QP_QPROF);
        write_event(&event);
    }
    qp_events_close(&events);
    return text;
}

/* ---- which events are logged ------------------------------------------------------------------------------------ */

/* Virtual thread A waits in method a from 10 on. B wakes A at 25, and A resumes at 45. */
static void play(void)
{
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_switch(A, QPROF_REASON_WAITING, B);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(25);
    qii.vthread_wake(A);
    qii.vthread_wake(A);
    clock_at(40);
    qii.record_fn_exit_vt(0, B);
    qii.thread_destroy_vt(B);
    clock_at(45);
    qii.vthread_resume(A);
    clock_at(50);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    clock_at(60);
    qii.vthread_resume(A);
    qii.vthread_suspend(A, QPROF_REASON_RUNNABLE);
    clock_at(70);
}

static void play_and_end(void)
{
    start_with_methods("-record-timeline");
    play();
    qii.shutdown();
}

TEST(each_change_of_a_virtual_thread_is_one_event)
{
    run_client(play_and_end);
    assert_string_equal(the_log(), "0 thread\n"
                                   "0 create A\n"
                                   "0 run A\n"
                                   "10 create B\n"
                                   "10 wait in a\n"
                                   "10 run B\n"
                                   "25 wake A\n"
                                   "40 ready in -\n"
                                   "40 destroy B\n"
                                   "45 run A\n"
                                   "50 block in a\n"
                                   "60 run A\n"
                                   "60 ready in a\n");
    expect_kinds("");
}

/* Let A resume B as its generator, with one call and with two calls. */
static void resumed(void)
{
    start_with_methods("-record-timeline");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_switch(A, QPROF_REASON_RESUMES, B);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(20);
    qii.vthread_switch(B, QPROF_REASON_WAITING, A);
    clock_at(30);
    qii.vthread_suspend(A, QPROF_REASON_RESUMES);
    clock_at(31);
    qii.vthread_resume(B);
    clock_at(40);
    qii.vthread_switch(B, QPROF_REASON_WAITING, A);
    clock_at(50);
    qii.vthread_switch(A, QPROF_REASON_RESUMES, B);
    clock_at(60);
    qii.shutdown();
}

TEST(resumer_is_suspended_because_it_resumes_another)
{
    run_client(resumed);
    assert_string_equal(the_log(), "0 thread\n"
                                   "0 create A\n"
                                   "0 run A\n"
                                   "10 create B\n"
                                   "10 resume in a\n"
                                   "10 run B\n"
                                   "20 wait in b\n"
                                   "20 run A\n"
                                   "30 resume in a\n"
                                   "31 run B\n"
                                   "40 wait in b\n"
                                   "40 run A\n"
                                   "50 resume in a\n"
                                   "50 run B\n"
                                   "60 ready in b\n");
}

static void not_asked_for(void)
{
    start_with_methods("-record-timeline=no");
    play();
    qii.shutdown();
}

TEST(nothing_is_logged_unless_requested)
{
    run_client(not_asked_for);
    assert_string_equal(the_log(), "");
    expect_kinds("");
}

/* End a virtual thread. Another one reuses its context, and the log has the new id. */
static void used_again(void)
{
    start_with_methods("-record-timeline=yes");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(5);
    qii.thread_destroy_vt(A);
    qii.record_fn_entry_vt(2, 1, B);
    clock_at(9);
    qii.shutdown();
}

TEST(each_life_of_a_context_begins_with_its_id)
{
    run_client(used_again);
    assert_string_equal(the_log(), "0 thread\n"
                                   "0 create A\n"
                                   "0 run A\n"
                                   "5 ready in a\n"
                                   "5 destroy A\n"
                                   "5 create B\n"
                                   "5 run B\n"
                                   "9 ready in b\n");
}

/* ---- marks ------------------------------------------------------------------------------------------------------ */

static void paused(void)
{
    start_with_methods("-record-timeline");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(5);
    qii.stop_recording_data();
    qii.vthread_switch(A, QPROF_REASON_WAITING, B);
    qii.vthread_resume(C);
    qii.thread_destroy_vt(C);
    qii.vthread_resume(B);
    clock_at(7);
    qii.vthread_wake(A);
    clock_at(10);
    qii.start_recording_data();
    clock_at(20);
    qii.vthread_switch(B, QPROF_REASON_RUNNABLE, A);
    clock_at(25);
    qii.shutdown();
}

TEST(switches_in_a_pause_are_not_logged_and_what_runs_afterwards_is)
{
    run_client(paused);
    assert_string_equal(the_log(), "0 thread\n"
                                   "0 create A\n"
                                   "0 run A\n"
                                   "5 create B\n"
                                   "5 create C\n"
                                   "5 destroy C\n"
                                   "10 run B\n"
                                   "20 ready in -\n"
                                   "20 run A\n"
                                   "25 ready in a\n");
}

static void started_paused(void)
{
    start_with_methods("-record-timeline -record-data=no");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.start_recording_data();
    clock_at(20);
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    qii.shutdown();
}

TEST(run_that_starts_paused_is_logged_from_its_first_start_on)
{
    run_client(started_paused);
    assert_string_equal(the_log(), "0 thread\n"
                                   "0 create A\n"
                                   "10 run A\n"
                                   "20 wait in a\n");
}

static void cleared(void)
{
    start_with_methods("-record-timeline");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.clear_data();
    clock_at(20);
    qii.vthread_suspend(A, QPROF_REASON_WAITING);
    qii.shutdown();
}

TEST(running_virtual_threads_are_logged_again_at_a_clear)
{
    run_client(cleared);
    assert_string_equal(the_log(), "0 thread\n"
                                   "0 create A\n"
                                   "0 run A\n"
                                   "10 run A\n"
                                   "20 wait in a\n");
}

/* ---- suspension by other threads -------------------------------------------------------------------------------- */

static void suspended_from_elsewhere(void)
{
    start_with_methods("-record-timeline");
    qii.record_fn_entry_vt(1, 1, A);
    block_a_elsewhere();
    clock_at(15);
    qii.vthread_resume(B);
    clock_at(20);
    qii.shutdown();
}

/* The carrier that lost the virtual thread logs the loss at its own next event, with the tick of the suspension. */
TEST(suspension_by_another_thread_is_in_that_threads_log)
{
    run_client(suspended_from_elsewhere);
    assert_string_equal(the_log(), "0 thread\n"
                                   "0 create A\n"
                                   "0 run A\n"
                                   "10 ready in a\n"
                                   "10 thread\n"
                                   "10 run A\n"
                                   "10 block in a\n"
                                   "10 end\n"
                                   "15 create B\n"
                                   "15 run B\n"
                                   "20 ready in -\n");
}
