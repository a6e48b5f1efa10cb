/* placing.h - update of a coroutine's frames from Lua's stack, for samples, where no events report calls.
 *
 * A frame that was placed has a mark (inside/layout.h). While the mark is set, neither that frame nor any below it has
 * changed, so only frames without a mark are examined. Without access to Lua's own structures, the innermost
 * QLUA_PLACING_MOST frames are compared one by one. */
#pragma once

#include "bindings/lua/follow/frames.h"

/* Maximum number of frames that are compared. lua_getstack walks all levels for each frame, so comparing all frames
 * of a deep stack would take forever. */
enum { QLUA_PLACING_MOST = 1000 };

/* Update the frames to those that are open from a level of Lua's stack on; level is 0 or 1. */
void qlua_placing_update(struct qlua_recording *r, struct qlua_frames *frames, int level);

/* Return the function of the outermost open frame, NULL if there is none. */
const struct qlua_function *qlua_placing_outermost(struct qlua_recording *r, const struct qlua_frames *frames);
