/* frames.h - open frames of one thread, fiber or coroutine, as recorded by the library.
 *
 * An interpreter that reports each return does not need them: the depth of a frame is a stack id. They are for
 * interpreters that leave frames without a return (errors, longjmp), that learn late which frames are open, or that
 * time lines. Each frame has an identity, `call`: the address of the interpreter's own record of it, or its depth. The
 * identity is unique in its stack, and it is the frame's stack id, so it must not be 0.
 *
 * A frame without a function is silent: it is not reported to the library. Silent frames are below all others.
 *
 * Threads: one stack is used by one thread at a time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "registry.h"

__BEGIN_DECLS

struct kit_frame {
    const void *call;              /* identity of the frame */
    struct kit_function *function; /* NULL = silent */
    int block;                     /* current block, -1 = none yet */
    int mark;                      /* for the binding; 0 in a new frame */
};

struct kit_frames {
    struct kit_frame *top;    /* = bottom if there are no frames */
    struct kit_frame *bottom; /* sentinel below all frames: silent and without identity */
    struct kit_frame *end;    /* end of the allocated memory */
    VthreadID thread;         /* virtual thread of the frames; not used in a run without virtual threads */
    bool announced;           /* the virtual thread is registered (fiber.h) */
};

/* Initialize an empty stack of this virtual thread. */
void kit_frames_init(struct kit_frames *frames, VthreadID thread);
void kit_frames_fini(struct kit_frames *frames);

static inline ptrdiff_t kit_frames_depth(const struct kit_frames *frames)
{
    return frames->top - frames->bottom;
}

/* Initialize a frame, which has no line yet. */
static inline void kit_frame_set(struct kit_frame *frame, const void *call, struct kit_function *function)
{
    frame->call = call;
    frame->function = function;
    frame->block = -1;
    frame->mark = 0;
}

/* Return the stack id of a frame, 0 for a silent frame. */
static inline qprof_StackID kit_frame_id(const struct kit_frame *frame)
{
    uintptr_t id;
    memcpy(&id, &frame->call, sizeof id); /* a cast that C and C++ both accept */
    return frame->function ? id : 0;
}

/* Push a frame and report its entry. If the function is not registered yet, call kit_binding.define first. */
void kit_frames_push(struct kit_frames *frames, const void *call, struct kit_function *function);

/* Push a frame whose call is not counted, since it was open before the recording began, or its function counts calls
 * itself. If the function is NULL, the frame is silent. */
void kit_frames_add(struct kit_frames *frames, const void *call, struct kit_function *function);

/* Report a tail call: the function replaces that of the top frame. */
void kit_frames_replace(struct kit_frames *frames, struct kit_function *function);

/* Pop the top frame, however its call ended. */
void kit_frames_pop(struct kit_frames *frames);

/* Return the newest frame of an identity, NULL if there is none. The identity NULL finds the bottom. */
struct kit_frame *kit_frames_find(const struct kit_frames *frames, const void *call);

/* Pop all frames above this frame, which is on the stack, or the bottom. */
void kit_frames_pop_to(struct kit_frames *frames, struct kit_frame *frame);

/* Pop until the frame of this identity is on top, as after an error that was caught there; NULL pops all. If there is
 * no such frame, return false and pop nothing. */
bool kit_frames_unwind(struct kit_frames *frames, const void *call);

/* Begin a block of the top frame: count it, and charge the time so far to the previous block. -1 = a line that is not a
 * block. Without effect in a run without lines, or without frames. */
void kit_frames_begin_block(struct kit_frames *frames, int block);

/* Charge the time since the last event to the current block, if blocks are timed. All functions here that leave or
 * interrupt a block call it themselves. */
void kit_frames_charge(const struct kit_frames *frames);

__END_DECLS
