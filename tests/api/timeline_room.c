/* These tests check which part of the log of virtual threads is kept if there is no space for the whole log. The
 * clock stands still until the test moves it. */
#include "tests/support/clock.h"
#include "tests/support/run.h"
#include "tests/support/two_threads.h"

#include "profile/log/events.h"

#include <stdio.h>

#define TURNS 20000

static void turn(unsigned turns)
{
    for (unsigned i = 0; i < turns; i++) {
        clock_at(i * 10);
        qii.vthread_switch(A, QPROF_REASON_WAITING, B);
        clock_at(i * 10 + 5);
        qii.vthread_switch(B, QPROF_REASON_WAITING, A);
    }
}

/* A summary of the log. */
struct logged {
    uint64_t events; /* number of events; a gap counts as one */
    uint64_t gaps;
    uint64_t lost;   /* number of events that fell into gaps */
    uint64_t second; /* tick of the second event; if the log begins with a gap, this is the first event after the gap */
    uint64_t last;
};

static struct logged read_log(void)
{
    struct logged logged = {0};
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    assert_int_equal(qp_events_open(&events, (struct qp_profile *)run_profile(), &error), 0);
    for (; qp_events_next(&events, &event); logged.events++) {
        if (event.kind == QP_EVENT_LOST) {
            logged.gaps++;
            logged.lost += event.value;
        }
        if (logged.events == 1)
            logged.second = event.tick;
        logged.last = event.tick;
    }
    qp_events_close(&events);
    return logged;
}

static void in_a_ring(void)
{
    start_with_methods("-record-timeline=ring:64K");
    qii.record_fn_entry_vt(1, 1, A);
    turn(TURNS);
    qii.shutdown();
}

TEST(ring_keeps_the_newest_events_in_its_size)
{
    run_client(in_a_ring);
    struct logged logged = read_log();
    assert_int_equal(logged.last, TURNS * 10 - 5);
    assert_in_range(logged.events * 8, 56 << 10, 64 << 10);
    assert_int_equal(logged.second % 5, 0);
    assert_in_range(logged.second, logged.last - (64 << 10) / 8 / 4 * 10, logged.last - (48 << 10) / 8 / 4 * 10);
    assert_in_range(run_profile()->carriers[0].overwritten, TURNS * 4 - logged.events, TURNS * 4 - logged.events + 8);
    expect_kinds("");
}

static void in_a_full_file(void)
{
    start_with_methods("-record-timeline -max-data-size=1M");
    qii.record_fn_entry_vt(1, 1, A);
    turn(3 * TURNS);
    qii.shutdown();
}

TEST(events_without_room_are_counted)
{
    char kinds[40];
    run_client(in_a_full_file);
    struct logged logged = read_log();
    uint64_t kept = logged.events - logged.gaps;
    assert_true(logged.lost > 0 && kept > 10000);
    assert_int_equal(run_profile()->carriers[0].lost, logged.lost);
    assert_int_equal(kept + logged.lost, 3 * 4 * TURNS + 5);
    snprintf(kinds, sizeof kinds, "lost-event %d\n", (int)logged.lost);
    expect_kinds(kinds);
}
