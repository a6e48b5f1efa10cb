#include "bindings/lua/follow/running.h"

#include "bindings/lua/follow/placing.h"

/* Registry key of the table that keeps running coroutines alive until their end is detected. The table has an entry
 * for each nested resume, at most LUAI_MAXCCALLS (200). */
static const char held;

VthreadID qlua_running_id(const struct qlua_recording *r)
{
    return r->current ? r->current->frames.stack.thread : 0;
}

/* Remove a coroutine from the chain of running coroutines: its resumer takes its place. */
static void unlink_coroutine(struct qlua_recording *r, const struct qlua_coroutine *co)
{
    struct qlua_coroutine **place = &r->current;
    while (*place && *place != co)
        place = &(*place)->resumer;
    if (*place)
        *place = co->resumer;
}

void qlua_running_freed(struct qlua_recording *r, const lua_State *thread)
{
    bool silent = thread == r->main || qlua_recording_is_late(r);
    struct qlua_coroutine *co = silent ? NULL : qlua_coroutine_find(r, thread);
    if (!co)
        return;
    if (co == r->current)
        qlua_recording_set_at(r, NULL); /* the switch is not reported yet */
    unlink_coroutine(r, co);
    qlua_coroutine_end(r, co);
}

static bool is_dead(lua_State *L)
{
    lua_Debug ar;
    if (lua_status(L) == LUA_YIELD)
        return false;
    return lua_status(L) != LUA_OK || (!lua_getstack(L, 0, &ar) && lua_gettop(L) == 0);
}

/* Return whether a thread runs, or waits for a thread that it resumed. */
static bool is_active(lua_State *L)
{
    lua_Debug ar;
    return lua_status(L) == LUA_OK && lua_getstack(L, 0, &ar);
}

/* If `keep` is true, keep the coroutine alive until the next switch has checked its status; otherwise release it. If
 * our allocator is installed, do nothing, because it reports freed threads. */
static void hold(const struct qlua_recording *r, lua_State *L, int nesting, bool keep)
{
    if (r->allocator)
        return;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &held) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_createtable(L, 200, 0);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &held);
    }
    if (keep)
        lua_pushthread(L);
    else
        lua_pushnil(L);
    lua_rawseti(L, -2, nesting);
    lua_pop(L, 1);
}

/* Switch from the coroutine that ran last to its resumer. Return the coroutine's frames, which the caller must
 * suspend as waiting, or NULL if the coroutine has ended. */
static const struct kit_frames *leave(struct qlua_recording *r, lua_State *now)
{
    struct qlua_coroutine *co = r->current;
    const struct kit_frames *waits = NULL;
    r->current = co->resumer;
    co->resumer = NULL;
    if (lua_status(co->frames.L) == LUA_YIELD) {
        waits = &co->frames.stack;
    } else {
        if (co->theirs.hook) /* the program may query the coroutine's hook even after the coroutine has ended */
            qlua_theirs_set(&co->theirs, co->frames.L);
        qlua_coroutine_end(r, co);
    }
    hold(r, now, r->current->nesting + 1, false);
    return waits;
}

static bool is_resumer(const struct qlua_coroutine *co, lua_State *L)
{
    while (co && co->frames.L != L)
        co = co->resumer;
    return co != NULL;
}

/* Switch to a coroutine that the running coroutine resumed. `suspended` is true if the suspension of the running
 * coroutine has been reported. */
static void enter(struct qlua_recording *r, struct qlua_coroutine *co, bool suspended)
{
    const struct kit_frames *from = suspended ? NULL : &r->current->frames.stack;
    kit_fiber_announce(&co->frames.stack);
    co->resumer = r->current;
    co->nesting = r->current->nesting + 1;
    hold(r, co->frames.L, co->nesting, true);
    kit_fiber_switch(from, QPROF_REASON_RESUMES, &co->frames.stack);
    r->current = co;
}

static struct qlua_coroutine *start_with(struct qlua_recording *r, lua_State *L, bool silent)
{
    struct qlua_coroutine *co = qlua_coroutine_get(r, L);
    if (!co)
        return NULL;
    co->begun = true;
    if (r->current) {
        enter(r, co, false);
    } else {
        kit_fiber_announce(&co->frames.stack);
        r->qii->set_thread_name_vt("main", co->frames.stack.thread);
        r->current = co;
    }
    if (silent)
        qlua_frames_silence(&co->frames);
    else
        qlua_frames_follow(r, &co->frames, 0);
    return co;
}

int qlua_running_begin(struct qlua_recording *r, lua_State *L, bool silent)
{
    struct qlua_coroutine *main = start_with(r, r->main, silent);
    if (!main || L == r->main)
        return main ? 0 : -1;
    qlua_coroutine_listen(r, main);
    return start_with(r, L, silent) ? 0 : -1;
}

struct qlua_coroutine *qlua_running_switch(struct qlua_recording *r, lua_State *L, bool begins)
{
    const struct qlua_coroutine *before = r->current;
    const struct kit_frames *waits = NULL;
    while (r->current->frames.L != L && r->current->resumer &&
           (!is_active(r->current->frames.L) || is_resumer(r->current->resumer, L))) {
        kit_fiber_switch(waits, QPROF_REASON_WAITING, NULL);
        waits = leave(r, L);
    }
    bool runs = r->current->frames.L == L;
    kit_fiber_switch(waits, QPROF_REASON_WAITING, runs ? &r->current->frames.stack : NULL);
    if (runs)
        return r->current;
    struct qlua_coroutine *co = qlua_coroutine_get(r, L);
    if (!co)
        return NULL;
    if (begins && co->begun)
        qlua_coroutine_renew(r, co);
    enter(r, co, r->current != before || qlua_recording_is_at(r, NULL));
    return co;
}

void qlua_running_rest(struct qlua_recording *r)
{
    struct qlua_coroutine *main =
        qlua_recording_is_at(r, r->main) ? r->current : qlua_running_switch(r, r->main, false);
    kit_frames_unwind(&main->frames.stack, NULL);
    kit_fiber_switch(&main->frames.stack, QPROF_REASON_WAITING, NULL);
    qlua_recording_set_at(r, NULL);
}

/* Compare a chain of threads with the chain of running coroutines. Return how many threads, from the first on, are
 * in both. */
static int count_same(const struct qlua_recording *r, lua_State *const *chain, int count)
{
    int same = r->current->nesting + 1;
    for (const struct qlua_coroutine *co = r->current; co; co = co->resumer)
        if (co->nesting >= count || co->frames.L != chain[co->nesting])
            same = co->nesting;
    return same;
}

/* Enter the next coroutine of a chain, and name it after its function. If the last sample found another outermost
 * function in the coroutine at this address, that coroutine has ended without an event, and this coroutine is new. */
static void enter_chain(struct qlua_recording *r, struct qlua_coroutine *co)
{
    const struct qlua_function *function = qlua_placing_outermost(r, &co->frames);
    if (co->function && function != co->function) {
        qlua_coroutine_renew(r, co);
        qlua_frames_fini(&co->frames);
    }
    co->frames.stack.announced = true; /* the creator is unknown, and the resumer must not count as the creator */
    enter(r, co, false);
    if (function && !co->begun)
        qlua_running_name(r, co, function->known.name);
    co->function = function;
}

struct qlua_coroutine *qlua_running_chain(struct qlua_recording *r, lua_State *const *chain, int count)
{
    int same = count_same(r, chain, count);
    while (r->current->nesting >= same && r->current->resumer) {
        const struct kit_frames *waits = leave(r, chain[count - 1]);
        kit_fiber_switch(waits, QPROF_REASON_WAITING, &r->current->frames.stack);
    }
    for (int i = same; i < count; i++) {
        struct qlua_coroutine *co = qlua_coroutine_get(r, chain[i]);
        if (!co)
            return NULL;
        qlua_placing_update(r, &r->current->frames, 0);
        enter_chain(r, co);
    }
    return r->current;
}

void qlua_running_create(struct qlua_recording *r, lua_State *thread)
{
    struct qlua_coroutine *co = qlua_coroutine_get(r, thread);
    if (!co)
        return;
    if (co->frames.stack.announced)
        qlua_coroutine_renew(r, co);
    kit_fiber_announce(&co->frames.stack);
    qlua_coroutine_inherit(r, co);
    if (!r->returns) /* the coroutine inherited a hook with return events, which were enabled for coroutine.create */
        qlua_coroutine_listen(r, co);
}

void qlua_running_name(struct qlua_recording *r, struct qlua_coroutine *co, const char *name)
{
    if (co->begun) { /* C code ran another coroutine at this address before, and no event came in between */
        qlua_coroutine_renew(r, co);
        kit_fiber_announce(&co->frames.stack);
        kit_fiber_switch(NULL, QPROF_REASON_RUNNABLE, &co->frames.stack);
    }
    co->begun = true;
    r->qii->set_thread_name_vt(name, co->frames.stack.thread);
}

void qlua_running_adopt(struct qlua_recording *r, lua_State *thread)
{
    struct qlua_coroutine *co = qlua_coroutine_find(r, thread);
    if (is_dead(thread) || (co && (co->resumer || qlua_recording_has_hook(r, lua_gethook(thread)))))
        return;
    if (co)
        qlua_coroutine_end(r, co);
    co = qlua_coroutine_get(r, thread);
    if (!co)
        return;
    qlua_coroutine_listen(r, co);
    if (lua_status(thread) != LUA_YIELD)
        return; /* the thread is new: its first call names it */
    kit_fiber_announce(&co->frames.stack);
    co->begun = true;
    kit_fiber_switch(&r->current->frames.stack, QPROF_REASON_RESUMES, &co->frames.stack);
    qlua_frames_follow(r, &co->frames, 0);
    kit_fiber_switch(&co->frames.stack, QPROF_REASON_WAITING, &r->current->frames.stack);
}

void qlua_running_close(struct qlua_recording *r, lua_State *thread)
{
    struct qlua_coroutine *co = qlua_coroutine_find(r, thread);
    if (co && co != r->current && !co->resumer && !is_active(thread))
        qlua_coroutine_end(r, co);
}
