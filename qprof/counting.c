/* The rarer events: cycles, code offsets, monitors, pseudo-methods, threads. All go the careful way. */
#include "qprof/product.h"

#include "base/atomic.h"
#include "core/store/diagnose.h"

static void follow_entry(const struct qp_call *call, qprof_MethodID method, qprof_StackID stack)
{
    struct qp_lane *lane = qp_product_begin(call);
    if (lane != NULL)
        qp_careful_follow(lane, call, method, stack);
}

void qprof_follow_fn_entry(qprof_MethodID method_id, qprof_StackID stack_id)
{
    follow_entry(QP_CALL(QP_PLAIN, 0), method_id, stack_id);
}

void qprof_follow_fn_entry_vt(qprof_MethodID method_id, qprof_StackID stack_id, VthreadID virtual_thread_id)
{
    follow_entry(QP_CALL(QP_VIRTUAL, virtual_thread_id), method_id, stack_id);
}

static void verify_exit(const struct qp_call *call, qprof_MethodID method)
{
    struct qp_lane *lane = qp_product_begin(call);
    if (lane != NULL)
        qp_careful_verify_exit(lane, call, method);
}

void qprof_verify_fn_exit(qprof_MethodID method_id)
{
    verify_exit(QP_CALL(QP_EITHER, 0), method_id);
}

void qprof_verify_fn_exit_vt(qprof_MethodID method_id, VthreadID virtual_thread_id)
{
    verify_exit(QP_CALL(QP_VIRTUAL, virtual_thread_id), method_id);
}

static qprof_MethodID current(const struct qp_call *call)
{
    struct qp_lane *lane = qp_product_begin(call);
    return lane == NULL ? 0 : qp_careful_current(lane, call);
}

qprof_MethodID qprof_current_method_id(void)
{
    return current(QP_CALL(QP_PLAIN, 0));
}

qprof_MethodID qprof_current_method_id_vt(VthreadID virtual_thread_id)
{
    return current(QP_CALL(QP_VIRTUAL, virtual_thread_id));
}

static void count_cycles(const struct qp_call *call, qprof_Counts cycles)
{
    struct qp_lane *lane = qp_product_begin(call);
    if (lane != NULL)
        qp_careful_cycles(lane, call, cycles);
}

void qprof_record_counts(qprof_Counts arg)
{
    count_cycles(QP_CALL(QP_PLAIN, 0), arg);
}

void qprof_record_counts_vt(qprof_Counts arg, VthreadID virtual_thread_id)
{
    count_cycles(QP_CALL(QP_VIRTUAL, virtual_thread_id), arg);
}

void qprof_execute_byte_code(qprof_MethodID method_id, const char *pc, int pc_offset)
{
    const struct qp_call *call = QP_CALL(QP_EITHER, 0);
    struct qp_lane *lane = qp_product_begin(call);
    (void)pc; /* QII hands it over; the offset says it all */
    if (lane != NULL)
        qp_careful_offset(lane, call, method_id, pc_offset);
}

static void monitor(const struct qp_call *call, int released)
{
    struct qp_lane *lane = qp_product_begin(call);
    if (lane != NULL)
        qp_careful_monitor(lane, call, released);
}

void qprof_record_monitor_acquired(void)
{
    monitor(QP_CALL(QP_EITHER, 0), 0);
}

void qprof_record_monitor_released(void)
{
    monitor(QP_CALL(QP_EITHER, 0), 1);
}

/* ---- threads --------------------------------------------------------------------------------------------- */

static void create(const struct qp_call *call, qprof_ThreadID id)
{
    struct qp_lane *lane = qp_product_begin(call);
    if (lane != NULL)
        qp_careful_create(lane, call, id);
}

void qprof_thread_create(qprof_ThreadID id)
{
    create(QP_CALL(QP_PLAIN, 0), id);
}

void qprof_thread_create_vt(qprof_ThreadID id, VthreadID virtual_thread_id)
{
    create(QP_CALL(QP_NAMED, virtual_thread_id), id);
}

static void destroy(const struct qp_call *call, qprof_ThreadID id)
{
    struct qp_lane *lane = qp_product_begin(call);
    if (lane != NULL)
        qp_careful_destroy(lane, call, id);
}

void qprof_thread_destroy(qprof_ThreadID id)
{
    destroy(QP_CALL(QP_PLAIN, 0), id);
}

void qprof_thread_destroy_vt(VthreadID virtual_thread_id)
{
    destroy(QP_CALL(QP_NAMED, virtual_thread_id), 0);
}

static void set_name(const struct qp_call *call, const char *name)
{
    if (name == NULL) {
        qp_diagnose(QP_PRODUCT, QP_DIAGNOSTIC_NULL_NAME, "%s", call->name);
        return;
    }
    struct qp_lane *lane = qp_product_begin(call);
    if (lane != NULL)
        qp_careful_name(lane, call, name);
}

void qprof_set_thread_name(const char *new_name)
{
    set_name(QP_CALL(QP_EITHER, 0), new_name);
}

void qprof_set_thread_name_vt(const char *new_name, VthreadID virtual_thread_id)
{
    set_name(QP_CALL(QP_NAMED, virtual_thread_id), new_name);
}
