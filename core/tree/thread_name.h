/* thread_name.h - names of virtual threads. Most share one with many others, which is kept once. A name with a number
 * in it is a thread's own: its text stays with the context, and the next thread there writes over it, so that ten
 * million names take no more room than the threads that live at once. Where numbers are not folded each name is that of
 * a group, and is kept once too. */
#ifndef QP_TREE_THREAD_NAME_H
#define QP_TREE_THREAD_NAME_H

#include "core/thread/lane.h"

void qp_thread_name_set(struct qp_lane *lane, enum qp_product product, struct qp_context *context, const char *name);

/* The reference of the name that its group has: its own, with # in place of numbers where those are folded. */
uint32_t qp_thread_name_of_group(const struct qp_lane_cold *cold, const struct qp_context *context);

/* A new data file. */
void qp_thread_name_reset_records(void);

#endif
