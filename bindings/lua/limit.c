#include "limit.h"

#include "allocator.h"
#include "coroutine.h"
#include "hook.h"
#include "layout.h"
#include "session.h"

#define SLOTS   1000000          /* LUAI_MAXSTACK */
#define LARGEST 256              /* slots of a frame, but for surplus arguments of a vararg function */
#define HOOK    (20 + 5)         /* LUA_MINSTACK that a hook asks for, EXTRA_STACK */
#define CLOSE   (LARGEST + HOOK) /* the next call, and its hook */
#define FAR     (4 * LARGEST)

/* Slots behind a frame. */
static long room_behind(const void *lowest, const void *call)
{
    const struct qp_layout_value *bottom = ((const struct qp_layout_frame *)lowest)->function;
    const struct qp_layout_value *top = ((const struct qp_layout_frame *)call)->top;
    return SLOTS - (top - bottom);
}

/* Lua's frame below all, a part of the lua_State. */
static const void *base_of(const void *call)
{
    while (qp_layout_caller(call))
        call = qp_layout_caller(call);
    return call;
}

static void mute(struct qp_session *s, struct qp_coroutine *co)
{
    co->base = base_of(co->stack.top->call);
    co->muted = true;
    co->next_muted = s->muted;
    s->muted = co;
    qp_hook_install(s, co);
    qp_allocator_listen(s->allocator, true);
}

/* The frames that come may each be as large as any, those down to low and up again, too. */
static void span(struct qp_stack *stack, long calls)
{
    long depth = qp_stack_depth(stack);
    long back = calls / 4 < depth ? calls / 4 : depth;
    long memory = stack->end - 1 - stack->top;
    long on = calls - back < memory ? calls - back : memory;
    stack->low = stack->top - back;
    stack->span = (size_t)(back + on) * sizeof *stack->top;
}

void qp_limit_look(struct qp_session *s, struct qp_coroutine *co)
{
    struct qp_stack *stack = &co->stack;
    if (!qp_stack_depth(stack)) /* no memory for the first */
        return;
    long room = s->layout ? room_behind(stack->bottom[1].call, stack->top->call) : SLOTS;
    span(stack, room > CLOSE ? (room - CLOSE) / LARGEST : 0);
    if (room < CLOSE && !co->theirs)
        mute(s, co);
}

static bool is_far(const struct qp_coroutine *co)
{
    lua_Debug ar;
    return !lua_getstack(co->L, 0, &ar) || room_behind(co->base, ar.i_ci) >= FAR;
}

/* Threads that were made meanwhile, whoever made them. */
static void hear_the_born(struct qp_session *s)
{
    for (size_t i = 0; i < s->coroutines.room; i++) {
        struct qp_coroutine *co = s->coroutines.slots[i].value;
        if (co && co->born_unheard)
            qp_hook_install(s, co);
        if (co)
            co->born_unheard = false;
    }
}

void qp_limit_allocates(struct qp_session *s)
{
    for (struct qp_coroutine *next, *co = s->muted; co; co = next) {
        next = co->next_muted;
        if (!is_far(co))
            continue;
        qp_limit_forget(s, co);
        qp_hook_install(s, co);
        hear_the_born(s);
    }
}

void qp_limit_born(struct qp_session *s, lua_State *thread)
{
    struct qp_coroutine *co = qp_coroutine_get(s, thread);
    if (co)
        co->born_unheard = true;
}

void qp_limit_forget(struct qp_session *s, struct qp_coroutine *co)
{
    struct qp_coroutine **place = &s->muted;
    while (*place && *place != co)
        place = &(*place)->next_muted;
    if (*place)
        *place = co->next_muted;
    co->muted = false;
    if (!s->muted && s->allocator)
        qp_allocator_listen(s->allocator, false);
}
