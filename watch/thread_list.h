/* thread_list.h - the threads of a run: system threads with their stacks, and suspended virtual threads. Suspended
 * virtual threads with the same state and stack share a row. */
#pragma once

#include "watch/drawing.h"
#include "watch/list.h"
#include "watch/watched.h"

struct qp_thread_row {
    uint32_t carrier; /* index of the carrier; QP_NONE = the row stands for suspended virtual threads */
    uint32_t thread;  /* index of the virtual thread mounted on the carrier, or of one of the suspended virtual
                       * threads that the row stands for; QP_NONE = no virtual thread */
    uint64_t count;   /* number of virtual threads */
    uint32_t node;    /* top of the stack; QP_NONE = unknown */
};

struct qp_thread_list {
    struct qp_thread_row *rows;
    struct qp_list list;
};

/* Return false if out of memory. */
bool qp_thread_list_update(struct qp_thread_list *list, const struct qp_watched *watched);

void qp_thread_list_draw(struct qp_thread_list *list, const struct qp_watched *watched, struct qp_drawing *drawing,
                         unsigned row, unsigned height);

/* ---- the full stack of a thread, one function per row -------------------------------------------------------------
 */

struct qp_stack_list {
    uint32_t
        *functions; /* indexes into the functions of struct qp_recent, top function first; QP_NONE = folded paths */
    struct qp_list list;
    uint32_t carrier; /* carrier whose stack is updated; QP_NONE = the fixed stack of a virtual thread */
};

/* Set the list to the stack of a row. Return false if out of memory. */
bool qp_stack_list_begin(struct qp_stack_list *stack, const struct qp_watched *watched,
                         const struct qp_thread_row *row);

/* Update the stack after the run was read again. Return false if out of memory. */
bool qp_stack_list_update(struct qp_stack_list *stack, const struct qp_watched *watched);

void qp_stack_list_draw(struct qp_stack_list *stack, const struct qp_watched *watched, struct qp_drawing *drawing,
                        unsigned row, unsigned height);
