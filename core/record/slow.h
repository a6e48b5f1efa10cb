/* slow.h - events the slow way: all that the hot path (hot.h) does not do in line.
 *
 * New call paths, grown stacks, exceptions, pauses and phases, switches of virtual threads, misuse, forked children.
 * Each is called by the public function of its name after the hot path declined. lane is the calling thread's lane with
 * busy = 1 set; these functions set it back. An event whose lane is off or busy arrives through qp_slow_arrive. */
#ifndef QP_RECORD_SLOW_H
#define QP_RECORD_SLOW_H

#include "core/record/lane.h"

enum qp_flavour {
    QP_PLAIN,   /* acts on the calling thread; a _vt form exists */
    QP_VIRTUAL, /* acts on the virtual thread that it names, which is mounted for it */
    QP_NAMED,   /* names a virtual thread without running it */
    QP_EITHER   /* acts on whatever is mounted */
};

/* The public call that an event came from. */
struct qp_call {
    const char *name;
    enum qp_product product;
    enum qp_flavour flavour;
    uint64_t virtual_id;
};

/* For a lane that is off or busy. Returns. The calling thread's lane with busy = 1, NULL when the event is to be
 * dropped (off, or in the middle of another event, which is counted). */
QP_SHARED struct qp_lane *qp_slow_arrive(const struct qp_call *call);

QP_SHARED void qp_slow_enter(struct qp_lane *lane, const struct qp_call *call, uint64_t method, uint64_t stack_id);
QP_SHARED void qp_slow_follow(struct qp_lane *lane, const struct qp_call *call, uint64_t method, uint64_t stack_id);
QP_SHARED void qp_slow_exit(struct qp_lane *lane, const struct qp_call *call, uint64_t stack_id);
QP_SHARED void qp_slow_verify_exit(struct qp_lane *lane, const struct qp_call *call, uint64_t method);
QP_SHARED uint64_t qp_slow_current(struct qp_lane *lane, const struct qp_call *call);

QP_SHARED void qp_slow_cycles(struct qp_lane *lane, const struct qp_call *call, uint64_t cycles);
QP_SHARED void qp_slow_block(struct qp_lane *lane, const struct qp_call *call, int block, uint64_t count, int timed);
QP_SHARED void qp_slow_offset(struct qp_lane *lane, const struct qp_call *call, uint64_t method, int offset);
QP_SHARED void qp_slow_monitor(struct qp_lane *lane, const struct qp_call *call, int released);

/* ---- threads --------------------------------------------------------------------------------------------- */

QP_SHARED void qp_slow_create(struct qp_lane *lane, const struct qp_call *call, uint64_t client_id);
QP_SHARED void qp_slow_destroy(struct qp_lane *lane, const struct qp_call *call, uint64_t client_id);
QP_SHARED void qp_slow_name(struct qp_lane *lane, const struct qp_call *call, const char *name);
QP_SHARED void qp_slow_suspend(struct qp_lane *lane, const struct qp_call *call, int reason);
QP_SHARED void qp_slow_resume(struct qp_lane *lane, const struct qp_call *call);
QP_SHARED void qp_slow_switch(struct qp_lane *lane, const struct qp_call *call, int reason, uint64_t to);

/* ---- for the files beside slow.c ---------------------------------------------------------------------- */

/* Bring the lane up to date and mount what the call names. Returns. The lane to go on with (another one in a forked
 * child), NULL when the event is to be dropped; busy is 0 then. */
QP_SHARED struct qp_lane *qp_slow_begin(struct qp_lane *lane, const struct qp_call *call);

/* Whether the calling thread is in the middle of an event of another product, which its signal handler interrupted: the
 * index of nodes, the arenas and the locks are both products'. */
QP_SHARED int qp_slow_is_nested(enum qp_product product);

/* Set the limits, let the next event in. */
void qp_slow_end(struct qp_lane *lane, enum qp_product product);

/* Charge the ticks since the last event to the node on top, unless paused. */
void qp_charge(struct qp_lane *lane, enum qp_product product);

/* The last stretch of a lane of a timed run whose thread, or whose run, ends: no event is under way. */
void qp_slow_close(struct qp_lane *lane, enum qp_product product, uint64_t now);

/* Raise SIGTRAP when set_break_on_event asked for this. After the end of the event. */
void qp_slow_break(const struct qp_call *call, uint64_t method, uint32_t flag);

/* Called in a forked child at its first event, when children are followed; NULL otherwise. */
extern void (*qp_slow_forked)(void);

#endif
