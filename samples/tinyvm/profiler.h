/* profiler.h - tell a QII library what the machine does. This is the part to copy into an interpreter of your own.
 *
 * A stack id is the depth of a frame, from 1: after a return or an exception the id of the frame that goes on is
 * reported, whatever was popped. A method id is the function's number plus 1, since 0 is not valid. */
#ifndef PROFILER_H
#define PROFILER_H

#include "fiber.h"
#include "program.h"

#include <qii_load.h>

struct profiler {
    struct qii qii;
    bool active;          /* a library is loaded and runs; all that follows is for that case */
    bool virtual_threads; /* the program has fibers: each is a virtual thread */
    bool blocks;          /* the library asked for more than calls */
    bool byte_code;       /* report offsets into the code rather than blocks */
};

/* Load a library by name or path, start it with these options (may be NULL) and register every function.
 * False after a line on stderr. */
bool profiler_open(struct profiler *profiler, const struct program *program, const char *library, const char *options);

/* The frame on top of the fiber was just pushed, or put in another's place. */
void profiler_enter(struct profiler *profiler, const struct fiber *fiber);

/* Frames were popped; the one on top goes on, or none is left. */
void profiler_leave(struct profiler *profiler, const struct fiber *fiber);

/* A statement of the frame on top begins. */
void profiler_statement(struct profiler *profiler, const struct fiber *fiber, int statement);

/* A fiber was made by the running one; gives way to another; has ended. */
void profiler_fiber_begin(struct profiler *profiler, const struct fiber *fiber);
void profiler_fiber_switch(struct profiler *profiler, const struct fiber *from, const struct fiber *to);
void profiler_fiber_end(struct profiler *profiler, const struct fiber *fiber);

/* End the run: the library shows its summary. */
void profiler_close(struct profiler *profiler);

#endif
