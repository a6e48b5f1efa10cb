/* profiler.h - reports of the running program to a QII library. Copy this part into your own interpreter.
 *
 * A stack id is the depth of a frame, from 1. After a return or an exception, report the id of the frame that
 * continues; the library pops all frames above it. A method id is the function's number plus 1, because 0 is not valid.
 */
#ifndef PROFILER_H
#define PROFILER_H

#include "fiber.h"
#include "program.h"

#include <qii_load.h>

struct profiler {
    struct qii qii;
    bool active;          /* a library is loaded and running; otherwise the other fields are not used */
    bool virtual_threads; /* the program has fibers: each is a virtual thread */
    bool blocks;          /* the library wants blocks, not only calls */
    bool branches;        /* the library wants branches */
    bool byte_code;       /* report offsets into the code instead of blocks */
};

/* Load a library by name or path, start it with these options (may be NULL) and register every function. After a
 * failure, print a message and return false. */
bool profiler_open(struct profiler *profiler, const struct program *program, const char *library, const char *options);

/* Report that the top frame of the fiber was just pushed, or that it replaced another frame. */
void profiler_enter(struct profiler *profiler, const struct fiber *fiber);

/* Report that frames were popped. The top frame continues, unless no frame is left. */
void profiler_leave(struct profiler *profiler, const struct fiber *fiber);

/* Report that a statement of the top frame begins. */
void profiler_statement(struct profiler *profiler, const struct fiber *fiber, int statement);

/* Report the outcome (0 or 1) of a branch of the top frame. */
void profiler_branch(struct profiler *profiler, const struct fiber *fiber, int branch, int outcome);

/* Report that from now on what this fiber runs, which has no frame yet, belongs to a test: calls, lines and branches of
 * the fiber and of those that it spawns. `outer` is a test that sets up this one; NULL = none. */
void profiler_test(struct profiler *profiler, const struct fiber *fiber, const char *name, const char *outer);

/* Report that the running fiber created a fiber, that control passes to another fiber, or that a fiber has ended. */
void profiler_fiber_begin(struct profiler *profiler, const struct fiber *fiber);
void profiler_fiber_switch(struct profiler *profiler, const struct fiber *from, const struct fiber *to);
void profiler_fiber_end(struct profiler *profiler, const struct fiber *fiber);

/* End the run: the library prints its summary. */
void profiler_close(struct profiler *profiler);

#endif
