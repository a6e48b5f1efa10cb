/* event_log_calls.c - entries and exits. */
#include "bindings/kit/strings.h"
#include "bindings/log/event_log_text.h"
#include "bindings/log/event_log_threads.h"

/* Push a frame. If the stack id is that of the top frame, the call is a tail call, and the new frame replaces the
 * top frame. Return whether the call is a tail call. */
static bool push(struct log_thread *t, qprof_MethodID id, qprof_StackID stack)
{
    log_call_back(id);
    bool tail = t->depth && t->frames[t->depth - 1].stack == stack;
    if (!tail)
        t->frames = kit_array_more(t->frames, (size_t)t->depth, sizeof *t->frames);
    t->depth += !tail;
    t->frames[t->depth - 1] = (struct log_frame){log_method_of(id), id, stack};
    return tail;
}

EXPORT void qprof_record_fn_entry_vt(qprof_MethodID id, qprof_StackID stack, VthreadID vt)
{
    BEGIN;
    struct log_thread *t = log_thread_of(vt);
    bool tail = push(t, id, stack);
    SAY('c', "%lu %s%s %s", (unsigned long)vt, log_recording ? "" : "(paused) ", tail ? "tail" : "enter",
        log_top_name(t));
    if (t->depth > 1)
        SAY('d', " at depth %d, called by %s", t->depth, t->frames[t->depth - 2].method->name);
    SAY('c', "\n");
}

FOR_CURRENT_THREAD(qprof_record_fn_entry, (qprof_MethodID id, qprof_StackID stack), id, stack)

EXPORT void qprof_follow_fn_entry_vt(qprof_MethodID id, qprof_StackID stack, VthreadID vt)
{
    BEGIN;
    struct log_thread *t = log_thread_of(vt);
    bool tail = push(t, id, stack);
    SAY('c', "%lu follow %s%s\n", (unsigned long)vt, log_top_name(t), tail ? " (WRONG)" : "");
}

FOR_CURRENT_THREAD(qprof_follow_fn_entry, (qprof_MethodID id, qprof_StackID stack), id, stack)

EXPORT void qprof_record_fn_exit_vt(qprof_StackID stack, VthreadID vt)
{
    BEGIN;
    struct log_thread *t = log_thread_of(vt);
    int before = t->depth;
    while (t->depth && t->frames[t->depth - 1].stack != stack)
        t->depth--;
    const char *wrong = t->depth == 0 && before != 1 ? " (WRONG)" : "";
    SAY('c', "%lu exit %d to %s%s\n", (unsigned long)vt, before - t->depth, log_top_name(t), wrong);
}

FOR_CURRENT_THREAD(qprof_record_fn_exit, (qprof_StackID stack), stack)

/* Return the depth of the newest frame of a method, or of any method if `id` is 0. Return 0 if there is no such
 * frame. If the client entered the frame without a stack id, its depth is its stack id. */
static int number_of(qprof_MethodID id)
{
    BEGIN;
    const struct log_thread *t = log_thread_of(log_current());
    int number = t->depth;
    while (number && id && t->frames[number - 1].id != id)
        number--;
    return number;
}

EXPORT void qprof_enter_method(qprof_MethodID id)
{
    qprof_record_fn_entry_vt(id, (qprof_StackID)number_of(0) + 1, log_current());
}

EXPORT void qprof_follow_method(qprof_MethodID id)
{
    qprof_follow_fn_entry_vt(id, (qprof_StackID)number_of(0) + 1, log_current());
}

EXPORT void qprof_enter_method_since(qprof_MethodID id, uint64_t nanoseconds)
{
    (void)nanoseconds;
    qprof_enter_method(id);
}

EXPORT void qprof_leave_method(qprof_MethodID id)
{
    int number = number_of(id);
    if (number)
        qprof_record_fn_exit_vt((qprof_StackID)number - 1, log_current());
    else
        qprof_verify_fn_exit_vt(id, log_current());
}

EXPORT void qprof_return_to_method(qprof_MethodID id)
{
    int number = number_of(id);
    if (number)
        qprof_record_fn_exit_vt((qprof_StackID)number, log_current());
}

EXPORT void qprof_verify_fn_exit_vt(qprof_MethodID id, VthreadID vt)
{
    BEGIN;
    struct log_thread *t = log_thread_of(vt);
    bool right = t->depth && t->frames[t->depth - 1].id == id;
    t->depth -= right;
    SAY('c', "%lu verified exit to %s%s\n", (unsigned long)vt, log_top_name(t), right ? "" : " (WRONG)");
}

FOR_CURRENT_THREAD(qprof_verify_fn_exit, (qprof_MethodID id), id)

EXPORT qprof_MethodID qprof_current_method_id_vt(VthreadID vt)
{
    BEGIN;
    const struct log_thread *t = log_thread_of(vt);
    return t->depth ? t->frames[t->depth - 1].id : 0;
}

EXPORT qprof_MethodID qprof_current_method_id(void)
{
    return qprof_current_method_id_vt(log_current());
}

EXPORT int qprof_open_methods(qprof_MethodID *methods, int size)
{
    BEGIN;
    const struct log_thread *t = log_thread_of(log_current());
    for (int i = 0; i < (int)t->depth && i < size; i++)
        methods[i] = t->frames[i].id;
    return (int)t->depth;
}
