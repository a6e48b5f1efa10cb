#include "bindings/lua/follow/context.h"

#include <stdlib.h>

#include "bindings/lua/count/counting.h"
#include "bindings/lua/functions/registration.h"
#include "bindings/lua/functions/weak_table.h"

/* Registry key of the table of coroutines with a context: maps coroutines to numbers, with weak keys. */
static const char coroutines;

/* Registry key of the table of names by number, which exists if child processes inherit contexts. */
static const char names;

/* Note the context of the coroutine on top of L's stack, and pop it. */
static void note(lua_State *L, int number)
{
    luaL_checkstack(L, 3, NULL);
    qlua_weak_table_push(L, &coroutines);
    lua_insert(L, -2);
    lua_pushinteger(L, number);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

/* Return the recording of L's state, NULL if nothing is recorded or the library has no contexts. */
static struct qlua_recording *recording_of(lua_State *L)
{
    struct qlua_recording *r = qlua_recording_of(L);
    bool records = r && r->mode && !qlua_recording_is_late(r);
    return records && r->qii->context && r->qii->context_load && r->qii->return_to_context ? r : NULL;
}

/* ---- child processes --------------------------------------------------------------------------------------------- */

void qlua_context_inherit(lua_State *L)
{
    const char *name = getenv(QLUA_CONTEXT_VARIABLE);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &names);
    if (name && *name)
        qlua_context_set(L, name);
}

/* Give a context to processes that the program starts from now on. `name` is NULL if only its number is known. A load
 * has no name: its processes belong to the context before. */
static void give(lua_State *L, int number, const char *name)
{
    luaL_checkstack(L, 3, NULL);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &names) != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    if (name) {
        lua_pushstring(L, name);
        lua_rawseti(L, -2, number);
    }
    if (number == 0)
        unsetenv(QLUA_CONTEXT_VARIABLE);
    else if (lua_rawgeti(L, -1, number) == LUA_TSTRING)
        setenv(QLUA_CONTEXT_VARIABLE, lua_tostring(L, -1), 1);
    lua_pop(L, number == 0 ? 1 : 2);
}

/* ---- the current context ----------------------------------------------------------------------------------------- */

static int changed(struct qlua_recording *r, lua_State *L, int before, int now)
{
    if (before < 0)
        return before;
    r->context = now;
    if (L != r->main && qlua_context_follows(r)) {
        luaL_checkstack(L, 1, NULL);
        lua_pushthread(L);
        note(L, now);
    }
    return before;
}

int qlua_context_set(lua_State *L, const char *name)
{
    struct qlua_recording *r = recording_of(L);
    if (!r)
        return -1;
    int before = r->qii->context(name);
    int now = name && before >= 0 ? r->qii->context(name) : 0; /* the second call returns the new number */
    if (before >= 0)
        give(L, now, name);
    return changed(r, L, before, now);
}

int qlua_context_load(lua_State *L, const char *file)
{
    struct qlua_recording *r = recording_of(L);
    if (!r)
        return -1;
    int before = r->qii->context_load(file);
    return changed(r, L, before, before < 0 ? before : r->qii->context_load(file));
}

int qlua_context_return(lua_State *L, int number)
{
    struct qlua_recording *r = number < 0 ? NULL : recording_of(L);
    if (!r)
        return -1;
    give(L, number, NULL);
    return changed(r, L, r->qii->return_to_context(number), number);
}

void qlua_context_within(lua_State *L, const char *name, const char *outer)
{
    const struct qlua_recording *r = recording_of(L);
    if (r && r->qii->context_within)
        r->qii->context_within(name, outer);
}

bool qlua_context_begin(lua_State *L)
{
    struct qlua_recording *r = recording_of(L);
    if (!r || r->has_contexts)
        return false;
    r->has_contexts = true;
    if (r->counting)
        qlua_counting_count_lines(r->counting);
    return r->counting != NULL;
}

void qlua_context_created(const struct qlua_recording *r, lua_State *L, int index)
{
    if (!qlua_context_follows(r) || r->context == 0 || !lua_isthread(L, index))
        return;
    lua_pushvalue(L, index);
    note(L, r->context);
}

void qlua_context_resume(struct qlua_recording *r, lua_State *L, lua_State *co)
{
    if (!lua_checkstack(L, 3) || !lua_checkstack(co, 1))
        return;
    qlua_weak_table_push(L, &coroutines);
    lua_pushthread(co);
    lua_xmove(co, L, 1);
    lua_rawget(L, -2);
    int number = (int)lua_tointeger(L, -1);
    lua_pop(L, 2);
    if (number > 0 && number != r->context && r->qii->return_to_context(number) >= 0)
        r->context = number;
}
