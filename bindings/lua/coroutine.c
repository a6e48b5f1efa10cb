#include "coroutine.h"

#include <stdint.h>
#include <stdlib.h>

#include "hook.h"
#include "limit.h"
#include "session.h"

/* Key of the table that keeps running coroutines alive until their end was seen; its address is unique in the
 * registry. Lua nests no more than LUAI_MAXCCALLS resumes. */
static const char running;

VthreadID qp_coroutine_id(const struct qp_session *s)
{
    return s->current ? s->current->id : 0;
}

static struct qp_coroutine *find(const struct qp_session *s, const lua_State *L)
{
    return qp_map_get(&s->coroutines, (uintptr_t)L);
}

struct qp_coroutine *qp_coroutine_get(struct qp_session *s, lua_State *L)
{
    struct qp_coroutine *co = find(s, L);
    if (co)
        return co;
    co = calloc(1, sizeof *co);
    if (!co)
        return NULL;
    co->L = L;
    co->id = qp_recorder_number();
    qp_stack_init(&co->stack);
    if (qp_map_put(&s->coroutines, (uintptr_t)L, co) == 0)
        return co;
    free(co);
    return NULL;
}

/* The library takes the one that runs now as its parent. */
static void announce(struct qp_session *s, struct qp_coroutine *co)
{
    if (!co->announced)
        s->qii->thread_create_vt(co->id, co->id);
    co->announced = true;
}

/* The library closes the frames that are still open. */
static void end_life(struct qp_session *s, struct qp_coroutine *co)
{
    if (co->announced)
        s->qii->thread_destroy_vt(co->id);
    co->announced = co->begun = false;
    co->stack.top = co->stack.bottom;
    co->theirs = NULL;
    if (co->muted)
        qp_limit_forget(s, co);
    co->their_mask = 0;
}

static void new_life(struct qp_session *s, struct qp_coroutine *co)
{
    end_life(s, co);
    co->id = qp_recorder_number();
}

void qp_coroutine_end(struct qp_session *s, struct qp_coroutine *co)
{
    end_life(s, co);
    qp_map_remove(&s->coroutines, (uintptr_t)co->L);
    qp_stack_fini(&co->stack);
    free(co);
}

/* It runs no more, whether its end was seen or not: its resumer takes its place. */
static void unlink_coroutine(struct qp_session *s, const struct qp_coroutine *co)
{
    struct qp_coroutine **place = &s->current;
    while (*place && *place != co)
        place = &(*place)->resumer;
    if (*place)
        *place = co->resumer;
}

void qp_coroutine_freed(struct qp_session *s, const lua_State *thread)
{
    struct qp_coroutine *co = thread == s->main ? NULL : find(s, thread);
    if (!co)
        return;
    if (co == s->current)
        qp_session_set_at(s, NULL); /* the library is to hear of the switch */
    unlink_coroutine(s, co);
    qp_coroutine_end(s, co);
}

void qp_coroutines_end(struct qp_session *s)
{
    for (size_t i = 0; i < s->coroutines.room; i++) {
        struct qp_coroutine *co = s->coroutines.slots[i].value;
        if (co)
            end_life(s, co);
    }
}

static bool is_dead(lua_State *L)
{
    lua_Debug ar;
    if (lua_status(L) == LUA_YIELD)
        return false;
    return lua_status(L) != LUA_OK || (!lua_getstack(L, 0, &ar) && lua_gettop(L) == 0);
}

/* Runs, or waits for one that it resumed. */
static bool is_active(lua_State *L)
{
    lua_Debug ar;
    return lua_status(L) == LUA_OK && lua_getstack(L, 0, &ar);
}

/* Keep a coroutine alive, or let go of it, until the next switch asked how it does: where nobody tells when one is
 * freed. */
static void hold(const struct qp_session *s, lua_State *L, int nesting, bool keep)
{
    if (s->allocator)
        return;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &running) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_createtable(L, 200, 0);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &running);
    }
    if (keep)
        lua_pushthread(L);
    else
        lua_pushnil(L);
    lua_rawseti(L, -2, nesting);
    lua_pop(L, 1);
}

/* From one virtual thread to another; either may be 0, for none. */
static void pass(const struct qp_session *s, VthreadID from, int reason, VthreadID to)
{
    if (from && to && s->qii->vthread_switch) {
        s->qii->vthread_switch(from, reason, to);
        return;
    }
    if (from)
        s->qii->vthread_suspend(from, reason);
    if (to)
        s->qii->vthread_resume(to);
}

/* The one that ran last runs no more; its resumer does. Returns. Who is to be suspended, as waiting: 0 when it has
 * ended. */
static VthreadID leave(struct qp_session *s, lua_State *now)
{
    struct qp_coroutine *co = s->current;
    VthreadID waits = 0;
    s->current = co->resumer;
    co->resumer = NULL;
    if (lua_status(co->L) == LUA_YIELD) {
        qp_stack_charge(s, co);
        waits = co->id;
    } else {
        qp_coroutine_end(s, co);
    }
    hold(s, now, s->current->nesting + 1, false);
    return waits;
}

static bool is_resumer(const struct qp_coroutine *co, lua_State *L)
{
    while (co && co->L != L)
        co = co->resumer;
    return co != NULL;
}

static struct qp_coroutine *start_with(struct qp_session *s, lua_State *L, bool silent)
{
    struct qp_coroutine *co = qp_coroutine_get(s, L);
    if (!co)
        return NULL;
    announce(s, co);
    co->begun = true;
    if (s->current) {
        s->qii->vthread_suspend(s->current->id, QPROF_REASON_BLOCKED);
        s->qii->vthread_resume(co->id);
        co->resumer = s->current;
        co->nesting = 1;
        hold(s, L, 1, true);
    } else {
        s->qii->set_thread_name_vt("main", co->id);
    }
    s->current = co;
    if (silent)
        qp_stack_silence(co, L);
    else
        qp_stack_follow(s, co, 0);
    return co;
}

int qp_coroutine_first(struct qp_session *s, lua_State *L, bool silent)
{
    struct qp_coroutine *main = start_with(s, s->main, silent);
    if (!main || L == s->main)
        return main ? 0 : -1;
    qp_hook_install(s, main);
    return start_with(s, L, silent) ? 0 : -1;
}

/* The one that runs resumed another one, co. */
static void go_into(struct qp_session *s, struct qp_coroutine *co, bool told)
{
    VthreadID from = told ? 0 : s->current->id;
    announce(s, co);
    if (from)
        qp_stack_charge(s, s->current);
    co->resumer = s->current;
    co->nesting = s->current->nesting + 1;
    hold(s, co->L, co->nesting, true);
    pass(s, from, QPROF_REASON_BLOCKED, co->id);
    s->current = co;
}

struct qp_coroutine *qp_coroutine_switch(struct qp_session *s, lua_State *L, bool begins)
{
    const struct qp_coroutine *before = s->current;
    VthreadID waits = 0;
    while (s->current->L != L && s->current->resumer &&
           (!is_active(s->current->L) || is_resumer(s->current->resumer, L))) {
        pass(s, waits, QPROF_REASON_WAITING, 0);
        waits = leave(s, L);
    }
    if (s->current->L == L) {
        pass(s, waits, QPROF_REASON_WAITING, s->current->id);
        return s->current;
    }
    pass(s, waits, QPROF_REASON_WAITING, 0);
    struct qp_coroutine *co = qp_coroutine_get(s, L);
    if (!co)
        return NULL;
    if (begins && co->begun)
        new_life(s, co);
    go_into(s, co, s->current != before || !s->L);
    return co;
}

void qp_coroutine_create(struct qp_session *s, lua_State *thread)
{
    struct qp_coroutine *co = qp_coroutine_get(s, thread);
    if (!co)
        return;
    if (co->announced)
        new_life(s, co);
    announce(s, co);
    if (!s->returns) /* its creator's return was */
        qp_hook_install(s, co);
}

void qp_coroutine_begin(struct qp_session *s, struct qp_coroutine *co, const char *name)
{
    if (co->begun) { /* C ran another one at the same address without an event between */
        new_life(s, co);
        announce(s, co);
        s->qii->vthread_resume(co->id);
    }
    co->begun = true;
    s->qii->set_thread_name_vt(name, co->id);
}

void qp_coroutine_adopt(struct qp_session *s, lua_State *thread)
{
    struct qp_coroutine *co = find(s, thread);
    if (is_dead(thread) || (co && (co->resumer || qp_hook_is_ours(lua_gethook(thread)))))
        return;
    if (co)
        qp_coroutine_end(s, co);
    co = qp_coroutine_get(s, thread);
    if (!co)
        return;
    qp_hook_install(s, co);
    if (lua_status(thread) != LUA_YIELD)
        return; /* new: its first call names it */
    announce(s, co);
    co->begun = true;
    s->qii->vthread_suspend(s->current->id, QPROF_REASON_BLOCKED);
    s->qii->vthread_resume(co->id);
    qp_stack_follow(s, co, 0);
    s->qii->vthread_suspend(co->id, QPROF_REASON_WAITING);
    s->qii->vthread_resume(s->current->id);
}

void qp_coroutine_close(struct qp_session *s, lua_State *thread)
{
    struct qp_coroutine *co = find(s, thread);
    if (co && co != s->current && !co->resumer && !is_active(thread))
        qp_coroutine_end(s, co);
}

void qp_coroutines_fini(struct qp_session *s)
{
    for (size_t i = 0; i < s->coroutines.room; i++) {
        struct qp_coroutine *co = s->coroutines.slots[i].value;
        if (!co)
            continue;
        qp_stack_fini(&co->stack);
        free(co);
    }
    qp_map_fini(&s->coroutines);
    s->current = NULL;
    s->muted = NULL;
}
