/* events.c - QII's functions for events: entries and exits, blocks, switches of virtual threads, and rarer events. */
#include "qprof/product.h"

#include "core/store/diagnose.h"
#include "core/event/announce.h"
#include "core/event/block_counters.h"
#include "core/event/count.h"
#include "core/event/frame.h"
#include "core/event/named_context.h"
#include "core/event/sample.h"
#include "core/event/switch.h"
#include "core/event/wake.h"

/* Define a public function that records an event. `call` describes the function to the core. */
#define EVENT(name, parameters, flavour, action)                                                                       \
    void name parameters                                                                                               \
    {                                                                                                                  \
        QP_CALL(flavour);                                                                                              \
        action;                                                                                                        \
    }

/* ---- entry and exit -------------------------------------------------------------------------------------- */

EVENT(qprof_record_fn_entry, (qprof_MethodID method_id, qprof_StackID stack_id), QP_PLAIN,
      qp_frame_enter(&call, 0, method_id, stack_id))
EVENT(qprof_record_fn_entry_vt, (qprof_MethodID method_id, qprof_StackID stack_id, VthreadID virtual_thread_id),
      QP_VIRTUAL, qp_frame_enter(&call, virtual_thread_id, method_id, stack_id))

EVENT(qprof_record_fn_exit, (qprof_StackID stack_id), QP_PLAIN, qp_frame_exit(&call, 0, stack_id))
EVENT(qprof_record_fn_exit_vt, (qprof_StackID stack_id, VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_frame_exit(&call, virtual_thread_id, stack_id))

EVENT(qprof_follow_fn_entry, (qprof_MethodID method_id, qprof_StackID stack_id), QP_PLAIN,
      qp_frame_follow(&call, 0, method_id, stack_id))
EVENT(qprof_follow_fn_entry_vt, (qprof_MethodID method_id, qprof_StackID stack_id, VthreadID virtual_thread_id),
      QP_VIRTUAL, qp_frame_follow(&call, virtual_thread_id, method_id, stack_id))

EVENT(qprof_enter_method, (qprof_MethodID method_id), QP_EITHER, qp_frame_enter_numbered(&call, method_id))

EVENT(qprof_enter_function, (qprof_MethodID method_id, const void *stack, const void *code), QP_EITHER,
      qp_frame_enter_function(&call, method_id, qp_hot_function(stack, code)))

EVENT(qprof_leave_function, (qprof_MethodID method_id), QP_EITHER, qp_frame_leave_function(&call, method_id))

EVENT(qprof_unwind, (const void *from, const void *to), QP_EITHER, qp_frame_unwind(&call, from, to))

EVENT(qprof_follow_method, (qprof_MethodID method_id), QP_EITHER, qp_frame_follow_numbered(&call, method_id))

EVENT(qprof_enter_method_since, (qprof_MethodID method_id, uint64_t nanoseconds), QP_EITHER,
      qp_frame_enter_since(&call, method_id, nanoseconds))

EVENT(qprof_leave_method, (qprof_MethodID method_id), QP_EITHER, qp_frame_leave_numbered(&call, method_id))

EVENT(qprof_return_to_method, (qprof_MethodID method_id), QP_EITHER, qp_frame_return_to(&call, method_id))

EVENT(qprof_verify_fn_exit, (qprof_MethodID method_id), QP_EITHER, qp_frame_verify_exit(&call, 0, method_id))
EVENT(qprof_verify_fn_exit_vt, (qprof_MethodID method_id, VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_frame_verify_exit(&call, virtual_thread_id, method_id))

qprof_MethodID qprof_current_method_id(void)
{
    QP_CALL(QP_EITHER);
    return qp_frame_current(&call, 0);
}

qprof_MethodID qprof_current_method_id_vt(VthreadID virtual_thread_id)
{
    QP_CALL(QP_VIRTUAL);
    return qp_frame_current(&call, virtual_thread_id);
}

int qprof_open_methods(qprof_MethodID *methods, int size)
{
    QP_CALL(QP_EITHER);
    return qp_frame_open(&call, methods, size);
}

/* ---- within a function ----------------------------------------------------------------------------------- */

EVENT(qprof_record_bb_counts, (int bb_num, qprof_Counts arg), QP_EITHER, qp_count_block(&call, 0, bb_num, arg))
EVENT(qprof_record_bb_counts_vt, (int bb_num, qprof_Counts arg, VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_count_block(&call, virtual_thread_id, bb_num, arg))

EVENT(qprof_record_bb_time, (int bb_num), QP_PLAIN, qp_count_time(&call, 0, bb_num))
EVENT(qprof_record_bb_time_vt, (int bb_num, VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_count_time(&call, virtual_thread_id, bb_num))

EVENT(qprof_record_bb, (int bb_num, qprof_Counts arg), QP_PLAIN, qp_count_bb(&call, 0, bb_num, arg))
EVENT(qprof_record_bb_vt, (int bb_num, qprof_Counts arg, VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_count_bb(&call, virtual_thread_id, bb_num, arg))

EVENT(qprof_record_sample, (int bb_num), QP_EITHER, qp_sample(&call, 0, bb_num))
EVENT(qprof_record_sample_vt, (int bb_num, VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_sample(&call, virtual_thread_id, bb_num))

EVENT(qprof_begin_sample, (void), QP_EITHER, qp_sample_begin(&call))

int qprof_block_counters(qprof_MethodID id, qprof_BlockCounters *counters)
{
    QP_CALL(QP_EITHER);
    return qp_block_counters_get(&call, id, counters);
}

void qprof_execute_byte_code(qprof_MethodID method_id, const char *pc, int pc_offset)
{
    QP_CALL(QP_EITHER);
    (void)pc; /* QII passes it, but the offset suffices */
    qp_count_offset(&call, 0, method_id, pc_offset);
}

void qprof_execute_byte_code_vt(qprof_MethodID method_id, const char *pc, int pc_offset, VthreadID virtual_thread_id)
{
    QP_CALL(QP_VIRTUAL);
    (void)pc;
    qp_count_offset(&call, virtual_thread_id, method_id, pc_offset);
}

EVENT(qprof_record_counts, (qprof_Counts arg), QP_PLAIN, qp_count_cycles(&call, 0, arg))
EVENT(qprof_record_counts_vt, (qprof_Counts arg, VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_count_cycles(&call, virtual_thread_id, arg))

EVENT(qprof_record_allocation, (qprof_MethodID type, size_t bytes, qprof_Counts objects, int bb_num), QP_EITHER,
      qp_count_allocation(&call, 0, &(struct qp_allocation){type, bytes, objects, bb_num}))
EVENT(qprof_record_allocation_vt,
      (qprof_MethodID type, size_t bytes, qprof_Counts objects, int bb_num, VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_count_allocation(&call, virtual_thread_id, &(struct qp_allocation){type, bytes, objects, bb_num}))

EVENT(qprof_record_monitor_acquired, (void), QP_EITHER, qp_count_monitor(&call, 0, false))
EVENT(qprof_record_monitor_acquired_vt, (VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_count_monitor(&call, virtual_thread_id, false))

EVENT(qprof_record_monitor_released, (void), QP_EITHER, qp_count_monitor(&call, 0, true))
EVENT(qprof_record_monitor_released_vt, (VthreadID virtual_thread_id), QP_VIRTUAL,
      qp_count_monitor(&call, virtual_thread_id, true))

/* ---- threads --------------------------------------------------------------------------------------------- */

EVENT(qprof_thread_create, (qprof_ThreadID id), QP_PLAIN, qp_announce_create(&call, 0, id))
EVENT(qprof_thread_create_vt, (qprof_ThreadID id, VthreadID virtual_thread_id), QP_NAMED,
      qp_announce_create(&call, virtual_thread_id, id))

void qprof_thread_destroy(qprof_ThreadID id)
{
    QP_CALL(QP_PLAIN);
    (void)id; /* QII passes the same id as at the thread's creation, but the thread that ends is always the calling
               * one */
    qp_announce_destroy(&call, 0);
}

EVENT(qprof_thread_destroy_vt, (VthreadID virtual_thread_id), QP_NAMED, qp_announce_destroy(&call, virtual_thread_id))

static void set_name(const struct qp_call *call, uint64_t virtual_id, const char *name)
{
    if (name)
        qp_announce_name(call, virtual_id, name);
    else
        qp_diagnose(QP_PRODUCT, QP_DIAGNOSTIC_NULL_NAME, "%s", call->name);
}

EVENT(qprof_set_thread_name, (const char *new_name), QP_EITHER, set_name(&call, 0, new_name))
EVENT(qprof_set_thread_name_vt, (const char *new_name, VthreadID virtual_thread_id), QP_NAMED,
      set_name(&call, virtual_thread_id, new_name))

EVENT(qprof_vthread_suspend, (VthreadID virtual_thread_id, int reason), QP_NAMED,
      qp_switch_suspend(&call, virtual_thread_id, reason))

EVENT(qprof_vthread_resume, (VthreadID virtual_thread_id), QP_VIRTUAL, qp_switch_resume(&call, virtual_thread_id))

EVENT(qprof_vthread_wake, (VthreadID virtual_thread_id), QP_NAMED, qp_wake(&call, virtual_thread_id))
EVENT(qprof_vthread_wake_since, (VthreadID virtual_thread_id, uint64_t nanoseconds), QP_NAMED,
      qp_wake_since(&call, virtual_thread_id, nanoseconds))

EVENT(qprof_vthread_switch, (VthreadID from, int reason, VthreadID to), QP_NAMED, qp_switch(&call, from, reason, to))

/* ---- contexts -------------------------------------------------------------------------------------------- */

int qprof_context(const char *name)
{
    QP_CALL(QP_EITHER);
    return qp_named_context_change(&call, 0, name, 0);
}

int qprof_context_vt(const char *name, VthreadID virtual_thread_id)
{
    QP_CALL(QP_NAMED);
    return qp_named_context_change(&call, virtual_thread_id, name, 0);
}

int qprof_context_load(const char *source_file)
{
    QP_CALL(QP_EITHER);
    return qp_named_context_change(&call, 0, source_file, QP_NAMED_LOAD);
}

int qprof_return_to_context(int number)
{
    QP_CALL(QP_EITHER);
    return qp_named_context_return(&call, number);
}

int qprof_context_within(const char *name, const char *outer)
{
    QP_CALL(QP_EITHER);
    return qp_named_context_within(&call, name, outer);
}

int qprof_context_of_counters(const char *name, int is_load)
{
    QP_CALL(QP_EITHER);
    return qp_named_context_of_counters(&call, name, is_load ? QP_NAMED_LOAD : 0);
}

int qprof_context_hits(const char *name, int is_load, const void *const *counters, int count)
{
    QP_CALL(QP_EITHER);
    return qp_named_context_hits(&call, name, is_load ? QP_NAMED_LOAD : 0, counters, count);
}
