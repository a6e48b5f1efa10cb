/* frames.h - the binding's own record of the open frames of a thread, fiber or coroutine.
 *
 * An interpreter that reports each return does not need this module: it can pass a frame's depth to the library as
 * stack id. The module is for interpreters that leave frames without a return (errors, longjmp), that find out late
 * which frames are open, or that measure the time of lines.
 *
 * Each frame has an identity, `call`: the address of the interpreter's own record of the frame, or the frame's depth.
 * The identity is unique within its stack. It is also the frame's stack id, so it must not be 0.
 *
 * A frame without a function is silent: it is not reported to the library. All silent frames lie below the other
 * frames.
 *
 * Only one thread at a time may use a stack. */
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
    int mark;                      /* for free use by the binding; 0 in a new frame */
};

struct kit_frames {
    struct kit_frame *top;    /* top frame; equal to `bottom` if there are no frames */
    struct kit_frame *bottom; /* sentinel below all frames, without a function and without an identity */
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

/* Initialize a frame that has not executed a line yet. */
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
    memcpy(&id, &frame->call, sizeof id); /* converts the pointer in a way that C and C++ both accept */
    return frame->function ? id : 0;
}

/* Push a frame and report its entry. If the function is not registered yet, call kit_binding.define first. */
void kit_frames_push(struct kit_frames *frames, const void *call, struct kit_function *function);

/* Push a frame without counting a call: either the frame was open before the recording began, or the function's code
 * counts its own calls. If the function is NULL, the frame is silent. */
void kit_frames_add(struct kit_frames *frames, const void *call, struct kit_function *function);

/* Report a tail call: `function` replaces the function of the top frame. */
void kit_frames_replace(struct kit_frames *frames, struct kit_function *function);

/* Pop the top frame, whether its function returned or was left by an error. */
void kit_frames_pop(struct kit_frames *frames);

/* Return the newest frame with this identity, NULL if no frame has it. For the identity NULL, return the bottom. */
struct kit_frame *kit_frames_find(const struct kit_frames *frames, const void *call);

/* Pop all frames above `frame`, which must be a frame of the stack or the bottom. */
void kit_frames_pop_to(struct kit_frames *frames, struct kit_frame *frame);

/* Pop frames until the frame with this identity is on top, for example after this frame caught an error. NULL pops all
 * frames. If no frame has the identity, pop nothing and return false. */
bool kit_frames_unwind(struct kit_frames *frames, const void *call);

/* Begin a block of the top frame. Charge the time up to now to the frame's previous block, and count the new block.
 * For a line that is not a block, pass -1. If the run does not record lines, or if the top frame is silent, do nothing.
 */
void kit_frames_begin_block(struct kit_frames *frames, int block);

/* Charge the time since the last event to the current block, if blocks are timed. The functions above do this
 * themselves whenever they leave or interrupt a block. */
void kit_frames_charge(const struct kit_frames *frames);

__END_DECLS
