/* The run of sample_timeline, which takes a millisecond. Times are in microseconds. Each row of the drawing is a
 * carrier, each letter a virtual thread:
 *
 *            0    50   100  150  200  250  300  350  400  450  500  550  600
 *   first    AAAAAAAA      CCCCCC                        DDDDDDDDDDD
 *   second            BBBBBBBBBBBBB                 AAAAAAA
 *
 *   A 0xa    runs 10-90, waits in receive; B wakes it at 200; runs 360-430, is destroyed
 *   B 0xb    created by A at 50, runs 100-220, ends; later D uses its context
 *   C 0xc    runs 140-190, blocks in read; a timer wakes it at 400
 *   D 0xd    created by A at 420, runs 440-550, yields in work; is alive at the end
 *
 * The run is paused from 500 to 520. If `cleared` is true, it is cleared at 320. */
#include "tests/support/timeline_log.h"

#define US 1000

void sample_timeline(struct timeline_log *log, bool cleared)
{
    timeline_log_begin(log);
    timeline_log_thread(log, 0, 0xa, "worker 1", 5 * US, 430 * US);
    timeline_log_create(log, 1, 5 * US, 0, 0xa);
    timeline_log_of(log, 1, 10 * US, QP_EVENT_RUN, 0);
    timeline_log_create(log, 1, 50 * US, 1, 0xb);
    timeline_log_create(log, 1, 60 * US, 2, 0xc);
    timeline_log_leave(log, 1, 90 * US, QP_EVENT_WAIT, TIMELINE_RECEIVE);
    timeline_log_of(log, 2, 100 * US, QP_EVENT_RUN, 1);
    timeline_log_of(log, 1, 140 * US, QP_EVENT_RUN, 2);
    timeline_log_leave(log, 1, 190 * US, QP_EVENT_BLOCK, TIMELINE_READ);
    timeline_log_of(log, 2, 200 * US, QP_EVENT_WAKE, 0);
    timeline_log_leave(log, 2, 220 * US, QP_EVENT_READY, TIMELINE_WORK);
    timeline_log_of(log, 2, 220 * US, QP_EVENT_DESTROY, 1);
    builder_mark(&log->builder, QP_QPROF, QP_MARK_NOTE, 300 * US, 0, "half way");
    if (cleared)
        builder_mark(&log->builder, QP_QPROF, QP_MARK_CLEAR, 320 * US, 1, NULL);
    timeline_log_of(log, 2, 360 * US, QP_EVENT_RUN, 0);
    timeline_log_of(log, 1, 400 * US, QP_EVENT_WAKE, 2);
    timeline_log_create(log, 2, 420 * US, 1, 0xd);
    timeline_log_thread(log, 1, 0xd, "worker 4", 420 * US, 0);
    timeline_log_leave(log, 2, 430 * US, QP_EVENT_READY, TIMELINE_NOWHERE);
    timeline_log_of(log, 2, 430 * US, QP_EVENT_DESTROY, 0);
    timeline_log_of(log, 1, 440 * US, QP_EVENT_RUN, 1);
    builder_mark(&log->builder, QP_QPROF, QP_MARK_PAUSE, 500 * US, cleared, NULL);
    builder_mark(&log->builder, QP_QPROF, QP_MARK_RESUME, 520 * US, cleared, NULL);
    timeline_log_of(log, 1, 520 * US, QP_EVENT_RUN, 1);
    timeline_log_leave(log, 1, 550 * US, QP_EVENT_READY, TIMELINE_WORK);
    timeline_log_put(log, 2, 900 * US, QP_EVENT_END, 0);
}
