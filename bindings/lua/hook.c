/* hook.c - what becomes of an event.
 *
 * The quick way serves when the frame is where it was left: its function is known and plain, its caller is on top of
 * our stack. All else goes the long way, which asks Lua for what it needs. */
#include "hook.h"

#include "allocator.h"
#include "chain.h"
#include "coroutine.h"
#include "layout.h"
#include "limit.h"
#include "lookup.h"
#include "position.h"
#include "session.h"
#include "stack.h"
#include "step.h"

#define LIKELY(condition) __builtin_expect(!!(condition), 1)

/* ---- the quick way ------------------------------------------------------------------------------------------ */

/* The function that a frame begins to run, when it needs no look at its arguments. */
static inline struct qp_function *plain_function(const struct qp_session *s, const void *call)
{
    return qp_map_get(&s->plain, qp_layout_key(call));
}

static inline bool is_top(const struct qp_session *s, struct qp_coroutine *co, const void *call)
{
    return LIKELY(co->stack.top->call == call) || (!s->returns && qp_stack_return(s, co, call));
}

static inline bool enter_quickly(const struct qp_session *s, struct qp_coroutine *co, const void *call)
{
    struct qp_stack *stack = &co->stack;
    struct qp_function *function = plain_function(s, call);
    if (!LIKELY(function && is_top(s, co, qp_layout_caller(call)) && qp_stack_is_sure(stack)))
        return false;
    *++stack->top = (struct qp_stack_frame){call, function, -1, 0};
    s->qii->record_fn_entry_vt(function->id, (qprof_StackID)(uintptr_t)call, co->id);
    return true;
}

static inline bool tail_call_quickly(const struct qp_session *s, struct qp_coroutine *co, const void *call)
{
    struct qp_function *function = plain_function(s, call);
    if (!LIKELY(function && is_top(s, co, call) && co->stack.top->function))
        return false;
    *co->stack.top = (struct qp_stack_frame){call, function, -1, 0};
    s->qii->record_fn_entry_vt(function->id, (qprof_StackID)(uintptr_t)call, co->id);
    return true;
}

static inline bool leave_quickly(const struct qp_session *s, struct qp_coroutine *co, const void *call)
{
    const struct qp_stack_frame *top = co->stack.top;
    if (!LIKELY(top->call == call && top->function))
        return false;
    co->stack.top--;
    s->qii->record_fn_exit_vt(qp_stack_id(top - 1), co->id);
    return true;
}

static inline bool line_quickly(const struct qp_session *s, struct qp_coroutine *co, const lua_Debug *ar)
{
    if (!LIKELY(is_top(s, co, ar->i_ci) && co->stack.top->function))
        return false;
    int block = qp_function_block(co->stack.top->function, ar->currentline);
    if (LIKELY(block >= 0))
        s->qii->record_bb_counts_vt(block, 1, co->id);
    return true;
}

static inline __attribute__((always_inline)) bool record_quickly(const struct qp_session *s, const lua_Debug *ar)
{
    struct qp_coroutine *co = s->current;
    if (!LIKELY(s->quick))
        return false;
    switch (ar->event) {
    case LUA_HOOKCALL:
        return enter_quickly(s, co, ar->i_ci);
    case LUA_HOOKRET:
        return leave_quickly(s, co, ar->i_ci);
    case LUA_HOOKLINE:
        return line_quickly(s, co, ar);
    case LUA_HOOKTAILCALL:
        return tail_call_quickly(s, co, ar->i_ci);
    default:
        return false;
    }
}

/* ---- the long way ------------------------------------------------------------------------------------------- */

void qp_hook_install(struct qp_session *s, struct qp_coroutine *co)
{
    int mask = 0;
    bool steps = s->running && s->branches;
    if (s->running && !co->muted)
        mask = LUA_MASKCALL | (s->returns ? LUA_MASKRET : 0) | (steps ? LUA_MASKCOUNT : s->lines ? LUA_MASKLINE : 0);
    mask |= co->their_mask;
    s->quick = false; /* the next event looks again */
    lua_sethook(co->L, !mask ? NULL : steps ? qp_step_hook : qp_hook, mask, steps ? 1 : co->their_count);
}

bool qp_hook_is_ours(lua_Hook hook)
{
    return hook == qp_hook || hook == qp_step_hook;
}

static bool has_caller(lua_State *L)
{
    lua_Debug caller;
    return lua_getstack(L, 1, &caller) != 0;
}

/* A coroutine's function has no caller; what C calls on a thread of its own has none either, but cannot yield. */
static bool begins_coroutine(const struct qp_session *s, lua_State *L)
{
    return L != s->main && !has_caller(L) && lua_isyieldable(L);
}

/* Take a thread, or what coroutine.wrap made of one, from the stack. The function that runs still holds it. */
static lua_State *pop_thread(lua_State *L)
{
    if (lua_iscfunction(L, -1)) {
        if (!lua_getupvalue(L, -1, 1))
            lua_pushnil(L);
        lua_remove(L, -2);
    }
    lua_State *thread = lua_tothread(L, -1);
    lua_pop(L, 1);
    return thread;
}

/* Coroutines that are older than the session are met when they are resumed. */
static void look_at_argument(struct qp_session *s, lua_State *L, lua_Debug *ar, enum qp_function_role role)
{
    if (role == QP_FUNCTION_IS_WRAPPED)
        lua_getinfo(L, "f", ar);
    else if (role == QP_FUNCTION_CREATES || !lua_getlocal(L, ar, 1))
        return;
    lua_State *thread = pop_thread(L);
    if (thread && role == QP_FUNCTION_CLOSES)
        qp_coroutine_close(s, thread);
    else if (thread)
        qp_coroutine_adopt(s, thread);
}

/* What coroutine.create returns was created by its caller, which runs now. */
static void look_at_result(struct qp_session *s, lua_State *L, lua_Debug *ar)
{
    lua_getinfo(L, "r", ar);
    if (ar->ntransfer != 1 || !lua_getlocal(L, ar, ar->ftransfer))
        return;
    lua_State *thread = pop_thread(L);
    if (thread)
        qp_coroutine_create(s, thread);
}

/* The event that tells its result goes the long way. */
static void await_return(struct qp_session *s, struct qp_coroutine *co)
{
    s->quick = false;
    if (!s->returns)
        lua_sethook(co->L, lua_gethook(co->L), lua_gethookmask(co->L) | LUA_MASKRET, lua_gethookcount(co->L));
}

static void enter(struct qp_session *s, struct qp_coroutine *co, lua_Debug *ar)
{
    struct qp_function *function = qp_lookup_frame(s, co->L, ar);
    if (!function)
        return;
    if (co->L != s->main && !has_caller(co->L) && (!co->begun || begins_coroutine(s, co->L)))
        qp_coroutine_begin(s, co, function->name);
    qp_stack_follow(s, co, 1);
    qp_stack_push(s, co, ar->i_ci, function);
    if (!qp_stack_is_sure(&co->stack))
        qp_limit_look(s, co);
    if (function->role == QP_FUNCTION_CREATES)
        await_return(s, co);
    if (function->role > s->last_plain)
        look_at_argument(s, co->L, ar, function->role);
}

/* The frame of a function that went on by a tail call; when it was never reported, its caller is what counts. */
static void enter_by_tail_call(struct qp_session *s, struct qp_coroutine *co, lua_Debug *ar)
{
    struct qp_function *function = qp_lookup_frame(s, co->L, ar);
    if (!function)
        return;
    if (qp_stack_unwind(s, co, ar->i_ci) && co->stack.top->function) {
        qp_stack_replace(s, co, function);
        return;
    }
    if (co->stack.top->call == (const void *)ar->i_ci)
        qp_stack_pop(s, co);
    qp_stack_follow(s, co, 1);
    qp_stack_push(s, co, ar->i_ci, function);
}

/* What was entered before the session began may return unseen. */
static void leave(struct qp_session *s, struct qp_coroutine *co, lua_Debug *ar)
{
    if (!qp_stack_unwind(s, co, ar->i_ci))
        return;
    const struct qp_function *function = co->stack.top->function;
    qp_stack_pop(s, co);
    if (function && function->role == QP_FUNCTION_CREATES) {
        qp_hook_install(s, co);
        look_at_result(s, co->L, ar);
    }
}

/* The frame of the event on top; NULL when it is silent. */
static struct qp_stack_frame *reported_top(struct qp_session *s, struct qp_coroutine *co, const lua_Debug *ar)
{
    if (co->stack.top->call != (const void *)ar->i_ci)
        qp_stack_follow(s, co, 0);
    return co->stack.top->function ? co->stack.top : NULL;
}

static void line(struct qp_session *s, struct qp_coroutine *co, lua_Debug *ar)
{
    struct qp_stack_frame *top = reported_top(s, co, ar);
    if (!top)
        return;
    qp_stack_charge(s, co);
    top->block = qp_function_block(top->function, ar->currentline);
    if (top->block >= 0)
        s->qii->record_bb_counts_vt(top->block, 1, co->id);
}

/* The quick way serves where frames can be read, no line is timed and the program has no hook of its own. */
static bool is_quick(const struct qp_session *s, const struct qp_coroutine *co, const lua_Debug *ar)
{
    const struct qp_function *top = co->stack.top->function;
    bool creates = ar->event == LUA_HOOKRET && top && top->role == QP_FUNCTION_CREATES;
    return s->layout && !s->line_times && !co->theirs && !creates;
}

static void record(struct qp_session *s, struct qp_coroutine *co, lua_Debug *ar)
{
    switch (ar->event) {
    case LUA_HOOKCALL:
        enter(s, co, ar);
        break;
    case LUA_HOOKTAILCALL:
        enter_by_tail_call(s, co, ar);
        break;
    case LUA_HOOKRET:
        leave(s, co, ar);
        break;
    case LUA_HOOKLINE:
        if (s->lines && !s->branches)
            line(s, co, ar);
        break;
    case LUA_HOOKCOUNT:
        if (s->branches && reported_top(s, co, ar))
            qp_step_begin(s, co, co->stack.top);
        break;
    }
}

/* The state's allocator knows its session, where it is ours: no look into the registry. */
static struct qp_session *session_of(lua_State *L)
{
    struct qp_session *s = qp_session_here;
    if (s && qp_session_is_at(s, L))
        return s;
    s = qp_allocator_owner(L);
    return s ? s : qp_session_of(L);
}

/* Not in line: the quick way needs no frame of its own. */
static __attribute__((noinline)) void look_closer(lua_State *L, lua_Debug *ar)
{
    struct qp_session *s = session_of(L);
    if (!s || !s->running) {
        qp_chain_call(s, L, ar);
        return;
    }
    struct qp_coroutine *co = s->current;
    if (s->L != L)
        co = qp_coroutine_switch(s, L, ar->event == LUA_HOOKCALL && begins_coroutine(s, L));
    if (!co)
        return;
    qp_session_here = s;
    qp_session_set_at(s, L);
    s->step.call = NULL;
    if (s->branches)
        qp_position_skip(L, s->count_place, 1);
    s->quick = is_quick(s, co, ar);
    if (record_quickly(s, ar))
        return;
    record(s, co, ar);
    if (co->theirs)
        qp_chain_call(s, L, ar);
}

void qp_hook(lua_State *L, lua_Debug *ar)
{
    const struct qp_session *s = qp_session_here;
    if (!LIKELY(s && qp_session_is_at(s, L) && record_quickly(s, ar)))
        look_closer(L, ar);
}
