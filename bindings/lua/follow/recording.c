#include "bindings/lua/follow/recording.h"

#include <stdlib.h>

#include "bindings/lua/inside/allocator.h"

/* Registry key of the object that holds the recording. When the state is closed, the object's finalizer ends the
 * recording. */
static const char guard;

static struct qlua_recording *recordings; /* list of all recordings of the process; protected by the library's lock */

__thread struct qlua_recording *qlua_recording_here __attribute__((tls_model("initial-exec")));

/* Return the recording in the registry, NULL if there is none. */
static struct qlua_recording *registered(lua_State *L)
{
    struct qlua_recording *const *object =
        lua_rawgetp(L, LUA_REGISTRYINDEX, &guard) == LUA_TUSERDATA ? lua_touserdata(L, -1) : NULL;
    struct qlua_recording *r = object ? *object : NULL;
    lua_pop(L, 1);
    return r;
}

/* If the state's allocator is ours, it provides the recording without access to the registry. */
struct qlua_recording *qlua_recording_of(lua_State *L)
{
    struct qlua_recording *r = qlua_allocator_owner(L);
    return r ? r : registered(L);
}

/* Reuse or create a recording. Recordings are never freed, since the qlua_recording_here of another thread may still
 * point to one. */
static struct qlua_recording *take(lua_State *main)
{
    kit_library_lock();
    struct qlua_recording *r = recordings;
    while (r && r->main)
        r = r->next;
    if (!r && (r = calloc(1, sizeof *r))) {
        r->next = recordings;
        recordings = r;
    }
    if (r) {
        r->main = main;
        __atomic_store_n(&r->guest, 0, __ATOMIC_RELAXED);
    }
    kit_library_unlock();
    return r;
}

void qlua_recording_interrupt_guests(void)
{
    for (struct qlua_recording *r = recordings; r; r = r->next)
        if (qlua_recording_is_late(r))
            qlua_recording_set_at(r, NULL);
}

static int state_closes(lua_State *L)
{
    struct qlua_recording **object = lua_touserdata(L, 1);
    struct qlua_recording *r = *object;
    if (!r)
        return 0;
    r->closes(r, L);
    *object = NULL;
    kit_library_lock();
    r->main = NULL;
    kit_library_unlock();
    return 0;
}

struct qlua_recording *qlua_recording_get(lua_State *L, void (*closes)(struct qlua_recording *r, lua_State *L))
{
    struct qlua_recording *r = registered(L);
    if (r)
        return r;
    struct qlua_recording **object = lua_newuserdatauv(L, sizeof *object, 0);
    *object = NULL;
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, state_closes);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &guard);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    r = take(lua_tothread(L, -1));
    lua_pop(L, 1);
    if (r)
        r->closes = closes;
    return *object = r;
}
