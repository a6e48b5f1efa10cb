/* hook.c - handling of hook events.
 *
 * An event takes the fast path if two conditions hold. First, its function is known, and is not one whose arguments or
 * results must be examined (functions/function.h). Second, the top of our stack is the frame in which the event
 * occurred. All other events take the slow path, which queries Lua. */
#include "bindings/lua/follow/hook.h"

#include "bindings/lua/count/counting.h"
#include "bindings/lua/follow/allocations.h"
#include "bindings/lua/follow/arguments.h"
#include "bindings/lua/follow/chain.h"
#include "bindings/lua/follow/instruction.h"
#include "bindings/lua/follow/limit.h"
#include "bindings/lua/follow/running.h"
#include "bindings/lua/inside/layout.h"

#define LIKELY(condition) __builtin_expect(!!(condition), 1)

/* ---- fast path ---------------------------------------------------------------------------------------------- */

/* Return the function of a frame that begins to run, if the function is known and its arguments are irrelevant.
 * Otherwise return NULL. */
static inline struct qlua_function *plain_function(const struct qlua_recording *r, const void *call)
{
    return kit_hashmap_get(&r->lookup.plain, qlua_layout_key(call));
}

static inline bool is_top(const struct qlua_recording *r, struct qlua_coroutine *co, const void *call)
{
    return LIKELY(co->frames.stack.top->call == call) || (!r->returns && qlua_frames_return(r, &co->frames, call));
}

static inline bool enter_fast(const struct qlua_recording *r, struct qlua_coroutine *co, const void *call)
{
    struct qlua_frames *frames = &co->frames;
    struct qlua_function *function = plain_function(r, call);
    if (!LIKELY(function && is_top(r, co, qlua_layout_caller(call)) && qlua_frames_is_safe(frames)))
        return false;
    kit_frame_set(++frames->stack.top, call, &function->known);
    r->qii->record_fn_entry_vt(function->known.id, (qprof_StackID)(uintptr_t)call, co->frames.stack.thread);
    return true;
}

static inline bool tail_call_fast(const struct qlua_recording *r, struct qlua_coroutine *co, const void *call)
{
    struct qlua_function *function = plain_function(r, call);
    if (!LIKELY(function && is_top(r, co, call) && co->frames.stack.top->function))
        return false;
    kit_frame_set(co->frames.stack.top, call, &function->known);
    r->qii->record_fn_entry_vt(function->known.id, (qprof_StackID)(uintptr_t)call, co->frames.stack.thread);
    return true;
}

static inline bool leave_fast(const struct qlua_recording *r, struct qlua_coroutine *co, const void *call)
{
    const struct kit_frame *top = co->frames.stack.top;
    if (!LIKELY(top->call == call && top->function))
        return false;
    co->frames.stack.top--;
    r->qii->record_fn_exit_vt(kit_frame_id(top - 1), co->frames.stack.thread);
    return true;
}

static inline bool line_fast(const struct qlua_recording *r, struct qlua_coroutine *co, const lua_Debug *ar)
{
    if (!LIKELY(is_top(r, co, ar->i_ci) && co->frames.stack.top->function))
        return false;
    int block = kit_function_block(co->frames.stack.top->function, ar->currentline);
    if (LIKELY(block >= 0))
        r->qii->record_bb_counts_vt(block, 1, co->frames.stack.thread);
    return true;
}

static inline __attribute__((always_inline)) bool record_fast(const struct qlua_recording *r, const lua_Debug *ar)
{
    struct qlua_coroutine *co = r->current;
    if (!LIKELY(r->fast))
        return false;
    switch (ar->event) {
    case LUA_HOOKCALL:
        return enter_fast(r, co, ar->i_ci);
    case LUA_HOOKRET:
        return leave_fast(r, co, ar->i_ci);
    case LUA_HOOKLINE:
        return line_fast(r, co, ar);
    case LUA_HOOKTAILCALL:
        return tail_call_fast(r, co, ar->i_ci);
    default:
        return false;
    }
}

/* ---- slow path ---------------------------------------------------------------------------------------------- */

/* Return whether the called function is the outermost function of a thread other than the main thread. If this
 * thread can yield, the function begins a coroutine. Otherwise C code calls the function on a separate thread. */
static bool is_outermost(const struct qlua_recording *r, lua_State *L)
{
    lua_Debug caller;
    return L != r->main && !lua_getstack(L, 1, &caller);
}

/* Enable return events, and make the next event take the slow path, because the result of this function can be read
 * only in its return event. */
static void await_return(struct qlua_recording *r, struct qlua_coroutine *co)
{
    r->fast = false;
    if (!r->returns)
        lua_sethook(co->frames.L, lua_gethook(co->frames.L), lua_gethookmask(co->frames.L) | LUA_MASKRET,
                    lua_gethookcount(co->frames.L));
}

static bool counts_itself(const struct qlua_recording *r, const lua_Debug *ar)
{
    return r->counting && qlua_counting_find(r->counting, qlua_layout_key(ar->i_ci));
}

static void enter(struct qlua_recording *r, struct qlua_coroutine *co, lua_Debug *ar)
{
    struct qlua_function *function = qlua_lookup_frame(&r->lookup, co->frames.L, ar, co->frames.stack.thread);
    if (!function)
        return;
    if (is_outermost(r, co->frames.L) && (!co->begun || lua_isyieldable(co->frames.L)))
        qlua_running_name(r, co, function->known.name);
    qlua_frames_follow(r, &co->frames, 1);
    if (counts_itself(r, ar))
        kit_frames_add(&co->frames.stack, ar->i_ci, &function->known);
    else
        kit_frames_push(&co->frames.stack, ar->i_ci, &function->known);
    if (!qlua_frames_is_safe(&co->frames))
        qlua_limit_check(r, co);
    if (function->role == QLUA_ROLE_CREATES)
        await_return(r, co);
    if (function->role > r->lookup.last_plain)
        qlua_arguments_examine(r, co->frames.L, ar, function->role);
}

/* Replace the frame of a function that made a tail call. If that frame was never reported, find the frame of the
 * function's caller instead, and add a frame for the called function above it. */
static void enter_by_tail_call(struct qlua_recording *r, struct qlua_coroutine *co, lua_Debug *ar)
{
    lua_Debug replaced;
    struct qlua_function *function = qlua_lookup_frame(&r->lookup, co->frames.L, ar, co->frames.stack.thread);
    if (!function || !lua_getstack(co->frames.L, QLUA_API_TAIL_LEVEL, &replaced))
        return;
    const void *call = replaced.i_ci;
    if (counts_itself(r, ar)) {
        if (kit_frames_unwind(&co->frames.stack, call))
            kit_frames_pop(&co->frames.stack);
        kit_frames_add(&co->frames.stack, call, &function->known);
        return;
    }
    if (kit_frames_unwind(&co->frames.stack, call) && co->frames.stack.top->function) {
        kit_frames_replace(&co->frames.stack, &function->known);
        return;
    }
    if (co->frames.stack.top->call == call)
        kit_frames_pop(&co->frames.stack);
    qlua_frames_follow(r, &co->frames, QLUA_API_TAIL_LEVEL + 1);
    kit_frames_push(&co->frames.stack, call, &function->known);
}

/* Ignore the return of an unknown function: it was entered before the recording began. */
static void leave(struct qlua_recording *r, struct qlua_coroutine *co, lua_Debug *ar)
{
    if (!kit_frames_unwind(&co->frames.stack, ar->i_ci))
        return;
    const struct qlua_function *function = qlua_frame_function(co->frames.stack.top);
    kit_frames_pop(&co->frames.stack);
    if (function && function->role == QLUA_ROLE_CREATES) {
        qlua_coroutine_listen(r, co);
        qlua_arguments_examine_result(r, co->frames.L, ar);
    }
}

/* Make the frame of the event the top of our stack. Return false if the frame is silent. */
static bool follow(struct qlua_recording *r, struct qlua_coroutine *co, const lua_Debug *ar)
{
    if (co->frames.stack.top->call != (const void *)ar->i_ci)
        qlua_frames_follow(r, &co->frames, 0);
    return co->frames.stack.top->function != NULL;
}

/* The fast path requires that Lua's frames can be read, no line is timed, no function counts itself, and the program
 * has no hook of its own. The return of a function that creates a thread takes the slow path. */
static bool may_go_fast(const struct qlua_recording *r, const struct qlua_coroutine *co, const lua_Debug *ar)
{
    const struct qlua_function *top = qlua_frame_function(co->frames.stack.top);
    bool creates = ar->event == LUA_HOOKRET && top && top->role == QLUA_ROLE_CREATES;
    return r->lookup.layout && r->mode != QLUA_MODE_LINE_TIMES && !r->counting && !co->theirs.hook && !creates;
}

static void record_event(struct qlua_recording *r, struct qlua_coroutine *co, lua_Debug *ar)
{
    switch (ar->event) {
    case LUA_HOOKCALL:
        enter(r, co, ar);
        break;
    case LUA_HOOKTAILCALL:
        enter_by_tail_call(r, co, ar);
        break;
    case LUA_HOOKRET:
        leave(r, co, ar);
        break;
    case LUA_HOOKLINE:
        if ((r->mode == QLUA_MODE_LINES || r->mode == QLUA_MODE_LINE_TIMES) && !counts_itself(r, ar) &&
            follow(r, co, ar))
            kit_frames_begin_block(&co->frames.stack,
                                   kit_function_block(co->frames.stack.top->function, ar->currentline));
        break;
    case LUA_HOOKCOUNT:
        if (r->mode == QLUA_MODE_BRANCHES && !counts_itself(r, ar) && follow(r, co, ar))
            qlua_instruction_begin(r, co, co->frames.stack.top);
        break;
    }
}

static void record(struct qlua_recording *r, struct qlua_coroutine *co, lua_Debug *ar)
{
    qlua_allocations_pause(r);
    record_event(r, co, ar);
    qlua_allocations_resume(r);
}

/* Not inlined, so that the caller, which contains the fast path, needs no stack frame. */
static __attribute__((noinline)) void hook_slow(lua_State *L, lua_Debug *ar)
{
    struct qlua_recording *r = qlua_recording_here;
    if (!r || !qlua_recording_is_at(r, L))
        r = qlua_recording_of(L);
    if (r && r->mode && qlua_recording_is_late(r))
        r->closes(r, L);
    if (!r || !r->mode || !r->by_hooks) {
        qlua_chain_call(r, L, ar);
        return;
    }
    struct qlua_coroutine *co = r->current;
    if (!qlua_recording_is_at(r, L))
        co = qlua_running_switch(r, L, ar->event == LUA_HOOKCALL && is_outermost(r, L) && lua_isyieldable(L));
    if (!co)
        return;
    qlua_recording_here = r;
    if (!qlua_recording_arrive(r, L))
        return;
    r->instruction.call = NULL;
    if (r->mode == QLUA_MODE_BRANCHES)
        qlua_position_skip(L, r->checked.count_place, 1);
    r->fast = may_go_fast(r, co, ar);
    if (record_fast(r, ar))
        return;
    record(r, co, ar);
    if (co->theirs.hook)
        qlua_chain_call(r, L, ar);
}

static void hook_event(lua_State *L, lua_Debug *ar)
{
    const struct qlua_recording *r = qlua_recording_here;
    if (!LIKELY(r && qlua_recording_is_at(r, L) && record_fast(r, ar)))
        hook_slow(L, ar);
}

/* ---- instructions --------------------------------------------------------------------------------------------- */

/* Handle an instruction whose frame differs from the frame of the last instruction, but is on our stack. Return
 * false if it needs the slow path. */
static bool change_fast(struct qlua_recording *r, const lua_Debug *ar)
{
    struct qlua_coroutine *co = r->current;
    if (ar->event != LUA_HOOKCOUNT || co->theirs.hook || r->counting)
        return false;
    if (!LIKELY(qlua_frames_return(r, &co->frames, ar->i_ci)))
        return false;
    qlua_instruction_begin(r, co, co->frames.stack.top);
    return true;
}

static __attribute__((noinline)) void change(struct qlua_recording *r, lua_State *L, lua_Debug *ar)
{
    if (r && qlua_recording_is_at(r, L)) { /* otherwise hook_slow resets the cached frame and the counter */
        r->instruction.call = NULL;
        qlua_position_skip(L, r->checked.count_place, 1);
        if (change_fast(r, ar))
            return;
    }
    hook_event(L, ar);
}

static void hook_instruction(lua_State *L, lua_Debug *ar)
{
    struct qlua_recording *r = qlua_recording_here;
    if (LIKELY(r && qlua_recording_is_at(r, L) && ar->event == LUA_HOOKCOUNT &&
               r->instruction.call == (const void *)ar->i_ci))
        qlua_instruction_next(r, L, ar->i_ci);
    else
        change(r, L, ar);
}

const struct qlua_hooks qlua_hooks = {hook_event, hook_instruction};
