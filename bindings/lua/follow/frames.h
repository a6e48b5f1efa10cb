/* frames.h - the frames of a coroutine as they were reported, each known by its CallInfo (lua_Debug.i_ci).
 *
 * Errors leave frames without a return event, so what is on top here may be gone: before anything is reported,
 * the stack is unwound to the frame that Lua says is the one below. A CallInfo belongs to a depth, and a frame that
 * left unseen is unwound before its CallInfo can serve again, so the address is enough. */
#ifndef QLUA_FRAMES_H
#define QLUA_FRAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "bindings/kit/frames.h"
#include "bindings/lua/follow/recording.h"
#include "bindings/lua/version/api.h"

struct qlua_frames {
    struct kit_frames stack; /* `mark` of a frame: number of the test whose outcome is not known yet, 0 = none; `block`:
                              * where branches are counted, the instruction */
    /* While top is in the span that begins `low` bytes above the bottom, a call is far from the end of Lua's stack, and
     * finds memory here. */
    size_t low;
    size_t span; /* in bytes */
    lua_State *L;
};

/* No frames, of this thread. */
void qlua_frames_init(struct qlua_frames *frames, lua_State *L, VthreadID thread);

static inline bool qlua_frames_is_sure(const struct qlua_frames *frames)
{
    return (size_t)((const char *)frames->stack.top - (const char *)frames->stack.bottom) - frames->low < frames->span;
}

/* The function of a frame, NULL for a silent one. */
static inline struct qlua_function *qlua_frame_function(const struct kit_frame *frame)
{
    return (struct qlua_function *)frame->function;
}

/* Where Lua does not tell of returns: the frame of this CallInfo runs, so those above it have returned; pop them.
 * Returns false, with nothing popped, when it is none of the reported frames: then Lua's own stack must be looked at.
 */
bool qlua_frames_return(const struct qlua_recording *r, struct qlua_frames *frames, const void *call);

/* Add a frame that was open before any event of it. The C function at the bottom is the interpreter's own and stays
 * silent. */
void qlua_frames_add(const struct qlua_recording *r, struct qlua_frames *frames, const void *call,
                     struct qlua_function *function);

/* Make the frame at a level of Lua's stack the one on top: unwind to it, or, when events were missed, put the frames
 * that are there in place without counting them as calls. */
void qlua_frames_follow(struct qlua_recording *r, struct qlua_frames *frames, int level);

/* The frames that are open now are silent. */
void qlua_frames_silence(struct qlua_frames *frames);

void qlua_frames_fini(struct qlua_frames *frames);

#endif
