/* frames.h - the frames of a coroutine that were reported to the library, each identified by the address of its
 * CallInfo (lua_Debug.i_ci).
 *
 * An error leaves frames without a return event, so frames on top of this stack may be gone. Therefore the stack is
 * unwound to the frame that Lua names as the caller before anything is reported. The address of a CallInfo suffices to
 * identify a frame: a CallInfo belongs to a depth, and a frame that was left without an event is unwound before Lua
 * reuses its CallInfo. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bindings/kit/frames.h"
#include "bindings/lua/follow/recording.h"
#include "bindings/lua/version/api.h"

struct qlua_frames {
    struct kit_frames stack; /* in a frame, `mark` is the number of the test whose outcome is pending (0 = none); if
                              * branches are counted, `block` is the current instruction */
    /* While the top of the stack is in the span that begins `low` bytes above the bottom, a call needs no checks: it
     * is far from the end of Lua's stack, and memory for our frame is allocated. */
    size_t low;
    size_t span; /* in bytes */
    lua_State *L;
};

static inline bool qlua_frames_is_safe(const struct qlua_frames *frames)
{
    return (size_t)((const char *)frames->stack.top - (const char *)frames->stack.bottom) - frames->low < frames->span;
}

/* Return the function of a frame, NULL for a silent frame (recording.h). */
static inline struct qlua_function *qlua_frame_function(const struct kit_frame *frame)
{
    return (struct qlua_function *)frame->function;
}

/* Pop the frames above the running frame, which has this CallInfo: they were left without return events. If no
 * reported frame has this CallInfo, pop nothing and return false. The caller must then examine Lua's own stack. */
bool qlua_frames_return(const struct qlua_recording *r, struct qlua_frames *frames, const void *call);

/* Add a frame that was opened without an event. If it is a C function at the bottom of the stack, it belongs to the
 * interpreter and stays silent. */
void qlua_frames_add(const struct qlua_recording *r, struct qlua_frames *frames, const void *call,
                     struct qlua_function *function);

/* Make the frame at a level of Lua's stack the top: unwind to it, or, if events were missed, add the missing frames
 * without counting them as calls. */
void qlua_frames_follow(struct qlua_recording *r, struct qlua_frames *frames, int level);

/* Add all frames that are open now as silent. */
void qlua_frames_silence(struct qlua_frames *frames);

void qlua_frames_fini(struct qlua_frames *frames);
