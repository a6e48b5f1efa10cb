/* frames.h - the open frames of one thread, fiber or coroutine, as the library knows them.
 *
 * An interpreter that reports each return need not keep them: the depth of a frame is a stack id. They are for those
 * that leave frames without a return (errors, longjmp), that learn late which frames are open, or that time lines. Each
 * frame has an identity, `call`: the address of the interpreter's own record of it, or its depth. Within one stack it
 * belongs to one frame at a time. It is the frame's stack id, so it is not 0.
 *
 * A frame without a function is silent: the library never sees it. Silent frames are below all others.
 *
 * Threads: one stack is used by one thread at a time. */
#ifndef KIT_FRAMES_H
#define KIT_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "registry.h"

#ifdef __cplusplus
extern "C" {
#endif

struct kit_frame {
    const void *call;              /* identity of the frame */
    struct kit_function *function; /* NULL = silent */
    int block;                     /* block of the line that runs, -1 = none yet */
    int mark;                      /* the binding's own; 0 in a new frame */
};

struct kit_frames {
    struct kit_frame *top;    /* bottom when there is none */
    struct kit_frame *bottom; /* below all frames: a silent one without identity */
    struct kit_frame *end;    /* of the memory */
    VthreadID thread;         /* virtual thread that the frames belong to; not used in a run without them */
    bool announced;           /* the library knows the virtual thread (fiber.h) */
};

/* No frames, of this virtual thread. */
void kit_frames_init(struct kit_frames *frames, VthreadID thread);
void kit_frames_fini(struct kit_frames *frames);

static inline ptrdiff_t kit_frames_depth(const struct kit_frames *frames)
{
    return frames->top - frames->bottom;
}

/* A new frame has no line yet. */
static inline void kit_frame_set(struct kit_frame *frame, const void *call, struct kit_function *function)
{
    frame->call = call;
    frame->function = function;
    frame->block = -1;
    frame->mark = 0;
}

/* Stack id of a frame; 0 for a silent one. */
static inline qprof_StackID kit_frame_id(const struct kit_frame *frame)
{
    uintptr_t id;
    memcpy(&id, &frame->call, sizeof id); /* a cast that C and C++ both accept */
    return frame->function ? id : 0;
}

/* Push a frame and record its entry. A function that is not registered yet goes to kit_binding.define first. */
void kit_frames_push(struct kit_frames *frames, const void *call, struct kit_function *function);

/* Push a frame whose call is not counted: it was open before the recording began, or its function counts calls itself.
 * NULL for the function makes it silent. */
void kit_frames_add(struct kit_frames *frames, const void *call, struct kit_function *function);

/* Record a tail call: the function takes the place of the one on top. */
void kit_frames_replace(struct kit_frames *frames, struct kit_function *function);

/* Pop the frame on top, however its call ended. */
void kit_frames_pop(struct kit_frames *frames);

/* Find the newest frame of an identity; NULL = there is none. The identity NULL finds the bottom. */
struct kit_frame *kit_frames_find(const struct kit_frames *frames, const void *call);

/* Pop all frames above this one, which is on the stack, or the bottom. */
void kit_frames_pop_to(struct kit_frames *frames, struct kit_frame *frame);

/* Pop until the frame of this identity is on top, as after an error that was caught there; NULL pops all. Returns
 * false, with nothing popped, when there is no such frame. */
bool kit_frames_unwind(struct kit_frames *frames, const void *call);

/* Begin a block of the frame on top: count it, and charge the time so far to the block before. -1 = a line that is no
 * block. Does nothing in a run without lines, or without frames. */
void kit_frames_begin_block(struct kit_frames *frames, int block);

/* Charge the time since the last event to the block that runs, where blocks are timed. All functions here that leave or
 * interrupt a block do so themselves. */
void kit_frames_charge(const struct kit_frames *frames);

#ifdef __cplusplus
}
#endif

#endif
