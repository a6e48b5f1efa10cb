/* profiler.h - tell a QII library what the machine's threads do. This is the part to copy into a virtual machine of
 * your own that runs green threads on several system threads.
 *
 * Every call names its virtual thread by the address of the thread's struct, as JVMPI clients do with a thread's
 * environment pointer. Any system thread may make any call: the library sees by itself which one it is. A stack id is
 * the depth of a frame, from 1; a method id is the function's number plus 1. */
#ifndef PROFILER_H
#define PROFILER_H

#include "../tinyvm/program.h"
#include "thread.h"

#include <qii_load.h>
#include <stdbool.h>

/* How much the machine tells, each with what the former tell. */
enum telling {
    TELL_CALLS,   /* entries and exits, creations and ends: all that QII had */
    TELL_SUSPEND, /* when a thread leaves its carrier, why, and when it goes on */
    TELL_WAKE     /* when it could go on, and because of whom */
};

struct profiler {
    struct qii qii;
    bool active;   /* a library is loaded and runs; all that follows is for that case */
    bool blocks;   /* it asked for more than calls */
    bool numbered; /* each thread has a name of its own */
    enum telling telling;
};

/* Load a library by name or path, start it with these options (may be NULL) and register every function, with the
 * QPROF_METHOD_FLAGS_* that flags_of tells. False after a line on stderr. */
bool profiler_open(struct profiler *profiler, const struct program *program,
                   int (*flags_of)(const struct function *function), const char *library, const char *options);

/* The frame on top of the thread was just pushed, or put in another's place. */
void profiler_enter(struct profiler *profiler, const struct thread *thread);

/* Frames were popped; the one on top goes on, or none is left. */
void profiler_leave(struct profiler *profiler, const struct thread *thread);

/* A statement of the frame on top begins. */
void profiler_statement(struct profiler *profiler, const struct thread *thread, int statement);

/* A thread was made by the one that runs here; it ends. */
void profiler_begin(struct profiler *profiler, const struct thread *thread);
void profiler_end(struct profiler *profiler, const struct thread *thread);

/* It leaves its carrier because of its new state; goes on on the calling one. */
void profiler_suspend(struct profiler *profiler, const struct thread *thread);
void profiler_resume(struct profiler *profiler, const struct thread *thread);

/* It is parked, and could go on from now on: because of the thread that runs on the calling system thread, or of none.
 * Call it before anybody can resume the thread. */
void profiler_wake(struct profiler *profiler, const struct thread *thread);

/* End the run: the library shows its summary. */
void profiler_close(struct profiler *profiler);

#endif
