#include "stack.h"

#include <stdlib.h>

#include "coroutine.h"
#include "lookup.h"
#include "session.h"

/* Where a stack without memory of its own stands. */
static const struct qp_stack_frame nothing = {NULL, NULL, -1, 0};

void qp_stack_init(struct qp_stack *stack)
{
    struct qp_stack_frame *bottom = (struct qp_stack_frame *)&nothing;
    *stack = (struct qp_stack){.top = bottom, .bottom = bottom, .end = bottom + 1, .low = bottom};
}

void qp_stack_charge(struct qp_session *s, struct qp_coroutine *co)
{
    const struct qp_stack_frame *top = co->stack.top;
    if (s->line_times && top->block >= 0)
        s->qii->record_bb_time_vt(top->block, co->id);
}

/* Back to a frame. Without a reported one left below, the last exit has nothing to name: 0 serves for it, once only
 * the bottom frame is left. */
static void shrink(struct qp_session *s, struct qp_coroutine *co, struct qp_stack_frame *to)
{
    struct qp_stack *stack = &co->stack;
    const struct qp_stack_frame *below = stack->top;
    while (below > to && below->function)
        below--;
    long reported = stack->top - below;
    if (reported) {
        qp_stack_charge(s, co);
        if (!qp_stack_id(below) && reported > 1)
            s->qii->record_fn_exit_vt(qp_stack_id(below + 1), co->id);
        s->qii->record_fn_exit_vt(qp_stack_id(below), co->id);
    }
    stack->top = to;
}

/* NULL when there is no such frame. */
static struct qp_stack_frame *find(const struct qp_stack *stack, const void *call)
{
    struct qp_stack_frame *frame = stack->top;
    while (frame > stack->bottom && frame->call != call)
        frame--;
    return frame->call == call ? frame : NULL;
}

bool qp_stack_unwind(struct qp_session *s, struct qp_coroutine *co, const void *call)
{
    struct qp_stack_frame *frame = find(&co->stack, call);
    if (frame && frame != co->stack.top)
        shrink(s, co, frame);
    return frame != NULL;
}

bool qp_stack_return(const struct qp_session *s, struct qp_coroutine *co, const void *call)
{
    struct qp_stack_frame *frame = co->stack.top;
    while (frame->function && frame->call != call)
        frame--;
    if (!frame->function)
        return false;
    if (frame != co->stack.top) {
        co->stack.top = frame;
        s->qii->record_fn_exit_vt(qp_stack_id(frame), co->id);
    }
    return true;
}

/* Returns false without memory. */
static bool grow(struct qp_stack *stack)
{
    size_t depth = (size_t)qp_stack_depth(stack);
    size_t room = stack->bottom == &nothing ? 16 : 2 * (size_t)(stack->end - stack->bottom);
    struct qp_stack_frame *moved = realloc(stack->bottom == &nothing ? NULL : stack->bottom, room * sizeof *moved);
    if (!moved)
        return false;
    moved[0] = nothing;
    *stack = (struct qp_stack){.top = moved + depth, .bottom = moved, .end = moved + room, .low = moved};
    return true;
}

static bool append(struct qp_stack *stack, const void *call, struct qp_function *function)
{
    if (stack->top + 1 == stack->end && !grow(stack))
        return false;
    *++stack->top = (struct qp_stack_frame){call, function, -1, 0};
    return true;
}

void qp_stack_push(struct qp_session *s, struct qp_coroutine *co, const void *call, struct qp_function *function)
{
    qp_stack_charge(s, co);
    if (append(&co->stack, call, function) && function)
        s->qii->record_fn_entry_vt(function->id, (qprof_StackID)(uintptr_t)call, co->id);
}

void qp_stack_pop(struct qp_session *s, struct qp_coroutine *co)
{
    shrink(s, co, co->stack.top - 1);
}

void qp_stack_replace(struct qp_session *s, struct qp_coroutine *co, struct qp_function *function)
{
    struct qp_stack_frame *top = co->stack.top;
    qp_stack_charge(s, co);
    top->function = function;
    top->block = -1;
    top->test = 0;
    if (function)
        s->qii->record_fn_entry_vt(function->id, (qprof_StackID)(uintptr_t)top->call, co->id);
}

/* The level of the lowest frame from `level` on that is known here, and where; without one, the number of levels and
 * the bottom. */
static int find_known(const struct qp_coroutine *co, int level, struct qp_stack_frame **known)
{
    lua_Debug ar;
    for (; lua_getstack(co->L, level, &ar); level++) {
        *known = find(&co->stack, ar.i_ci);
        if (*known)
            return level;
    }
    *known = co->stack.bottom;
    return level;
}

/* The C function at the bottom is the interpreter's own and stays silent. */
static void put_in_place(struct qp_session *s, struct qp_coroutine *co, int level)
{
    struct qp_stack_frame *lowest;
    int known = find_known(co, level, &lowest);
    if (lowest != co->stack.top)
        shrink(s, co, lowest);
    qp_stack_charge(s, co);
    while (--known >= level) {
        lua_Debug ar;
        if (!lua_getstack(co->L, known, &ar))
            break;
        struct qp_function *function = qp_lookup_frame(s, co->L, &ar);
        if (function && co->L == s->main && !qp_stack_depth(&co->stack) && function->c)
            append(&co->stack, ar.i_ci, NULL);
        else if (function && append(&co->stack, ar.i_ci, function))
            s->qii->follow_fn_entry_vt(function->id, (qprof_StackID)(uintptr_t)ar.i_ci, co->id);
    }
}

void qp_stack_follow(struct qp_session *s, struct qp_coroutine *co, int level)
{
    lua_Debug ar;
    if (!lua_getstack(co->L, level, &ar))
        qp_stack_unwind(s, co, NULL);
    else if (!qp_stack_unwind(s, co, ar.i_ci))
        put_in_place(s, co, level);
}

void qp_stack_silence(struct qp_coroutine *co, lua_State *L)
{
    lua_Debug ar;
    int levels = 0;
    while (lua_getstack(L, levels, &ar))
        levels++;
    while (--levels >= 0)
        if (lua_getstack(L, levels, &ar))
            append(&co->stack, ar.i_ci, NULL);
}

void qp_stack_fini(struct qp_stack *stack)
{
    if (stack->bottom != &nothing)
        free(stack->bottom);
    qp_stack_init(stack);
}
