#include "bindings/lua/count/unseen.h"

#include <limits.h>

#include "bindings/lua/code/dump.h"
#include "bindings/lua/inside/loading.h"
#include "bindings/lua/inside/stand_in.h"
#include "bindings/lua/version/api.h"

/* Original functions, which are the same in all Lua states of the process. */
static lua_CFunction dump_before;
static lua_CFunction getlocal_before;
static lua_CFunction setlocal_before;
static lua_CFunction getinfo_before;

/* ---- dumps ------------------------------------------------------------------------------------------------------ */

static int push_bytes(lua_State *L)
{
    const struct qlua_dump *dump = lua_touserdata(L, 1);
    lua_pushlstring(L, (const char *)dump->bytes, dump->size);
    return 1;
}

static bool is_lua_function(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TFUNCTION && !lua_iscfunction(L, index);
}

/* Dump the original form of the function on top of the stack. Lua allocates no memory and calls no function
 * meanwhile, so no function runs in its original form. */
static void dump_original(struct qlua_dump *original, lua_State *L, const struct qlua_counting *counting, bool strip)
{
    struct qlua_body *body = qlua_body_of(lua_topointer(L, -1));
    qlua_counting_show(counting, body, true);
    qlua_dump_init(original, L, strip);
    qlua_counting_show(counting, body, false);
}

static int dump(lua_State *L)
{
    const struct qlua_counting *counting = qlua_counting_of(L);
    if (!counting || !is_lua_function(L, 1))
        return dump_before(L);
    struct qlua_dump original;
    bool strip = lua_toboolean(L, 2);
    lua_settop(L, 1);
    dump_original(&original, L, counting, strip);
    bool done = false;
    if (original.bad) {
        lua_pushliteral(L, "not enough memory");
    } else {
        lua_pushcfunction(L, push_bytes);
        lua_pushlightuserdata(L, &original);
        done = lua_pcall(L, 1, 1, 0) == LUA_OK;
    }
    qlua_dump_fini(&original);
    return done ? 1 : lua_error(L);
}

/* Replacement of lua_dump in C modules. The bytes leak if the writer raises an error. */
static int dump_for_c(lua_State *L, lua_Writer writer, void *data, int strip)
{
    const struct qlua_counting *counting = qlua_counting_of(L);
    if (!counting || !is_lua_function(L, -1))
        return lua_dump(L, writer, data, strip);
    struct qlua_dump original;
    dump_original(&original, L, counting, strip);
    int status = original.bad ? 1 : writer(L, original.bytes, original.size, data);
    qlua_dump_fini(&original);
    return status;
}

/* ---- the debug library ------------------------------------------------------------------------------------------ */

/* Return the function of the frame that the arguments of a debug function select. The arguments are an optional
 * thread, and a stack level at `level_index`. Return NULL if the function is not rewritten. */
static const struct qlua_counted *frame_of(lua_State *L, int level_index)
{
    lua_State *thread = level_index == 2 ? lua_tothread(L, 1) : L;
    lua_Debug ar;
    int is_number;
    lua_Integer level = lua_tointegerx(L, level_index, &is_number);
    if (!is_number || level < 0 || level > INT_MAX || !lua_getstack(thread, (int)level, &ar))
        return NULL;
    return qlua_counting_find(qlua_counting_of(L), qlua_layout_key(ar.i_ci));
}

static int first_argument(lua_State *L)
{
    return lua_isthread(L, 1) ? 2 : 1;
}

/* Return the number that a variable has in the rewritten function. `number` is its number in the original function. */
static lua_Integer number_now(const struct qlua_counted *counted, lua_Integer number)
{
    bool moved = number > counted->first_hidden && number < INT_MAX - counted->hidden;
    return moved ? number + counted->hidden : number;
}

/* Return the original number of the variable with this number in the rewritten function. */
static int number_before(const struct qlua_counted *counted, int number)
{
    return number > counted->first_hidden + counted->hidden ? number - counted->hidden : number;
}

/* Convert the number of the variable in the arguments, then call the original function `before`. `before` runs in
 * our frame, so the stack level in the arguments need not be changed. */
static int with_local(lua_State *L, lua_CFunction before)
{
    int level = first_argument(L);
    const struct qlua_counted *counted = frame_of(L, level);
    if (counted && lua_isinteger(L, level + 1)) {
        lua_pushinteger(L, number_now(counted, lua_tointeger(L, level + 1)));
        lua_replace(L, level + 1);
    }
    return before(L);
}

static int getlocal(lua_State *L)
{
    return with_local(L, getlocal_before);
}

static int setlocal(lua_State *L)
{
    return with_local(L, setlocal_before);
}

/* Call the original debug.getinfo. In its result, convert the field ftransfer, which is the number of a variable. */
static int getinfo(lua_State *L)
{
    const struct qlua_counted *counted = frame_of(L, first_argument(L));
    int results = getinfo_before(L);
    if (!counted || !lua_istable(L, -1))
        return results;
    lua_getfield(L, -1, "ftransfer");
    int number = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (number_before(counted, number) != number) {
        lua_pushinteger(L, number_before(counted, number));
        lua_setfield(L, -2, "ftransfer");
    }
    return results;
}

/* Convert the original number of a variable, which a C module uses, to the number in the rewritten function. */
static int number_for_c(lua_State *L, const lua_Debug *ar, int number)
{
    const struct qlua_counting *counting = ar ? qlua_counting_of(L) : NULL;
    const struct qlua_counted *counted = counting ? qlua_counting_find(counting, qlua_layout_key(ar->i_ci)) : NULL;
    return counted ? (int)number_now(counted, number) : number;
}

static const char *getlocal_for_c(lua_State *L, const lua_Debug *ar, int number)
{
    return lua_getlocal(L, ar, number_for_c(L, ar, number));
}

static const char *setlocal_for_c(lua_State *L, const lua_Debug *ar, int number)
{
    return lua_setlocal(L, ar, number_for_c(L, ar, number));
}

/* ---- installation ----------------------------------------------------------------------------------------------- */

void qlua_unseen_begin(lua_State *L)
{
    static const struct qlua_import list[] = {{"lua_dump", (void *)lua_dump, (void *)dump_for_c},
                                              {"lua_getlocal", (void *)lua_getlocal, (void *)getlocal_for_c},
                                              {"lua_setlocal", (void *)lua_setlocal, (void *)setlocal_for_c}};
    static struct qlua_imports imports = {.imports = list, .count = sizeof list / sizeof *list};
    kit_library_lock();
    qlua_stand_in_kept(L, LUA_STRLIBNAME, "dump", &dump_before, dump);
    qlua_stand_in_kept(L, LUA_DBLIBNAME, "getlocal", &getlocal_before, getlocal);
    qlua_stand_in_kept(L, LUA_DBLIBNAME, "setlocal", &setlocal_before, setlocal);
    qlua_stand_in_kept(L, LUA_DBLIBNAME, "getinfo", &getinfo_before, getinfo);
    qlua_loading_watch(L, &imports);
    kit_library_unlock();
}
