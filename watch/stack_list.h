/* stack_list.h - the whole stack of a thread, a function a row. */
#ifndef QP_WATCH_STACK_LIST_H
#define QP_WATCH_STACK_LIST_H

#include "watch/drawing.h"
#include "watch/list.h"
#include "watch/thread_list.h"
#include "watch/watched.h"

struct qp_stack_list {
    uint32_t
        *functions; /* the one on top first: indexes into those of struct qp_recent; QP_NONE = paths without room */
    struct qp_list list;
    uint32_t carrier; /* whose it is, as it goes on; QP_NONE = a virtual thread's, as it was */
};

/* Begin with the stack of a row. Returns false without memory, as the next one does. */
bool qp_stack_list_begin(struct qp_stack_list *stack, const struct qp_watched *watched,
                         const struct qp_thread_row *row);

/* The run was read again. */
bool qp_stack_list_update(struct qp_stack_list *stack, const struct qp_watched *watched);
void qp_stack_list_free(struct qp_stack_list *stack);

void qp_stack_list_draw(struct qp_stack_list *stack, const struct qp_watched *watched, struct qp_drawing *drawing,
                        unsigned row, unsigned height);

#endif
