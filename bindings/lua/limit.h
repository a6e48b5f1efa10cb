/* limit.h - the end of Lua's stack, which the program must meet as it does without us.
 *
 * Lua raises "stack overflow" when a call finds no room. A hook needs room, too, and behind the call: with it the error
 * comes in the function that was entered, with another line in its message. So a coroutine that comes close to the end
 * goes its last calls without hooks for calls and lines; the first return far from the end brings them back. The calls
 * between are not counted. */
#ifndef QP_LUA_LIMIT_H
#define QP_LUA_LIMIT_H

struct qp_coroutine;
struct qp_session;

/* The frame that was pushed last is the first one that nobody is sure of: mute the coroutine if it is close to the end,
 * or say up to which depth calls are sure not to be. */
void qp_limit_look(struct qp_session *s, struct qp_coroutine *co);

/* A muted coroutine, or one that it created, returns from the frame of this CallInfo: hear it again if that is far from
 * the end. */
void qp_limit_return(struct qp_session *s, struct qp_coroutine *co, const void *call);

#endif
