/* qii.c - what a Lua program sees: require "qii".
 *
 *     local qii = require "qii"
 *     assert(qii.start { data_file = "job.%p.qii", quiet = true })   -- cover = true for lines
 *     qii.phase "load"; qii.note "42 records"; qii.thread "reader"
 *     qii.pause(); qii.resume(); qii.save(); qii.stop()
 *
 * start returns true, or nil and what went wrong; the others return whether it was done. */
#include "qii.h"

#include <stdlib.h>

#include "coroutine.h"
#include "launch.h"
#include "options.h"
#include "session.h"

static int result(lua_State *L, int done)
{
    lua_pushboolean(L, done);
    return 1;
}

static int start(lua_State *L)
{
    const char *library = getenv("QII_LIBRARY");
    struct qp_session_start how = {.library = library ? library : "qprof", .options = "", .silent = false};
    qp_options_read(L, &how);
    const char *wrong = qp_session_start(qp_session(), L, &how);
    if (!wrong)
        return result(L, 1);
    luaL_pushfail(L);
    lua_pushstring(L, wrong);
    return 2;
}

static int stop(lua_State *L)
{
    bool was_running = qp_session()->running;
    qp_session_stop(qp_session(), L);
    return result(L, was_running);
}

static int pause_recording(lua_State *L)
{
    struct qp_session *s = qp_session();
    return result(L, s->running && s->qii.stop_recording_data());
}

static int resume_recording(lua_State *L)
{
    struct qp_session *s = qp_session();
    return result(L, s->running && s->qii.start_recording_data());
}

static int save(lua_State *L)
{
    struct qp_session *s = qp_session();
    return result(L, s->running && s->qii.save_data());
}

static int phase(lua_State *L)
{
    struct qp_session *s = qp_session();
    const char *name = luaL_optstring(L, 1, NULL);
    if (!s->running)
        return result(L, 0);
    return result(L, name && s->qii.new_phase_named ? s->qii.new_phase_named(name) : s->qii.new_phase());
}

static int note(lua_State *L)
{
    struct qp_session *s = qp_session();
    const char *text = luaL_checkstring(L, 1);
    return result(L, s->running && s->qii.add_annotation(text));
}

static int thread(lua_State *L)
{
    struct qp_session *s = qp_session();
    const char *name = luaL_checkstring(L, 1);
    if (s->running)
        s->qii.set_thread_name_vt(name, qp_coroutine_id(s));
    return result(L, s->running);
}

QP_LUA_EXPORT int luaopen_qii(lua_State *L)
{
    static const luaL_Reg functions[] = {{"start", start},
                                         {"stop", stop},
                                         {"pause", pause_recording},
                                         {"resume", resume_recording},
                                         {"save", save},
                                         {"phase", phase},
                                         {"note", note},
                                         {"thread", thread},
                                         {NULL, NULL}};
    luaL_newlib(L, functions);
    lua_pushliteral(L, QPROF_VERSION);
    lua_setfield(L, -2, "_VERSION");
    if (!qp_session()->running && qp_launch_is_early(L)) {
        const char *library = getenv("QII_LIBRARY");
        qp_launch_start(L, library ? library : "qprof", "");
    }
    return 1;
}
