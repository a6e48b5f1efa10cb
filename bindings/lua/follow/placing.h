/* placing.h - update of a coroutine's frames from Lua's stack, for samples, where no events report calls.
 *
 * A frame of Lua gets a mark (inside/layout.h) when it is added to our stack. While a frame has the mark, no frame
 * below it has changed, and only a tail call can have replaced the frame's own function. So a sample examines only the
 * frames without a mark, and the topmost frame with a mark. Without access to Lua's own structures, the innermost
 * QLUA_PLACING_MOST frames are compared one by one. */
#pragma once

#include "bindings/lua/follow/frames.h"

/* Maximum number of frames that are compared without marks. lua_getstack walks through all levels above a frame to
 * find it, so comparing all frames of a deep stack would take very long. */
enum { QLUA_PLACING_MOST = 1000 };

/* Make `frames` equal to Lua's stack from `level` outwards. The level is 0 or 1. */
void qlua_placing_update(struct qlua_recording *r, struct qlua_frames *frames, int level);

/* Return the function of the outermost open frame, NULL if there is none. */
const struct qlua_function *qlua_placing_outermost(struct qlua_recording *r, const struct qlua_frames *frames);
