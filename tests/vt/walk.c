#include "tests/vt/walk.h"

#include "VT.h"

#include <string.h>

struct qp_profile walk_profile;
struct walk_course walk_courses[WALK_THREADS];

static int handles[WALK_STATES];

void walk_begin(struct stage *stage, const char *core_options)
{
    char options[200];
    snprintf(options, sizeof options, "-data-file=run.qii %s", core_options);
    setenv("VT_OPTIONS", options, 1);
    for (int i = 0; i < WALK_STATES; i++) {
        char name[16];
        snprintf(name, sizeof name, "A:%d", i);
        STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &handles[i]) == VT_OK);
    }
    stage->numbers[0] = (uint64_t)handles[0];
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
}

void walk_on(unsigned calls)
{
    for (unsigned i = 0; i < calls; i++)
        STAGE_CHECK(VT_enter(handles[i % WALK_STATES], VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
}

void walk_whole(struct stage *stage, const char *core_options)
{
    walk_begin(stage, core_options);
    walk_on(WALK_CALLS);
    VT_finalize();
}

static void add(struct walk_course *course, const struct qp_event *event)
{
    if (event->kind == QP_EVENT_ENTER || event->kind == QP_EVENT_LEAVE) {
        uint64_t place = (event->object - (uint64_t)handles[0]) * 2 + (event->kind == QP_EVENT_LEAVE);
        if (course->count == 0)
            course->first = place;
        if (place != (course->first + course->count++) % (2 * WALK_STATES))
            fail_msg("event %u of %u is not the next", (unsigned)course->count, event->object);
    } else if (event->kind == QP_EVENT_GAP) {
        course->gaps += event->value;
        assert_int_equal(course->count + course->others, 0);
    } else if (event->kind == QP_EVENT_LOST) {
        course->lost += event->value;
    } else {
        course->others++;
    }
}

void walk_look(const struct stage *stage)
{
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    stage_read(stage, "run.qii", &walk_profile);
    handles[0] = (int)stage->numbers[0];
    memset(walk_courses, 0, sizeof walk_courses);
    assert_int_equal(qp_events_open(&events, &walk_profile, &error), 0);
    while (qp_events_next(&events, &event)) {
        assert_in_range(event.thread, 0, WALK_THREADS - 1);
        add(&walk_courses[event.thread], &event);
    }
    qp_events_close(&events);
}

void walk_finish(struct stage *stage)
{
    qp_profile_close(&walk_profile);
    stage_close(stage);
}
