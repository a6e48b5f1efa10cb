/* on_top.h - nodes on top of the shadow stacks of a running program: where each system thread is now.
 *
 * The file has all nodes with their parents, so the node on top gives the whole stack. But the program keeps the
 * address of this node in its own memory only, because writing it to the file at each event would be too slow. These
 * functions read that memory without stopping the program. The kernel allows this to users who may trace the program:
 * root, and usually the program's own user if kernel.yama.ptrace_scope is 0. */
#pragma once

#include "profile/load/model.h"

struct qp_on_top {
    uint32_t *nodes; /* for each carrier, index of the node on top; QP_NONE = the thread has ended, or the node is
                      * unknown */
    int refused;     /* errno if the memory cannot be read, else 0 */
};

/* References of the nodes that were on top shortly before the file was read. */
struct qp_on_top_before {
    struct qp_on_top_pair {
        uint32_t carrier;
        uint32_t node;
    } * pairs; /* sorted by carrier */
    uint32_t count;
};

/* Read which nodes are on top. Call this before the file is read again, so that the next profile contains these
 * nodes. If the program keeps taking new call paths, a node that is on top after the file was read is mostly new, so
 * the profile lacks it. If out of memory, the result is empty. */
void qp_on_top_look(struct qp_on_top_before *before, const struct qp_profile *profile, enum qp_product product);
void qp_on_top_before_free(struct qp_on_top_before *before);

/* Find the nodes on top in the process that has the file's lock, for a profile that was just read. If the current
 * node is newer than the profile, use the node that was on top before. Return false if out of memory. */
bool qp_on_top_find(struct qp_on_top *on_top, const struct qp_profile *profile, enum qp_product product,
                    const struct qp_on_top_before *before);
void qp_on_top_free(struct qp_on_top *on_top);

/* Add the time since each thread's last event to the node on top, as the thread's next event will. Without this, a
 * function that runs long without an event would show no time yet. Skip threads that had an event since the profile was
 * read: their time since then is unknown, and short. */
void qp_on_top_charge(const struct qp_on_top *on_top, struct qp_profile *profile, enum qp_product product);
