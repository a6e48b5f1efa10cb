/* thread_list.h - where the threads of a run are: each system thread with its stack, and the virtual threads that are
 * suspended, those in one state at one place together. */
#ifndef QP_WATCH_THREAD_LIST_H
#define QP_WATCH_THREAD_LIST_H

#include "watch/drawing.h"
#include "watch/list.h"
#include "watch/watched.h"

struct qp_thread_row {
    uint32_t carrier; /* index; QP_NONE = virtual threads without one */
    uint32_t thread;  /* index of the virtual thread that is mounted, or of one of them; QP_NONE = none */
    uint64_t count;   /* of the virtual threads */
    uint32_t node;    /* on top; QP_NONE = not known */
};

struct qp_thread_list {
    struct qp_thread_row *rows;
    struct qp_list list;
};

/* Returns false without memory. */
bool qp_thread_list_update(struct qp_thread_list *list, const struct qp_watched *watched);
void qp_thread_list_free(struct qp_thread_list *list);

void qp_thread_list_draw(struct qp_thread_list *list, const struct qp_watched *watched, struct qp_drawing *drawing,
                         unsigned row, unsigned height);

/* The functions of a node's stack, the one on top first: indexes into those of struct qp_recent, QP_NONE for call paths
 * that found no room. Returns how many there are, of which the first `room` are set. */
uint32_t qp_thread_stack(const struct qp_watched *watched, uint32_t node, uint32_t *functions, uint32_t room);

#endif
