/* limit.h - the end of Lua's stack, which the program must meet as it does without us.
 *
 * Lua raises "stack overflow" when a call finds no room. A hook needs room, too, and behind the call: with it the error
 * comes in the function that was entered or left, with another line in its message. So a coroutine that comes close to
 * the end goes on without hooks. What Lua allocates then is the occasion to see that it is far from the end again: an
 * error frees most of the stack at once. The calls between are not counted. */
#ifndef QLUA_LIMIT_H
#define QLUA_LIMIT_H

#include "bindings/lua/follow/coroutine.h"

/* The frame that was pushed last is the first one that nobody is sure of: mute the coroutine if it is close to the end,
 * or say up to which depth calls are sure not to be. */
void qlua_limit_look(struct qlua_recording *r, struct qlua_coroutine *co);

/* While a coroutine is muted Lua allocates: hear those again that are far from the end. In the middle of anything. */
void qlua_limit_allocates(struct qlua_recording *r);

/* While a coroutine is muted a thread is made, which has no hook if that one makes it. It is not initialized yet. */
void qlua_limit_born(struct qlua_recording *r, lua_State *thread);

#endif
