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

/* All with the lock. A thread that something happens in, and one that is talked about. */
struct log_thread *log_thread_of(VthreadID id);
struct log_thread *log_look_at(VthreadID id);

/* What a call without a virtual thread is about. */
VthreadID log_current(void);

/* The method on top, NULL where there is none; and its name. */
const struct log_method *log_top(const struct log_thread *t);
const char *log_top_name(const struct log_thread *t);

#endif
