#include "bindings/lua/follow/arguments.h"

#include "bindings/lua/follow/limit.h"
#include "bindings/lua/follow/running.h"

/* Pop a thread, or a function that coroutine.wrap returned, and return the thread. The thread is not collected,
 * since the running function still refers to it. */
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

/* Return argument `number` of the called C function, or `otherwise` if that argument is no integer. */
static lua_Integer integer_argument(lua_State *L, const lua_Debug *ar, int number, lua_Integer otherwise)
{
    int is_integer = 0;
    if (!lua_getlocal(L, ar, number))
        return otherwise;
    lua_Integer integer = lua_tointegerx(L, -1, &is_integer);
    lua_pop(L, 1);
    return is_integer ? integer : otherwise;
}

/* Return the greatest possible number of results of table.unpack, or of a string function that takes a range of
 * positions. Ignore metamethods. In a string function, negative positions count from the end, and there are at most as
 * many results as the string has bytes. */
static lua_Integer count_results(lua_State *L, const lua_Debug *ar)
{
    if (!lua_getlocal(L, ar, 1))
        return 0;
    lua_Integer length = (lua_Integer)lua_rawlen(L, -1);
    bool is_text = lua_type(L, -1) == LUA_TSTRING;
    lua_pop(L, 1);
    lua_Integer first = integer_argument(L, ar, 2, 1);
    lua_Integer last = integer_argument(L, ar, 3, is_text ? first : length);
    if (is_text && first < 0)
        first += length + 1;
    if (is_text && (last < 0 || last > length))
        last = last < 0 ? last + length + 1 : length;
    return last < first ? 0 : (lua_Integer)((lua_Unsigned)last - (lua_Unsigned)first) + 1;
}

/* A coroutine that is older than the recording becomes known here, when the program resumes it. */
void qlua_arguments_examine(struct qlua_recording *r, lua_State *L, lua_Debug *ar, enum qlua_role role)
{
    if (role == QLUA_ROLE_UNPACKS) {
        qlua_limit_results(r, r->current, count_results(L, ar));
        return;
    }
    if (role == QLUA_ROLE_IS_WRAPPED)
        lua_getinfo(L, "f", ar);
    else if (role == QLUA_ROLE_CREATES || !lua_getlocal(L, ar, 1))
        return;
    lua_State *thread = pop_thread(L);
    if (thread && role == QLUA_ROLE_CLOSES)
        qlua_running_close(r, thread);
    else if (thread)
        qlua_running_adopt(r, thread);
}

/* The result of coroutine.create is a new coroutine. Its creator is the running coroutine, which called
 * coroutine.create. */
void qlua_arguments_examine_result(struct qlua_recording *r, lua_State *L, lua_Debug *ar)
{
    if (!qlua_api_push_result(L, ar))
        return;
    lua_State *thread = pop_thread(L);
    if (thread)
        qlua_running_create(r, thread);
}
