/* on_top.h - which node is on top of each system thread's shadow stack while the program runs: where it is now.
 *
 * The file has the nodes, and so the whole stack of each; which of them is on top stands in the program's own memory,
 * since no event could afford to write it to the file. It is read from there, which the kernel allows to who may trace
 * the program: its user as a rule, where kernel.yama.ptrace_scope is 0, and root. The program notices nothing of it. */
#ifndef QP_LOAD_ON_TOP_H
#define QP_LOAD_ON_TOP_H

#include "profile/load/model.h"

struct qp_on_top {
    uint32_t *nodes; /* by carrier: an index; QP_NONE = no thread is there, or it is not known */
    int refused;     /* errno of why nothing could be read; 0 = it could */
};

/* References of what was on top a while ago. */
struct qp_on_top_before {
    struct qp_on_top_pair {
        uint32_t carrier;
        uint32_t node;
    } * pairs; /* by carrier */
    uint32_t count;
};

/* Look before the file is read again, by its last profile: what is on top now will be in the new one. A program that
 * finds new call paths all the time is mostly in a node that is younger than any reading. Without memory there is
 * nothing in it. */
void qp_on_top_look(struct qp_on_top_before *before, const struct qp_profile *profile, enum qp_product product);
void qp_on_top_before_free(struct qp_on_top_before *before);

/* Of a product, in the process that has the file's lock, as the profile's reader found it; the profile was read just
 * now. Where that has no such node it is the one that was on top before. Returns false without memory. */
bool qp_on_top_find(struct qp_on_top *on_top, const struct qp_profile *profile, enum qp_product product,
                    const struct qp_on_top_before *before);
void qp_on_top_free(struct qp_on_top *on_top);

/* Charge the time since the last event of each thread to the node on top, as its next event will. So what a function
 * spends in one long stretch is seen while it goes on. Only of threads that had no event since the profile was read:
 * what the others did meanwhile is not known, and is short. */
void qp_on_top_charge(const struct qp_on_top *on_top, struct qp_profile *profile, enum qp_product product);

#endif
