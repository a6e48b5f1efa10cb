/* open.c - functions of the Lua module: require "qii".
 *
 *     local qii = require "qii"
 *     assert(qii.start { data_file = "job.%p.qii", quiet = true })   -- cover = true for lines, "branch" for both
 *     qii.phase "load"; qii.note "42 records"; qii.thread "reader"
 *     local before = qii.context "request 1"; qii.context(before)
 *     qii.pause(); qii.resume(); qii.save(); qii.stop()
 *
 * start returns true, or nil and an error message; context the number of the context before, or false; the others
 * return whether they succeeded. */
#include "bindings/lua/open.h"

#include <stdio.h>

#include "bindings/lua/command_line.h"
#include "bindings/lua/contexts/contexts.h"
#include "bindings/lua/follow/running.h"
#include "bindings/lua/follow/start.h"
#include "bindings/lua/guest.h"
#include "bindings/lua/options.h"
#include "bindings/lua/version/supported.h"

static int result(lua_State *L, int done)
{
    lua_pushboolean(L, done);
    return 1;
}

/* Return the recording of L's state, NULL if none is running. */
static struct qlua_recording *running(lua_State *L)
{
    struct qlua_recording *r = qlua_recording_of(L);
    return r && r->mode ? r : NULL;
}

static int start(lua_State *L)
{
    lua_settop(L, 1);
    struct kit_settings *settings = qlua_options_new(L);
    struct qlua_start how = {.settings = settings};
    qlua_options_read(L, settings, &how.layout);
    kit_settings_read_environment(settings);
    const char *wrong = qlua_start(L, &how);
    if (!wrong) {
        qlua_guest_watch(L);
        qlua_contexts_begin(L, settings);
        return result(L, 1);
    }
    luaL_pushfail(L);
    lua_pushstring(L, wrong);
    return 2;
}

static int stop(lua_State *L)
{
    struct qlua_recording *r = running(L);
    if (r)
        qlua_stop(r, L);
    return result(L, r != NULL);
}

static int pause_recording(lua_State *L)
{
    const struct qlua_recording *r = running(L);
    return result(L, r && r->qii->stop_recording_data());
}

static int resume_recording(lua_State *L)
{
    const struct qlua_recording *r = running(L);
    return result(L, r && r->qii->start_recording_data());
}

static int save(lua_State *L)
{
    const struct qlua_recording *r = running(L);
    return result(L, r && r->qii->save_data());
}

static int phase(lua_State *L)
{
    const struct qlua_recording *r = running(L);
    const char *name = luaL_optstring(L, 1, NULL);
    if (!r)
        return result(L, 0);
    return result(L, name && r->qii->new_phase_named ? r->qii->new_phase_named(name) : r->qii->new_phase());
}

static int note(lua_State *L)
{
    const struct qlua_recording *r = running(L);
    const char *text = luaL_checkstring(L, 1);
    return result(L, r && r->qii->add_annotation(text));
}

static int thread(lua_State *L)
{
    const struct qlua_recording *r = running(L);
    const char *name = luaL_checkstring(L, 1);
    if (r)
        r->qii->set_thread_name_vt(name, qlua_running_id(r));
    return result(L, r != NULL);
}

/* Return whether the interpreter itself loads the module (`lua5.4 -lqii`), before the program runs. */
static bool is_early(lua_State *L)
{
    lua_Debug ar;
    int level = 0;
    for (; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "S", &ar);
        if (*ar.what != 'C')
            return false;
    }
    return level == 3; /* the three levels are luaopen_qii, require, and the interpreter's main function */
}

void qlua_open_recorded(lua_State *L, const struct kit_settings *settings)
{
    const char *wrong = qlua_start(L, &(struct qlua_start){.settings = settings, .silent = true});
    if (wrong) {
        fprintf(stderr, "qii: %s; the program runs without a profile\n", wrong);
        return;
    }
    qlua_guest_watch(L);
    qlua_contexts_begin(L, settings);
}

QLUA_EXPORT int luaopen_qii(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"start", start}, {"stop", stop}, {"pause", pause_recording}, {"resume", resume_recording},   {"save", save},
        {"phase", phase}, {"note", note}, {"thread", thread},         {"context", qlua_contexts_set}, {NULL, NULL}};
    qlua_supported_check(L);
    luaL_newlib(L, functions);
    lua_pushliteral(L, QPROF_VERSION);
    lua_setfield(L, -2, "_VERSION");
    if (!running(L) && is_early(L) && qlua_command_line_loads(L, true)) {
        struct kit_settings *settings = qlua_options_new(L);
        kit_settings_read_environment(settings);
        kit_settings_read_cover(settings);
        qlua_open_recorded(L, settings);
        lua_pop(L, 1);
    }
    return 1;
}
