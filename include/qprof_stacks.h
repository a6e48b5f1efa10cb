/* qprof_stacks.h - stacks of one thread that another thread records, for a client that samples from outside.
 *
 * A signal handler may not register methods, and threads whose stacks a debugging interface shows do not call the
 * profiler. So another thread of the client records their samples, allocations and waits. A sampled thread has a handle
 * and records no events itself. Any thread may use a handle, but only one at a time. A signal handler may call only
 * qprof_find_stack. The rules of qprof.h hold. These functions are this project's own, since 0.2.
 *
 * Stacks list methods outermost first. Methods may be registered later. If virtual_thread_id is not 0, the sample,
 * allocation or wait belongs to this virtual thread, which ran on the thread. Functions ignore a NULL handle.
 */
#ifndef QPROF_STACKS_H
#define QPROF_STACKS_H

#include "qprof.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prepare the calling thread for qprof_find_stack, and return its handle; NULL if nothing records. */
void *_EXT_REF qprof_hand_over_thread(void);

/* Prepare another thread of the process. `system_id` is its id in the system (gettid). Its time counts from `cpu`
 * nanoseconds of its CPU time on. qprof_find_stack does not apply to it. Return its handle; NULL if nothing records. */
void *_EXT_REF qprof_hand_over_other(uint64_t system_id, uint64_t cpu);

/* Name the thread; this may be repeated. A thread that was handed over must not call qprof_set_thread_name. */
void _EXT_REF qprof_name_stacks(void *thread, const char *name);

/* Collect the addresses of the calling thread's stack, in a signal handler that got this ucontext_t: first the address
 * that the signal interrupted, then return addresses outwards. Return their number, at most `most`. A thread that was
 * not prepared has no stack (0). Async-signal-safe. Cost: about 20 ns a frame, some microseconds for each address not
 * seen before. */
int _EXT_REF qprof_find_stack(const void *context, uint64_t *addresses, int most);

/* Record a sample in a run with the option -sample. The time since the thread's previous sample, until it had used
 * `cpu` nanoseconds of CPU time, is charged to the last method and its block bb_num (-1 = unknown). */
void _EXT_REF qprof_record_stack(void *thread, uint64_t cpu, const qprof_MethodID *methods, int count, int bb_num);
void _EXT_REF qprof_record_stack_vt(void *thread, uint64_t cpu, const qprof_MethodID *methods, int count, int bb_num,
                                    VthreadID virtual_thread_id);

/* Record an allocation by the last method and its block, as qprof_record_allocation does. The thread's time is charged
 * at its next sample. */
void _EXT_REF qprof_record_stack_allocation(void *thread, const qprof_MethodID *methods, int count, qprof_MethodID type,
                                            size_t bytes, qprof_Counts objects, int bb_num,
                                            VthreadID virtual_thread_id);

/* Record `waits` suspensions in the last method (count 0: in no method), which took `nanoseconds` together. `reason` is
 * QPROF_REASON_BLOCKED or _WAITING, or _RUNNABLE for time in which the thread could have run. With `waits` 0, this is
 * further time of one that was or will be counted. Waiting time is no part of the CPU time; reports show it beside the
 * samples. Another reason, or a method 0, is a misuse and records nothing. Ignored during a pause. */
void _EXT_REF qprof_record_stack_wait(void *thread, const qprof_MethodID *methods, int count, int reason,
                                      qprof_Counts waits, uint64_t nanoseconds, VthreadID virtual_thread_id);

/* End the thread. Its time until `cpu` is charged to the method of its last sample. */
void _EXT_REF qprof_end_stacks(void *thread, uint64_t cpu);

#ifdef __cplusplus
}
#endif

#endif
