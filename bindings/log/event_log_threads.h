/* event_log_threads.h - threads, and the frames on their stacks. */
#pragma once

#include "bindings/log/event_log_methods.h"

struct log_thread {
    int depth;
    struct log_frame {
        const struct log_method *method;
        qprof_MethodID id;
        qprof_StackID stack;
    } * frames;
};

extern __thread VthreadID log_last_seen; /* virtual thread of the last event on this system thread */

/* Both functions return the state of a thread, and create the state if the thread has none yet. log_thread_of also
 * sets log_last_seen. Callers of all functions of this header hold the lock of the log. */
struct log_thread *log_thread_of(VthreadID id);
struct log_thread *log_look_at(VthreadID id);

/* Return the id of the thread to which a call without the parameter VthreadID applies. */
VthreadID log_current(void);

/* Return the method on top of the stack, NULL if the stack is empty. */
const struct log_method *log_top(const struct log_thread *t);

/* Return the name of the method on top of the stack, "nothing" if the stack is empty. */
const char *log_top_name(const struct log_thread *t);

/* Define the function that reports an event of the current thread. It calls the function of the same name with _vt. */
#define FOR_CURRENT_THREAD(name, parameters, ...)                                                                      \
    EXPORT void name parameters                                                                                        \
    {                                                                                                                  \
        name##_vt(__VA_ARGS__, log_current());                                                                         \
    }
