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
    const struct qp_layout_frame *bottom = stack->bottom[1].call;
    return SLOTS - slots_between(bottom->function, ((const struct qp_layout_frame *)call)->function);
}

/* Slots that the frame on top may need, the next call, and its hook. The frame on top itself has room for its hook now.
 */
static long need(const struct qp_stack *stack)
{
    long largest = 0;
    for (int i = 2; i <= RECENT && i <= qp_stack_depth(stack); i++) {
        const struct qp_layout_frame *frame = stack->top[1 - i].call;
        long size = slots_between(frame->function, frame->top);
        largest = size > largest ? size : largest;
    }
    return 2 * largest + HOOK;
}

void qp_limit_look(struct qp_session *s, struct qp_coroutine *co)
{
    struct qp_stack *stack = &co->stack;
    stack->sure = stack->end - 1;
    if (!s->layout || qp_stack_depth(stack) < QP_STACK_SURE)
        return;
    long room = room_from(stack, stack->top->call);
    long calls = (room - 2 * LARGEST) / LARGEST;
    if (calls < stack->sure - stack->top)
        stack->sure = calls > 0 ? stack->top + calls : stack->top;
    if (room >= need(stack) || co->theirs)
        return;
    co->muted = true;
    s->quick = false;
    lua_sethook(co->L, lua_gethook(co->L), LUA_MASKRET, 0);
}

void qp_limit_return(struct qp_session *s, struct qp_coroutine *co, const void *call)
{
    if (qp_stack_depth(&co->stack) > 0 && room_from(&co->stack, call) < 4 * LARGEST)
        return;
    co->muted = false;
    qp_hook_install(s, co);
}
