/* thread_name.h - names of virtual threads.
 *
 * Most share a name with many others, and it is kept once. A name that contains a number belongs to one thread: its
 * text stays with the context, and the context's next thread overwrites it, so ten million names take no more room than
 * the threads that live at once. If numbers are not folded, each name is that of a group, and is kept once too. */
#pragma once

#include "core/thread/tstate.h"

void qp_thread_name_set(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context,
                        const char *name);

/* Return the reference of its group's name: its own name, with # in place of numbers if those are folded. */
uint32_t qp_thread_name_of_group(const struct qp_tstate_cold *cold, const struct qp_context *context);
