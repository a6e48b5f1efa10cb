#include "bindings/lua/follow/resumption.h"

#include "bindings/kit/library.h"
#include "bindings/lua/follow/context.h"
#include "bindings/lua/follow/due.h"
#include "bindings/lua/inside/stand_in.h"

static lua_CFunction lua_resume_function; /* original coroutine.resume, the same in all states */
static lua_CFunction lua_wrap_function;
static lua_CFunction lua_create_function;

/* Return the sampling of L's state; NULL if the state is not sampled now. `r` is the recording of the state. */
static struct qlua_sampling *sampling_of(const struct qlua_recording *r, lua_State *L)
{
    struct qlua_sampling *s = r ? r->sampling : NULL;
    if (!s || !s->now)
        return NULL;
    if (s->now != L && L == r->main) /* control returned from the coroutine in which the recording began */
        qlua_due_run(s, L, NULL, 0);
    return s->now == L ? s : NULL;
}

/* Resume a coroutine in its named context. */
static int run_in_context(struct qlua_recording *r, lua_State *L, lua_State *co, int arguments, int *results)
{
    int before = r->context;
    qlua_context_resume(r, L, co);
    int status = lua_resume(co, L, arguments, results);
    if (r->context != before && r->mode && r->qii->return_to_context(before) >= 0)
        r->context = before;
    return status;
}

/* Resume a coroutine and track which thread runs. lua_resume raises no errors, so the code after it always runs. A
 * recording may begin or end meanwhile. */
static int run(lua_State *L, lua_State *co, int arguments, int *results)
{
    struct qlua_recording *r = qlua_recording_of(L);
    if (qlua_context_follows(r))
        return run_in_context(r, L, co, arguments, results);
    struct qlua_sampling *s = sampling_of(r, L);
    if (!s)
        return lua_resume(co, L, arguments, results);
    const struct qlua_resumption *below = s->resumption;
    const struct qlua_resumption here = {L, below};
    qlua_due_run(s, co, &here, arguments);
    int status = lua_resume(co, L, arguments, results);
    if (s->now)
        qlua_due_run(s, L, below, *results);
    return status;
}

/* Pass `arguments` values to the coroutine, run it, and fetch the results. Return the number of results. After an
 * error, return -1, with the message on top of L's stack. */
static int pass_through(lua_State *L, lua_State *co, int arguments)
{
    int results = 0; /* unchanged if the coroutine does not start */
    if (!lua_checkstack(co, arguments)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    lua_xmove(L, co, arguments);
    int status = run(L, co, arguments, &results);
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_xmove(co, L, 1);
        return -1;
    }
    if (!lua_checkstack(L, results + 1)) {
        lua_pop(co, results);
        lua_pushliteral(L, "too many results to resume");
        return -1;
    }
    lua_xmove(co, L, results);
    return results;
}

static int resume(lua_State *L)
{
    lua_State *co = lua_tothread(L, 1);
    if (!co)
        return lua_resume_function(L); /* raises the error about the argument */
    int results = pass_through(L, co, lua_gettop(L) - 1);
    lua_pushboolean(L, results >= 0);
    lua_insert(L, results >= 0 ? -(results + 1) : -2);
    return results >= 0 ? results + 1 : 2;
}

/* Close a coroutine that failed, and raise its error in the caller. Like Lua's own coroutine.wrap, put the caller's
 * position before the message. */
static int fail(lua_State *L, lua_State *co)
{
    int status = lua_status(co);
    if (status != LUA_OK && status != LUA_YIELD) {
        status = lua_resetthread(co);
        lua_xmove(co, L, 1);
    }
    if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

static int resume_wrapped(lua_State *L)
{
    lua_State *co = lua_tothread(L, lua_upvalueindex(1));
    int results = pass_through(L, co, lua_gettop(L));
    return results >= 0 ? results : fail(L, co);
}

static int wrap(lua_State *L)
{
    lua_wrap_function(L);
    lua_getupvalue(L, -1, 1);
    qlua_context_created(qlua_recording_of(L), L, -1);
    lua_pushcclosure(L, resume_wrapped, 1);
    return 1;
}

static int create(lua_State *L)
{
    lua_create_function(L);
    qlua_context_created(qlua_recording_of(L), L, -1);
    return 1;
}

void qlua_resumption_begin(lua_State *L)
{
    kit_library_lock();
    qlua_stand_in_kept(L, LUA_COLIBNAME, "resume", &lua_resume_function, resume);
    qlua_stand_in_kept(L, LUA_COLIBNAME, "wrap", &lua_wrap_function, wrap);
    qlua_stand_in_kept(L, LUA_COLIBNAME, "create", &lua_create_function, create);
    kit_library_unlock();
}

void qlua_resumption_end(lua_State *L)
{
    qlua_stand_in(L, LUA_COLIBNAME, "resume", resume, lua_resume_function);
    qlua_stand_in(L, LUA_COLIBNAME, "wrap", wrap, lua_wrap_function);
    qlua_stand_in(L, LUA_COLIBNAME, "create", create, lua_create_function);
}
