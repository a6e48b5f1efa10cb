/* placing.h - puts the frames of a coroutine in place where no event reported a call: in samples.
 *
 * A frame that was placed has a mark (inside/mark.h). As long as the mark is there neither that frame nor any below it
 * has changed, so only frames without a mark are looked at. Without access to Lua's own structures the innermost
 * QLUA_PLACING_MOST frames are compared one by one. */
#ifndef QLUA_PLACING_H
#define QLUA_PLACING_H

#include "bindings/lua/follow/frames.h"

/* The public interface counts the levels from the top for each frame: a deep stack would take forever. */
enum { QLUA_PLACING_MOST = 1000 };

/* Make the frames those that are open from a level of Lua's stack on, where level is 0 or 1. */
void qlua_placing_update(struct qlua_recording *r, struct qlua_frames *frames, int level);

/* The function of the outermost open frame, NULL = there is none. */
const struct qlua_function *qlua_placing_outermost(struct qlua_recording *r, const struct qlua_frames *frames);

#endif
