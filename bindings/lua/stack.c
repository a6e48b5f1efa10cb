#include "stack.h"

#include <stdlib.h>

#include "coroutine.h"
#include "session.h"

void qp_stack_charge(struct qp_session *s, struct qp_coroutine *co)
{
    struct qp_stack_frame *top = qp_stack_top(co);
    if (s->line_times && top && top->block >= 0)
        s->qii->record_bb_time_vt(top->block, co->id);
}

/* Back to a depth. Without a reported frame left below, the last exit has nothing to name: 0 serves for it, once
 * only the bottom frame is left. */
static void shrink(struct qp_session *s, struct qp_coroutine *co, int depth)
{
    struct qp_stack *stack = &co->stack;
    int reported = 0;
    while (reported < stack->depth - depth && stack->frames[stack->depth - 1 - reported].function)
        reported++;
    if (!reported) {
        stack->depth = depth;
        return;
    }
    qp_stack_charge(s, co);
    int lowest = stack->depth - reported; /* of those that go */
    qprof_StackID below = lowest ? qp_stack_id(&stack->frames[lowest - 1]) : 0;
    if (!below && reported > 1)
        s->qii->record_fn_exit_vt(qp_stack_id(&stack->frames[lowest]), co->id);
    s->qii->record_fn_exit_vt(below, co->id);
    stack->depth = depth;
    if (stack->sure > QP_STACK_SURE) /* the frames that come may be larger */
        stack->sure = QP_STACK_SURE;
}

bool qp_stack_unwind(struct qp_session *s, struct qp_coroutine *co, const void *call)
{
    int depth = co->stack.depth;
    if (call) {
        while (depth > 0 && co->stack.frames[depth - 1].call != call)
            depth--;
        if (depth == 0)
            return false;
    } else {
        depth = 0;
    }
    if (depth != co->stack.depth)
        shrink(s, co, depth);
    return true;
}

static bool append(struct qp_stack *stack, const void *call, struct qp_function *function)
{
    if (stack->depth == stack->room) {
        int room = stack->room ? stack->room * 2 : 16;
        struct qp_stack_frame *moved = realloc(stack->frames, (size_t)room * sizeof *moved);
        if (!moved)
            return false;
        stack->frames = moved;
        stack->room = room;
    }
    stack->frames[stack->depth++] = (struct qp_stack_frame){call, function, -1, 0};
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
    shrink(s, co, co->stack.depth - 1);
}

void qp_stack_replace(struct qp_session *s, struct qp_coroutine *co, struct qp_function *function)
{
    struct qp_stack_frame *top = qp_stack_top(co);
    qp_stack_charge(s, co);
    top->function = function;
    top->block = -1;
    top->test = 0;
    if (function)
        s->qii->record_fn_entry_vt(function->id, (qprof_StackID)(uintptr_t)top->call, co->id);
}

/* The level of the lowest frame from `level` on that is known here, and its depth; without one, the number of levels
 * and 0. */
static int find_known(struct qp_coroutine *co, int level, int *depth)
{
    lua_Debug ar;
    for (; lua_getstack(co->L, level, &ar); level++)
        for (*depth = co->stack.depth; *depth > 0; --*depth)
            if (co->stack.frames[*depth - 1].call == ar.i_ci)
                return level;
    *depth = 0;
    return level;
}

/* While paused the library follows entries without counting them. The C function at the bottom is the interpreter's
 * own and stays silent. */
static void put_in_place(struct qp_session *s, struct qp_coroutine *co, int level)
{
    int depth;
    int known = find_known(co, level, &depth);
    bool recording = s->qii->is_recording_data() != 0;
    if (depth != co->stack.depth)
        shrink(s, co, depth);
    if (recording)
        s->qii->stop_recording_data();
    while (--known >= level) {
        lua_Debug ar;
        if (!lua_getstack(co->L, known, &ar))
            break;
        struct qp_function *function = qp_function_of_frame(s, co->L, &ar);
        if (function)
            qp_stack_push(s, co, ar.i_ci, co->L == s->main && !co->stack.depth && function->c ? NULL : function);
    }
    if (recording)
        s->qii->start_recording_data();
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
    free(stack->frames);
    *stack = (struct qp_stack){0};
}
