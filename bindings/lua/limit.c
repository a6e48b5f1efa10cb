#include "limit.h"

#include "coroutine.h"
#include "hook.h"
#include "layout.h"
#include "session.h"

#define SLOTS   1000000  /* LUAI_MAXSTACK */
#define LARGEST 256      /* slots of a frame, but for surplus arguments of a vararg function */
#define HOOK    (20 + 5) /* LUA_MINSTACK that a hook asks for, EXTRA_STACK */
#define RECENT  16       /* frames; one like them comes next, since only a recursion gets this far */

static long slots_between(const void *lower, const void *higher)
{
    return (const struct qp_layout_value *)higher - (const struct qp_layout_value *)lower;
}

/* Slots from the function of a frame on. */
static long room_from(const struct qp_stack *stack, const void *call)
{
    const struct qp_layout_frame *bottom = stack->frames[0].call;
    return SLOTS - slots_between(bottom->function, ((const struct qp_layout_frame *)call)->function);
}

/* Slots that the frame on top may need, the next call, and its hook. The frame on top itself has room for its hook now.
 */
static long need(const struct qp_stack *stack)
{
    long largest = 0;
    for (int i = 2; i <= RECENT && i <= stack->depth; i++) {
        const struct qp_layout_frame *frame = stack->frames[stack->depth - i].call;
        long size = slots_between(frame->function, frame->top);
        largest = size > largest ? size : largest;
    }
    return 2 * largest + HOOK;
}

void qp_limit_look(struct qp_session *s, struct qp_coroutine *co)
{
    struct qp_stack *stack = &co->stack;
    stack->sure = stack->room;
    if (!s->layout || stack->depth < QP_STACK_SURE)
        return;
    long room = room_from(stack, stack->frames[stack->depth - 1].call);
    long sure = stack->depth + (room - 2 * LARGEST) / LARGEST;
    if (sure < stack->sure)
        stack->sure = sure > stack->depth ? (int)sure : stack->depth;
    if (room >= need(stack) || co->theirs)
        return;
    co->muted = true;
    s->quick = false;
    lua_sethook(co->L, lua_gethook(co->L), LUA_MASKRET, 0);
}

void qp_limit_return(struct qp_session *s, struct qp_coroutine *co, const void *call)
{
    if (co->stack.depth && room_from(&co->stack, call) < 4 * LARGEST)
        return;
    qp_limit_forget(s, co);
    qp_hook_install(s, co);
}

void qp_limit_forget(struct qp_session *s, struct qp_coroutine *co)
{
    if (co->muted)
        s->quick = s->layout && !s->line_times;
    co->muted = false;
}
