/* thread_name.h - names of virtual threads.
 *
 * Most virtual threads share a name with many others; such a name is stored once. A name that contains a number usually
 * belongs to one virtual thread: its text is stored with the context, and the next virtual thread in that context
 * overwrites it. So ten million names with numbers take only as much room as the names of the virtual threads that are
 * alive at the same time. If numbers are not folded, each name is also the name of a group, and is stored once. */
#pragma once

#include "core/thread/tstate.h"

void qp_thread_name_set(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context,
                        const char *name);

/* Return the reference of the name that the virtual thread's group has. It is the virtual thread's name, with # in
 * place of each number if numbers are folded. */
uint32_t qp_thread_name_of_group(const struct qp_tstate_cold *cold, const struct qp_context *context);
