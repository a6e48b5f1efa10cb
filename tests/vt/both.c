/* libqprof and libvt on one thread: a signal handler that interrupts an event of one library calls the other library.
 * Both may need locks of the core that they share, so the handler's event is dropped and counted. If the interrupted
 * event is on the fast path, which takes no lock, the handler's event is recorded. */
#include "tests/support/interrupt.h"
#include "tests/vt/picture.h"

#include "profile/log/events.h"

#include "VT.h"
#include "qprof.h"

#define NEW     20000 /* number of states and methods; the first event of each needs space in the file */
#define AT_ONCE 50
#define TURNS   100

static int states[NEW];
static int next_state;
static unsigned long next_method = 1;

static void enter_states(int count)
{
    for (int i = 0; i < count && next_state < NEW; i++)
        if (VT_enter(states[next_state++], VT_NOSCL) == VT_OK)
            VT_leave(VT_NOSCL);
}

static void enter_methods(int count)
{
    for (int i = 0; i < count; i++) {
        qprof_record_fn_entry(next_method++, 77);
        qprof_record_fn_exit(0);
    }
}

static void enter_some_states(const void *context)
{
    (void)context;
    enter_states(AT_ONCE);
}

static void enter_some_methods(const void *context)
{
    (void)context;
    enter_methods(AT_ONCE);
}

static void begin(void)
{
    picture_start("-max-data-size=1G");
    STAGE_CHECK(qprof_initialize("-quiet", NULL) > 0);
    for (int i = 0; i < NEW; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &states[i]) == VT_OK);
    }
}

static void end(void)
{
    interrupt_end();
    qprof_shutdown();
    VT_finalize();
}

static void states_in_methods(struct stage *stage)
{
    begin();
    enter_states(1);
    interrupt_begin(200, enter_some_states, &stage->numbers[0]);
    for (int i = 0; interrupt_continues(i, TURNS); i++)
        enter_methods(100);
    end();
}

static void methods_in_states(struct stage *stage)
{
    begin();
    enter_methods(1);
    interrupt_begin(200, enter_some_methods, &stage->numbers[0]);
    for (int i = 0; interrupt_continues(i, TURNS); i++) {
        enter_states(100);
        next_state %= NEW;
        VT_log_comment("between");
    }
    end();
}

/* Run libqprof twice in one file, which libvt keeps open. The first run ends in a pause, which must not affect the
 * thread state in the second run. */
static void second_time_line(struct stage *stage)
{
    qprof_InitInfo info = {0, "-quiet -record-timeline", NULL, 1};
    (void)stage;
    picture_start("");
    for (int run = 0; run < 2; run++) {
        STAGE_CHECK(qprof_initialize_ex(&info) > 0);
        qprof_record_fn_entry_vt(1, 1, 7);
        qprof_vthread_suspend(7, QPROF_REASON_WAITING);
        if (run == 0)
            qprof_stop_recording_data();
        qprof_record_fn_entry_vt(1, 2, 7);
        qprof_shutdown();
    }
    VT_finalize();
}

/* Run libqprof twice in one file, which libvt keeps open. The first run ends after a clear, and in a pause. */
static void clear_pause_and_start_again(struct stage *stage)
{
    (void)stage;
    picture_start("");
    STAGE_CHECK(qprof_initialize("-quiet", NULL) > 0);
    qprof_record_fn_entry(1, 1);
    qprof_clear_data();
    qprof_record_fn_entry(2, 2);
    qprof_stop_recording_data();
    qprof_shutdown();
    STAGE_CHECK(qprof_initialize("-quiet", NULL) > 0);
    qprof_record_fn_entry(3, 1);
    qprof_record_fn_exit(0);
    qprof_shutdown();
    VT_finalize();
}

static uint64_t calls_since_the_clear(const struct qp_profile *profile, uint64_t method)
{
    uint64_t calls = 0;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        if (node->method != QP_NONE && profile->methods[node->method].recorded_id == method &&
            profile->methods[node->method].product == QP_QPROF && !profile->roots[node->root].cleared)
            calls += node->calls;
    }
    return calls;
}

TEST(run_after_a_cleared_and_paused_one_is_read)
{
    struct stage stage;
    stage_play(&stage, clear_pause_and_start_again);
    const struct qp_profile *profile = picture_profile(&stage);
    assert_int_equal(calls_since_the_clear(profile, 1), 0);
    assert_int_equal(calls_since_the_clear(profile, 2), 1);
    assert_int_equal(calls_since_the_clear(profile, 3), 1);
    picture_close();
    stage_close(&stage);
}

TEST(run_after_a_paused_one_logs_its_time_line)
{
    struct stage stage;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    int waits = 0;
    stage_play(&stage, second_time_line);
    assert_int_equal(qp_events_open(&events, (struct qp_profile *)picture_profile(&stage), &error), 0);
    while (qp_events_next(&events, &event))
        waits += event.kind == QP_EVENT_WAIT;
    assert_int_equal(waits, 2);
    qp_events_close(&events);
    picture_close();
    stage_close(&stage);
}

static void expect_valid(void (*scene)(struct stage *stage))
{
    struct stage stage;
    stage_play(&stage, scene);
    const struct qp_profile *profile = picture_profile(&stage);
    assert_int_equal(profile->reader.damages, 0);
    assert_true(stage_calls(profile, QP_VT, 0) > 0);
    assert_true(stage_calls(profile, QP_QPROF, 0) > 0);
    picture_close();
    stage_close(&stage);
}

TEST(states_entered_in_handlers_of_methods_do_not_deadlock)
{
    expect_valid(states_in_methods);
}

TEST(methods_entered_in_handlers_of_states_do_not_deadlock)
{
    expect_valid(methods_in_states);
}
