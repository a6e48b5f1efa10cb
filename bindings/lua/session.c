#include "session.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "allocator.h"
#include "cfunction.h"
#include "chain.h"
#include "coroutine.h"
#include "hook.h"
#include "layout.h"
#include "limit.h"
#include "position.h"

/* Key of the object that has the session, whose finalizer ends it with its state; its address is unique in the
 * registry. */
static const char guard;

__thread struct qp_session *qp_session_here __attribute__((tls_model("initial-exec")));

/* ---- the session of a state -------------------------------------------------------------------------------- */

struct qp_session *qp_session_of(lua_State *L)
{
    struct qp_session *const *object =
        lua_rawgetp(L, LUA_REGISTRYINDEX, &guard) == LUA_TUSERDATA ? lua_touserdata(L, -1) : NULL;
    struct qp_session *s = object ? *object : NULL;
    lua_pop(L, 1);
    return s;
}

/* A session is never freed: another thread may have it for the one that it ran last. */
static struct qp_session *take(lua_State *main)
{
    qp_recorder_lock();
    struct qp_session *s = qp_recorder.sessions;
    while (s && s->main)
        s = s->next;
    if (!s && (s = calloc(1, sizeof *s))) {
        s->next = qp_recorder.sessions;
        qp_recorder.sessions = s;
    }
    if (s)
        s->main = main;
    qp_recorder_unlock();
    return s;
}

static lua_State *main_thread(lua_State *L)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    lua_State *main = lua_tothread(L, -1);
    lua_pop(L, 1);
    return main;
}

static void give_allocator_back(struct qp_session *s, lua_State *L)
{
    if (s->allocator)
        qp_allocator_end(s->allocator, L);
    s->allocator = NULL;
}

static int state_closes(lua_State *L)
{
    struct qp_session **object = lua_touserdata(L, 1);
    struct qp_session *s = *object;
    if (!s)
        return 0;
    qp_session_stop(s, L);
    give_allocator_back(s, L); /* of a start that an error ended */
    *object = NULL;
    qp_recorder_lock();
    s->main = NULL;
    qp_recorder_unlock();
    return 0;
}

/* The session of L's state, made when it has none. Raises errors without memory. */
static struct qp_session *session_for(lua_State *L)
{
    struct qp_session *s = qp_session_of(L);
    if (s)
        return s;
    struct qp_session **object = lua_newuserdatauv(L, sizeof *object, 0);
    *object = NULL;
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, state_closes);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &guard);
    return *object = take(main_thread(L));
}

/* ---- start and stop ---------------------------------------------------------------------------------------- */

static void prototype_freed(void *owner, const void *prototype)
{
    struct qp_session *s = owner;
    qp_map_remove(&s->plain, (uintptr_t)prototype);
}

static void thread_freed(void *owner, const lua_State *thread)
{
    qp_coroutine_freed(owner, thread);
}

static void allocates(void *owner)
{
    qp_limit_allocates(owner);
}

static void thread_made(void *owner, lua_State *thread)
{
    qp_limit_born(owner, thread);
}

/* Without memory, or where Lua is laid out in another way, the public interface answers. */
static void look_at_layout(struct qp_session *s, lua_State *L, const struct qp_session_start *how)
{
    static const struct qp_allocator_watcher watcher = {prototype_freed, thread_freed, allocates, thread_made};
    give_allocator_back(s, L);
    s->allocator = how->public_way ? NULL : qp_allocator_begin(L, &watcher, s);
    s->layout = s->allocator && qp_layout_check(L, s->allocator);
    if (!s->layout)
        give_allocator_back(s, L);
}

/* What may raise errors comes first. */
static struct qp_session *prepare(lua_State *L, const struct qp_session_start *how)
{
    struct qp_session *s = session_for(L);
    if (!s || s->running)
        return s;
    qp_coroutines_fini(s);
    qp_map_fini(&s->plain);
    qp_map_fini(&s->special);
    s->qii = &qp_recorder.qii;
    look_at_layout(s, L, how);
    s->count_place = 0;
    s->branches = how->branches && s->layout && qp_position_check(L, &s->count_place);
    qp_cfunction_name_all(L);
    return s;
}

const char *qp_session_start(lua_State *L, const struct qp_session_start *how)
{
    struct qp_session *s = prepare(L, how);
    if (!s)
        return "not enough memory";
    if (s->running)
        return "started already";
    const char *wrong = qp_recorder_join(how, s->branches);
    if (wrong) {
        give_allocator_back(s, L);
        return wrong;
    }
    s->lines = qp_recorder.lines;
    s->line_times = qp_recorder.line_times;
    s->returns = !s->layout || !s->lines || s->line_times;
    s->quick = false;
    s->last_plain = how->silent ? QP_FUNCTION_IS_WRAPPED : QP_FUNCTION_PLAIN; /* silent: no coroutine is older */
    s->branches = s->branches && qp_recorder.branches;
    if (how->branches && !s->branches)
        fputs("qii: branches cannot be counted here; lines are, if the library counts them\n", stderr);
    s->running = true;
    if (qp_coroutine_first(s, L, how->silent) != 0) {
        qp_session_stop(s, L);
        return "not enough memory";
    }
    qp_chain_begin(s, L);
    qp_session_here = s;
    qp_session_set_at(s, L);
    return NULL;
}

/* Threads other than these lose the hook at their next event. */
void qp_session_stop(struct qp_session *s, lua_State *L)
{
    if (!s->running)
        return;
    s->running = false;
    qp_session_set_at(s, NULL);
    s->step.call = NULL;
    if (s->current)
        qp_chain_end(s, L);
    give_allocator_back(s, L);
    if (qp_recorder_leave(s))
        qp_coroutines_end(s);
}
