/* stacks.c - the functions of qprof_stacks.h: stacks of a thread that another one records. */
#include "qprof/product.h"

#include "core/event/announce.h"
#include "core/event/sample.h"
#include "core/carrier/carrier.h"
#include "core/stacks/unwind.h"

#include <sys/syscall.h>
#include <unistd.h>

void *qprof_hand_over_thread(void)
{
    QP_CALL(QP_EITHER);
    if (!qp_announce_nothing(qp_tstate_take(QP_PRODUCT), &call)) /* so that the thread has a thread state */
        return NULL;
    struct qp_carrier *carrier = qp_carrier_hand_over((uint64_t)syscall(SYS_gettid));
    if (carrier)
        qp_unwind_prepare();
    return carrier;
}

void *qprof_hand_over_other(uint64_t system_id, uint64_t cpu)
{
    QP_CALL(QP_EITHER);
    qp_carrier_act(NULL, cpu);
    qp_announce_nothing(qp_tstate_take(QP_PRODUCT), &call);
    struct qp_carrier *carrier = qp_carrier_hand_over(system_id);
    qp_carrier_act_end();
    return carrier;
}

int qprof_find_stack(const void *context, uint64_t *addresses, int most)
{
    return qp_unwind_is_ready() ? qp_unwind_context(context, addresses, most) : 0;
}

void qprof_record_stack(void *thread, uint64_t cpu, const qprof_MethodID *methods, int count, int bb_num)
{
    QP_CALL(QP_EITHER);
    if (methods || count <= 0)
        qp_sample_stack(&call, &(struct qp_stack_sample){thread, cpu, methods, count, 0, bb_num, NULL});
}

void qprof_record_stack_vt(void *thread, uint64_t cpu, const qprof_MethodID *methods, int count, int bb_num,
                           VthreadID virtual_thread_id)
{
    QP_CALL(QP_EITHER);
    if (methods || count <= 0)
        qp_sample_stack(&call, &(struct qp_stack_sample){thread, cpu, methods, count, virtual_thread_id, bb_num, NULL});
}

void qprof_record_stack_allocation(void *thread, const qprof_MethodID *methods, int count, qprof_MethodID type,
                                   size_t bytes, qprof_Counts objects, int bb_num, VthreadID virtual_thread_id)
{
    QP_CALL(QP_EITHER);
    const struct qp_allocation allocation = {type, bytes, objects, bb_num};
    if (methods || count <= 0)
        qp_sample_stack(&call,
                        &(struct qp_stack_sample){thread, 0, methods, count, virtual_thread_id, -1, &allocation});
}

void qprof_record_stack_wait(void *thread, const qprof_MethodID *methods, int count, int reason, qprof_Counts waits,
                             uint64_t nanoseconds, VthreadID virtual_thread_id)
{
    QP_CALL(QP_EITHER);
    if (methods || count <= 0)
        qp_sample_suspension(&call, &(struct qp_stack_suspension){thread, methods, count, reason,
                                                                  (uint64_t)virtual_thread_id, waits, nanoseconds});
}

void qprof_name_stacks(void *thread, const char *name)
{
    QP_CALL(QP_EITHER);
    if (name)
        qp_sample_name_thread(&call, thread, name);
}

void qprof_end_stacks(void *thread, uint64_t cpu)
{
    qp_sample_end_thread(thread, cpu);
}
