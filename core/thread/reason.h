/* reason.h - reasons why events take the slow path.
 *
 * Each thread state has a set of these reasons in its cold part, and each run has a set that applies to all of its
 * threads. */
#pragma once

#define QP_SLOW_PAUSED   1u
#define QP_SLOW_MEASURED 2u     /* -record-min-max */
#define QP_SLOW_CLOCK    4u     /* ticks are not those of the time stamp counter */
#define QP_SLOW_BREAK    8u     /* qprof_set_break_on_event */
#define QP_SLOW_NEW      16u    /* the mounted virtual thread has no group yet */
#define QP_SLOW_OVERFLOW 32u    /* there was no memory for the frames above the top */
#define QP_SLOW_RECORDER 64u    /* time is charged to the recorder (recorder_time.h) */
#define QP_SLOW_CPU      128u   /* ticks are the thread's CPU time */
#define QP_SLOW_RULED    256u   /* some VT state has a PCTRACE setting of its own, or is folded (FOLD) */
#define QP_SLOW_FOLDED   512u   /* inside a VT state whose callees are not logged (FOLD) */
#define QP_SLOW_SILENT   1024u  /* the thread called VT_traceoff */
#define QP_SLOW_PENDING  2048u  /* VT_thisloc set the location of the next event */
#define QP_SLOW_ORDERED  4096u  /* the time stamp counter waits for the work before it (-clock=ordered) */
#define QP_SLOW_FLAGGED  8192u  /* the method on top of the mounted virtual thread is flagged */
#define QP_SLOW_SAMPLED  16384u /* time advances only at samples (sample.h) */
#define QP_SLOW_ENDED    32768u /* a virtual thread ended while running; it is unknown which one runs next */

/* Check that no two reasons share a bit: only then does their sum have all 16 bits. */
_Static_assert((QP_SLOW_PAUSED + QP_SLOW_MEASURED + QP_SLOW_CLOCK + QP_SLOW_BREAK + QP_SLOW_NEW + QP_SLOW_OVERFLOW +
                QP_SLOW_RECORDER + QP_SLOW_CPU + QP_SLOW_RULED + QP_SLOW_FOLDED + QP_SLOW_SILENT + QP_SLOW_PENDING +
                QP_SLOW_ORDERED + QP_SLOW_FLAGGED + QP_SLOW_SAMPLED + QP_SLOW_ENDED) == 65535u,
               "each reason is a bit of its own");

/* Reasons that the middle path handles: it reads another clock, and otherwise does what the fast path does. */
#define QP_SLOW_CLOCKS (QP_SLOW_CLOCK | QP_SLOW_ORDERED)

/* Reasons for which events are not logged and time is charged to no function. */
#define QP_SLOW_OFF (QP_SLOW_PAUSED | QP_SLOW_SILENT)
