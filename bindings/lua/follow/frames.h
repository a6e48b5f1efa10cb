/* frames.h - the frames of a coroutine that were reported to the library, each identified by the address of its
 * CallInfo (lua_Debug.i_ci).
 *
 * An error leaves frames without a return event, so the frames on top of this stack may no longer exist in Lua.
 * Therefore, before an event is reported, the stack is unwound to the frame that Lua names as the caller. The address
 * of a CallInfo suffices to identify a frame: a CallInfo belongs to a depth, and a frame that was left without an event
 * is unwound before Lua reuses its CallInfo. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bindings/kit/frames.h"
#include "bindings/lua/follow/recording.h"
#include "bindings/lua/version/api.h"

struct qlua_frames {
    struct kit_frames stack; /* in a frame, `mark` is the number of the test whose outcome is pending (0 = none); if
                              * branches are counted, `block` is the current instruction */
    /* Safe span of the stack: it begins `low` bytes above the bottom. While the top of the stack is in the span, a
     * call needs no checks, because it is far from the end of Lua's stack, and memory for our frame is allocated. */
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

/* Pop all frames above the frame with this CallInfo, which runs now: those frames were left without return events.
 * If our stack contains no such frame, pop nothing and return false. The caller must then examine Lua's own stack. */
bool qlua_frames_return(const struct qlua_recording *r, struct qlua_frames *frames, const void *call);

/* Add a frame that was entered without an event. A C function at the bottom of the main thread's stack belongs to
 * the interpreter, so its frame is silent. */
void qlua_frames_add(const struct qlua_recording *r, struct qlua_frames *frames, const void *call,
                     struct qlua_function *function);

/* Make the frame at a level of Lua's stack the top of our stack. If the frame is known, pop the frames above it. If
 * events were missed, add the missing frames without counting them as calls. */
void qlua_frames_follow(struct qlua_recording *r, struct qlua_frames *frames, int level);

/* Add all frames that are open now, as silent frames. */
void qlua_frames_silence(struct qlua_frames *frames);

void qlua_frames_fini(struct qlua_frames *frames);
