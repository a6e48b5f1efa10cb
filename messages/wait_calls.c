#include "messages/wait_calls.h"

struct qp_wait_call *qp_wait_calls_at(const struct qp_wait_calls *calls, uint32_t index)
{
    return (struct qp_wait_call *)(void *)calls->pool.items + index;
}

uint32_t qp_wait_calls_add(struct qp_wait_calls *calls, const struct qp_wait_call *call)
{
    uint32_t index = qp_pool_take(&calls->pool, sizeof *call);
    if (index == UINT32_MAX)
        return QP_NO_CALL;
    *qp_wait_calls_at(calls, index) = *call;
    qp_wait_calls_at(calls, index)->pending = 1;
    return index;
}

void qp_wait_calls_hold(struct qp_wait_calls *calls, uint32_t index)
{
    if (index != QP_NO_CALL)
        qp_wait_calls_at(calls, index)->pending++;
}

/* Return the cause for which the call waited longest. */
static enum qp_wait_cause main_cause(const struct qp_wait_call *call)
{
    enum qp_wait_cause longest = QP_CAUSE_LATE_SENDER;
    for (int i = 0; i < QP_WAIT_CAUSES; i++) {
        bool counts = i != QP_CAUSE_LATE_RECEIVER_OF_REQUEST || !call->receives;
        if (counts && call->causes[i].ns > call->causes[longest].ns)
            longest = (enum qp_wait_cause)i;
    }
    return longest;
}

static void commit(struct qp_wait_calls *calls, uint32_t index)
{
    struct qp_wait_call *call = qp_wait_calls_at(calls, index);
    enum qp_wait_cause cause = main_cause(call);
    if (call->causes[cause].ns > 0)
        calls->commit(calls->to, call, cause);
    call->pending = 0;
}

void qp_wait_calls_release(struct qp_wait_calls *calls, uint32_t index)
{
    if (index == QP_NO_CALL || --qp_wait_calls_at(calls, index)->pending > 0)
        return;
    commit(calls, index);
    qp_pool_return(&calls->pool, index, sizeof(struct qp_wait_call));
}

void qp_wait_calls_blame(struct qp_wait_calls *calls, uint32_t index, const struct qp_blame *blame)
{
    if (index == QP_NO_CALL || blame->arrived == 0)
        return;
    struct qp_wait_call *call = qp_wait_calls_at(calls, index);
    bool is_send = blame->cause == QP_CAUSE_LATE_RECEIVER || blame->cause == QP_CAUSE_LATE_RECEIVER_OF_REQUEST;
    if (call->entered == 0 || blame->arrived <= call->entered || blame->late == call->log)
        return;
    if (is_send && blame->arrived >= call->left)
        return; /* the message was buffered: the send did not wait for the receiver */
    uint64_t until = blame->arrived < call->left ? blame->arrived : call->left;
    uint64_t ns = until - call->entered;
    if (ns > call->causes[blame->cause].ns) {
        call->causes[blame->cause].ns = ns;
        call->causes[blame->cause].late = blame->late;
        call->causes[blame->cause].communicator = blame->communicator;
    }
}

void qp_wait_calls_finish(struct qp_wait_calls *calls)
{
    /* The first field of an unused item is a link, so find the used ones by exclusion. */
    for (uint32_t index = calls->pool.unused, next; index; index = next) {
        memcpy(&next, qp_wait_calls_at(calls, index - 1), sizeof next);
        memset(qp_wait_calls_at(calls, index - 1), 0, sizeof(struct qp_wait_call));
    }
    for (uint32_t i = 0; i < calls->pool.count; i++)
        if (qp_wait_calls_at(calls, i)->pending > 0)
            commit(calls, i);
    free(calls->pool.items);
    calls->pool = (struct qp_pool){0};
}
