/* event_log_threads.h - threads, and the frames on their stacks. */
#ifndef BINDINGS_LOG_EVENT_LOG_THREADS_H
#define BINDINGS_LOG_EVENT_LOG_THREADS_H

#include "bindings/log/event_log_methods.h"

struct log_thread {
    int depth;
    int room;
    struct {
        const struct log_method *method;
        qprof_MethodID id;
        qprof_StackID stack;
    } * frames;
};

extern __thread VthreadID log_last_seen; /* on this system thread */

/* Return the virtual thread's state, made at its first use; log_thread_of also makes it the last one seen. Called with
 * the lock, like all functions below. */
struct log_thread *log_thread_of(VthreadID id);
struct log_thread *log_look_at(VthreadID id);

/* Return the id of the thread that a call without a VthreadID refers to. */
VthreadID log_current(void);

/* Return the method on top of the stack, NULL if the stack is empty; return its name. */
const struct log_method *log_top(const struct log_thread *t);
const char *log_top_name(const struct log_thread *t);

#endif
