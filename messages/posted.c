#include "messages/posted.h"

static struct qp_posted_item *find(const struct qp_posted *posted, uint64_t number)
{
    uint64_t index = number - posted->queue.base;
    return number >= posted->queue.base && index >= posted->queue.first && index < posted->queue.count
               ? &posted->items[index]
               : NULL;
}

uint64_t qp_posted_start(struct qp_posted *posted, uint64_t moment)
{
    const struct qp_posted_item item = {.operation = {.posted = moment}, .state = QP_POSTED_OPEN};
    return QP_ARRAY_APPEND(&posted->items, &posted->queue.count, item) ? posted->queue.base + posted->queue.count - 1
                                                                       : UINT64_MAX;
}

void qp_posted_complete(struct qp_posted *posted, uint64_t number, const struct qp_operation *operation)
{
    struct qp_posted_item *item = find(posted, number);
    if (!item)
        return;
    uint64_t moment = item->operation.posted;
    *item = (struct qp_posted_item){.operation = *operation, .state = QP_POSTED_DONE};
    item->operation.posted = moment;
}

void qp_posted_drop(struct qp_posted *posted, uint64_t number)
{
    struct qp_posted_item *item = find(posted, number);
    if (item)
        item->state = QP_POSTED_DROPPED;
}

bool qp_posted_add(struct qp_posted *posted, const struct qp_operation *operation)
{
    const struct qp_posted_item item = {.operation = *operation, .state = QP_POSTED_DONE};
    return QP_ARRAY_APPEND(&posted->items, &posted->queue.count, item);
}

bool qp_posted_next(struct qp_posted *posted, struct qp_operation *operation)
{
    while (posted->queue.first < posted->queue.count) {
        const struct qp_posted_item *item = &posted->items[posted->queue.first];
        if (item->state == QP_POSTED_OPEN)
            break;
        posted->queue.first++;
        if (item->state == QP_POSTED_DONE) {
            *operation = item->operation;
            return true;
        }
    }
    qp_queue_shrink(posted->items, sizeof *posted->items, &posted->queue);
    return false;
}

void qp_posted_end(struct qp_posted *posted)
{
    for (uint32_t i = posted->queue.first; i < posted->queue.count; i++)
        if (posted->items[i].state == QP_POSTED_OPEN)
            posted->items[i].state = QP_POSTED_DROPPED;
}

void qp_posted_free(struct qp_posted *posted)
{
    free(posted->items);
    *posted = (struct qp_posted){0};
}
