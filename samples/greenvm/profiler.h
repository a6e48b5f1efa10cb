/* profiler.h - reports of the machine's threads to a QII library. Copy this part into your own virtual machine if it
 * runs green threads on several system threads.
 *
 * Each call names its virtual thread by the address of the thread's struct, as JVMPI clients pass a thread's
 * environment pointer. Any system thread may make any call: the library finds out which system thread it is. A stack id
 * is the depth of a frame, from 1. A method id is the function's number plus 1. */
#ifndef PROFILER_H
#define PROFILER_H

#include "../tinyvm/program.h"
#include "thread.h"

#include <qii_load.h>
#include <stdbool.h>

/* Events that the machine reports; each level includes the previous ones. */
enum reporting {
    REPORT_CALLS,   /* entries and exits, creations and ends: the events of QII */
    REPORT_SUSPEND, /* when and why a thread leaves its carrier, and when it resumes */
    REPORT_WAKE     /* when a thread becomes runnable, and which thread woke it */
};

struct profiler {
    struct qii qii;
    bool active;   /* a library is loaded and running; otherwise the other fields are not used */
    bool blocks;   /* the library wants blocks, not only calls */
    bool numbered; /* append the thread's number to its name */
    enum reporting reporting;
};

/* Load a library by name or path, start it with these options (may be NULL) and register every function, with its
 * QPROF_METHOD_FLAGS_* from flags_of. After a failure, print a message and return false. */
bool profiler_open(struct profiler *profiler, const struct program *program,
                   int (*flags_of)(const struct function *function), const char *library, const char *options);

/* Report that the top frame of the thread was just pushed, or that it replaced another frame. */
void profiler_enter(struct profiler *profiler, const struct thread *thread);

/* Report that frames were popped. The top frame continues, unless no frame is left. */
void profiler_leave(struct profiler *profiler, const struct thread *thread);

/* Report that a statement of the top frame begins. */
void profiler_statement(struct profiler *profiler, const struct thread *thread, int statement);

/* Report that the running thread created a thread. */
void profiler_begin(struct profiler *profiler, const struct thread *thread);

/* Report that a thread ends. */
void profiler_end(struct profiler *profiler, const struct thread *thread);

/* Report that a thread leaves its carrier, with its new state as the reason. */
void profiler_suspend(struct profiler *profiler, const struct thread *thread);

/* Report that a thread resumes on the calling carrier. */
void profiler_resume(struct profiler *profiler, const struct thread *thread);

/* Report that a parked thread becomes runnable. It was woken by the thread that runs on the calling system thread,
 * if there is one. Call this before the thread can be resumed. */
void profiler_wake(struct profiler *profiler, const struct thread *thread);

/* End the run: the library prints its summary. */
void profiler_close(struct profiler *profiler);

#endif
