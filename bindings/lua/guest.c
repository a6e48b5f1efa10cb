#include "bindings/lua/guest.h"

#include <stdio.h>

#include "bindings/kit/library.h"
#include "bindings/lua/follow/running.h"
#include "bindings/lua/follow/start.h"
#include "bindings/lua/functions/protected.h"
#include "bindings/lua/inside/loading.h"

static void name_thread(const struct qlua_recording *r)
{
    static unsigned last;
    char name[40];
    snprintf(name, sizeof name, "luv thread %u", ++last);
    r->qii->set_thread_name_vt(name, qlua_running_id(r));
}

/* Start to record a state in the current run. The caller holds the library's lock, so the run does not end meanwhile.
 * If out of memory, the state is not recorded. */
static void join(lua_State *L, bool fresh)
{
    struct kit_settings settings = {.cover = qlua_start_cover()};
    const struct qlua_start how = {.settings = &settings, .silent = fresh, .guest = true};
    if (!kit_library.run || qlua_start(L, &how))
        return;
    qlua_guest_watch(L);
    name_thread(qlua_recording_of(L));
}

static int join_fresh(lua_State *L)
{
    join(L, true);
    return 0;
}

/* Add a Lua state to the run; its functions may be older than the run. Skip a state that luv did not create: luv
 * sets a variable in each state that it creates for a thread. */
static int join_older(lua_State *L)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_pushliteral(L, "_THREAD");
    lua_rawget(L, -2);
    if (lua_toboolean(L, -1))
        join(L, false);
    return 0;
}

/* Replacement of luaL_openlibs in luv, which has just created a state. */
static void open_libraries(lua_State *L)
{
    luaL_openlibs(L);
    qlua_protected_call(L, join_fresh, NULL);
}

static void begin(lua_State *L)
{
    unsigned run = __atomic_load_n(&kit_library.run, __ATOMIC_RELAXED);
    struct qlua_recording *r = qlua_recording_of(L);
    if (r && r->guest && r->guest != run)
        qlua_stop(r, L);
    if (run && (!r || (r->guest && !r->mode)))
        qlua_protected_call(L, join_older, NULL);
}

/* Report that the state is suspended between two calls. If the state is sampled, this is not needed: a sample finds
 * nothing on the stack then. */
static void rest(lua_State *L)
{
    struct qlua_recording *r = qlua_recording_of(L);
    if (r && r->guest && r->mode > QLUA_MODE_SAMPLES && kit_library.times && !qlua_recording_is_late(r))
        qlua_running_rest(r);
}

/* Replacement of lua_pcallk in luv. Each task of a luv thread is such a call, in a state that runs nothing else. The
 * state may be older than the run, or created by a function that the program passed to luv. */
static int call(lua_State *L, int arguments, int results, int handler, lua_KContext context, lua_KFunction function)
{
    lua_Debug ar;
    bool outermost = !lua_getstack(L, 0, &ar) && lua_checkstack(L, LUA_MINSTACK);
    if (outermost)
        begin(L);
    int status = lua_pcallk(L, arguments, results, handler, context, function);
    if (outermost)
        rest(L);
    return status;
}

void qlua_guest_watch(lua_State *L)
{
    static const struct qlua_import list[] = {{"luaL_openlibs", (void *)luaL_openlibs, (void *)open_libraries},
                                              {"lua_pcallk", (void *)lua_pcallk, (void *)call}};
    static struct qlua_imports imports = {.imports = list, .count = sizeof list / sizeof *list, .object = "luv"};
    kit_library_lock();
    qlua_loading_watch(L, &imports);
    kit_library_unlock();
}
