/* frames.h - the frames of a coroutine as they were reported, each known by its CallInfo (lua_Debug.i_ci).
 *
 * Errors leave frames without a return event, so what is on top here may be gone: before anything is reported,
 * the stack is unwound to the frame that Lua says is the one below. A CallInfo belongs to a depth, and a frame that
 * left unseen is unwound before its CallInfo can serve again, so the address is enough. */
#ifndef QLUA_FRAMES_H
#define QLUA_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lua.h>

#include "bindings/lua/follow/recording.h"

struct qlua_frame {
    const void *call;               /* its CallInfo */
    struct qlua_function *function; /* NULL = silent; those are at the bottom */
    int block; /* of the line that runs, -1 = none yet; where branches are counted, the instruction */
    int test;  /* number of the test whose outcome is not known yet, 0 = none */
};

struct qlua_frames {
    struct qlua_frame *top;    /* bottom when there is none */
    struct qlua_frame *bottom; /* below all frames: a silent one that nothing calls */
    struct qlua_frame *end;
    /* While top is in the span that begins at low, a call is far from the end of Lua's stack, and finds memory here. */
    struct qlua_frame *low;
    size_t span;      /* in bytes */
    VthreadID thread; /* whose frames: what the library knows it by */
    lua_State *L;
};

/* No frames, of this thread. */
void qlua_frames_init(struct qlua_frames *frames, lua_State *L, VthreadID thread);

static inline bool qlua_frames_is_sure(const struct qlua_frames *frames)
{
    return (size_t)((const char *)frames->top - (const char *)frames->low) < frames->span;
}

static inline int qlua_frames_depth(const struct qlua_frames *frames)
{
    return (int)(frames->top - frames->bottom);
}

/* What the library knows a frame by. */
static inline qprof_StackID qlua_frames_id(const struct qlua_frame *frame)
{
    return frame->function ? (qprof_StackID)(uintptr_t)frame->call : 0;
}

/* Pop until the frame of this CallInfo is on top; NULL pops all. Returns false, with nothing popped, when there is no
 * such frame. */
bool qlua_frames_unwind(struct qlua_recording *r, struct qlua_frames *frames, const void *call);

/* Where Lua does not tell of returns: the frame of this CallInfo runs, so those above it have returned; pop them.
 * Returns false, with nothing popped, when it is none of the reported frames: then Lua's own stack must be looked at.
 */
bool qlua_frames_return(const struct qlua_recording *r, struct qlua_frames *frames, const void *call);

void qlua_frames_push(struct qlua_recording *r, struct qlua_frames *frames, const void *call,
                      struct qlua_function *function);

/* The same for a call that is not to be counted: it was made earlier, or the function counts it itself. */
void qlua_frames_add(struct qlua_recording *r, struct qlua_frames *frames, const void *call,
                     struct qlua_function *function);
void qlua_frames_pop(struct qlua_recording *r, struct qlua_frames *frames);

/* A tail call: the function takes the place of the one on top. */
void qlua_frames_replace(struct qlua_recording *r, struct qlua_frames *frames, struct qlua_function *function);

/* Charge the time since the last event to the line that runs, where lines are timed. */
void qlua_frames_charge(struct qlua_recording *r, struct qlua_frames *frames);

/* Make the frame at a level of Lua's stack the one on top: unwind to it, or, when events were missed, put the frames
 * that are there in place without counting them as calls. */
void qlua_frames_follow(struct qlua_recording *r, struct qlua_frames *frames, int level);

/* Make the frames those that are open from a level of Lua's stack on, where no event told of any between. */
void qlua_frames_place(struct qlua_recording *r, struct qlua_frames *frames, int level);

/* The function of the outermost open frame of L, NULL = there is none. */
const struct qlua_function *qlua_frames_outermost(struct qlua_recording *r, lua_State *L, VthreadID thread);

/* The frames that are open now are silent. */
void qlua_frames_silence(struct qlua_frames *frames);

void qlua_frames_fini(struct qlua_frames *frames);

#endif
