#include "messages/posted.h"

static struct qp_posted_item *find(const struct qp_posted *posted, uint64_t number)
{
    uint64_t index = number - posted->base;
    return number >= posted->base && index >= posted->first && index < posted->count ? &posted->items[index] : NULL;
}

uint64_t qp_posted_start(struct qp_posted *posted, uint64_t moment)
{
    const struct qp_posted_item item = {.operation = {.posted = moment}, .state = QP_POSTED_OPEN};
    return QP_ARRAY_APPEND(&posted->items, &posted->count, item) ? posted->base + posted->count - 1 : UINT64_MAX;
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
    return QP_ARRAY_APPEND(&posted->items, &posted->count, item);
}

/* Remove the delivered items if they are more than the others. */
static void shrink(struct qp_posted *posted)
{
    uint32_t left = posted->count - posted->first;
    if (left > 0 && (posted->first < 1024 || posted->first < left))
        return;
    if (left > 0)
        memmove(posted->items, posted->items + posted->first, left * sizeof *posted->items);
    posted->base += posted->first;
    posted->count = left;
    posted->first = 0;
}

bool qp_posted_next(struct qp_posted *posted, struct qp_operation *operation)
{
    while (posted->first < posted->count) {
        const struct qp_posted_item *item = &posted->items[posted->first];
        if (item->state == QP_POSTED_OPEN)
            break;
        posted->first++;
        if (item->state == QP_POSTED_DONE) {
            *operation = item->operation;
            return true;
        }
    }
    shrink(posted);
    return false;
}

void qp_posted_end(struct qp_posted *posted)
{
    for (uint32_t i = posted->first; i < posted->count; i++)
        if (posted->items[i].state == QP_POSTED_OPEN)
            posted->items[i].state = QP_POSTED_DROPPED;
}

void qp_posted_free(struct qp_posted *posted)
{
    free(posted->items);
    *posted = (struct qp_posted){0};
}
