#include "tests/stress/random_argument.h"
#include "tests/stress/random_calls.h"

#include "VT.h"

/* Draw a handle. The library numbers the objects of each kind from a small number on, so most drawn handles are
 * likely to be valid. A few are arbitrary numbers. */
static int handle(struct draw *draw)
{
    return draw_below(draw, 16) == 0 ? draw_number(draw) : (int)draw_below(draw, 40);
}

static void vt_initialize(struct draw *draw)
{
    (void)draw;
    VT_initialize(NULL, NULL);
}

static void vt_finalize(struct draw *draw)
{
    (void)draw;
    VT_finalize();
}

static void vt_register(struct draw *draw)
{
    int index;
    switch (draw_below(draw, 3)) {
    case 0:
        VT_registerthread(draw_number(draw));
        break;
    case 1:
        VT_registernamed(draw_text(draw), draw_number(draw));
        break;
    default:
        VT_getthrank(&index);
        break;
    }
}

static void vt_switch(struct draw *draw)
{
    int on;
    if (draw_below(draw, 2) == 0)
        VT_traceoff();
    else
        VT_traceon();
    VT_tracestate(&on);
    VT_symstate(handle(draw), &on);
}

static void vt_sync(struct draw *draw)
{
    (void)draw;
    VT_flush();
    VT_timesync();
    VT_timestamp();
    VT_timestart();
}

static void vt_define_place(struct draw *draw)
{
    int place;
    VT_scldef(draw_file(draw), draw_number(draw), draw_below(draw, 16) == 0 ? NULL : &place);
}

static void vt_stack(struct draw *draw)
{
    int place;
    VT_sclstack(NULL, draw_below(draw, 2) == 0 ? __builtin_frame_address(0) : NULL, (int)draw_below(draw, 4) - 1,
                (int)draw_below(draw, 12) - 1, &place);
}

/* Record a stack from a given pc and frame. Signal handlers may call this function, because it allocates no memory.
 * Without a pc, recording a thread's first stack would allocate memory. */
static void vt_stack_of_handler(struct draw *draw)
{
    int place;
    VT_sclstack(__builtin_return_address(0), __builtin_frame_address(0), (int)draw_below(draw, 4) - 1,
                (int)draw_below(draw, 12), &place);
}

static void vt_here(struct draw *draw)
{
    VT_thisloc(handle(draw));
}

static void vt_define(struct draw *draw)
{
    int defined;
    switch (draw_below(draw, 6)) {
    case 0:
        VT_classdef(draw_text(draw), &defined);
        break;
    case 1:
        VT_symdef(draw_number(draw), draw_text(draw), draw_text(draw));
        break;
    case 2:
        VT_scopedef(draw_text(draw), handle(draw), handle(draw), handle(draw), &defined);
        break;
    case 3:
        VT_countdef(draw_text(draw), handle(draw), draw_number(draw), draw_number(draw), NULL, draw_text(draw),
                    &defined);
        break;
    default:
        VT_funcdef(draw_text(draw), handle(draw), &defined);
        break;
    }
}

static void vt_group(struct draw *draw)
{
    int members[3], group;
    for (int i = 0; i < 3; i++)
        if (draw_below(draw, 2) == 0)
            VT_getthreadid(0, draw_number(draw), &members[i]);
        else
            members[i] = draw_number(draw);
    VT_groupdef(draw_text(draw), (int)draw_below(draw, 4), members, &group);
}

static void vt_begin(struct draw *draw)
{
    if (draw_below(draw, 2) == 0)
        VT_begin(handle(draw));
    else
        VT_beginl(handle(draw), handle(draw));
}

static void vt_end(struct draw *draw)
{
    if (draw_below(draw, 2) == 0)
        VT_end(handle(draw));
    else
        VT_endl(handle(draw), handle(draw));
}

static void vt_enter(struct draw *draw)
{
    VT_enter(handle(draw), draw_below(draw, 4) == 0 ? handle(draw) : VT_NOSCL);
}

static void vt_leave(struct draw *draw)
{
    VT_leave(draw_below(draw, 4) == 0 ? handle(draw) : VT_NOSCL);
}

static void vt_enter_by_name(struct draw *draw)
{
    static int states[4];
    unsigned which = draw_below(draw, 4);
    static const char *const names[] = {"one", "two/deeper", "A:three", "four/a/b"};
    int truncated = 0;
    if (VT_enterstate(names[which], &states[which], &truncated) == 0)
        VT_leave(VT_NOSCL);
}

static void vt_wake(struct draw *draw)
{
    (void)draw;
    VT_wakeup();
}

static void vt_scope(struct draw *draw)
{
    int sequence = draw_number(draw);
    if (draw_below(draw, 2) == 0)
        VT_scopebegin(handle(draw), handle(draw), &sequence);
    else
        VT_scopeend(handle(draw), sequence, handle(draw));
}

static void vt_value(struct draw *draw)
{
    int handles[3];
    double values[3] = {1, -2.5, 1e300};
    for (int i = 0; i < 3; i++)
        handles[i] = handle(draw);
    VT_countval((int)draw_below(draw, 5) - 1 > 3 ? 3 : (int)draw_below(draw, 4), handles, values);
}

static void vt_message(struct draw *draw)
{
    switch (draw_below(draw, 3)) {
    case 0:
        VT_log_sendmsg(draw_number(draw), draw_number(draw), draw_number(draw), draw_number(draw), handle(draw));
        break;
    case 1:
        VT_log_recvmsg(draw_number(draw), draw_number(draw), draw_number(draw), draw_number(draw), handle(draw));
        break;
    default:
        VT_log_comment(draw_text(draw));
        break;
    }
}

/* ---- all of them ----------------------------------------------------------------------------------------- */

static struct call calls[] = {
    {"VT_initialize", vt_initialize, 40, false, 0},
    {"VT_finalize", vt_finalize, 5, false, 0},
    {"VT_registerthread", vt_register, 20, true, 0},
    {"VT_traceoff", vt_switch, 30, true, 0},
    {"VT_timesync", vt_sync, 10, false, 0},
    {"VT_scldef", vt_define_place, 50, false, 0},
    {"VT_sclstack", vt_stack, 50, false, 0},
    {"VT_sclstack with a frame", vt_stack_of_handler, 50, true, 0},
    {"VT_thisloc", vt_here, 50, true, 0},
    {"VT_funcdef", vt_define, 200, false, 0},
    {"VT_groupdef", vt_group, 20, false, 0},
    {"VT_begin", vt_begin, 400, true, 0},
    {"VT_end", vt_end, 400, true, 0},
    {"VT_enter", vt_enter, 900, true, 0},
    {"VT_leave", vt_leave, 900, true, 0},
    {"VT_enterstate", vt_enter_by_name, 50, false, 0},
    {"VT_wakeup", vt_wake, 20, true, 0},
    {"VT_scopebegin", vt_scope, 60, true, 0},
    {"VT_countval", vt_value, 100, true, 0},
    {"VT_log_sendmsg", vt_message, 100, true, 0},
};

const struct calls vt_calls = {calls, sizeof calls / sizeof *calls};
