/* qii.c - what a Lua program sees: require "qii".
 *
 *     local qii = require "qii"
 *     assert(qii.start { data_file = "job.%p.qii", quiet = true })   -- cover = true for lines, "branch" for both
 *     qii.phase "load"; qii.note "42 records"; qii.thread "reader"
 *     qii.pause(); qii.resume(); qii.save(); qii.stop()
 *
 * start returns true, or nil and what went wrong; the others return whether it was done. */
#include "qii.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coroutine.h"
#include "launch.h"
#include "options.h"
#include "session.h"

static int result(lua_State *L, int done)
{
    lua_pushboolean(L, done);
    return 1;
}

/* The session of L's state, NULL when none runs. */
static struct qp_session *running(lua_State *L)
{
    struct qp_session *s = qp_session_of(L);
    return s && s->running ? s : NULL;
}

static int start(lua_State *L)
{
    const char *library = getenv("QII_LIBRARY");
    struct qp_session_start how = {.library = library ? library : "qprof",
                                   .options = "",
                                   .public_way = qp_options_public_way(),
                                   .include = getenv("QII_INCLUDE")};
    qp_options_read(L, &how);
    const char *wrong = qp_session_start(L, &how);
    if (!wrong)
        return result(L, 1);
    luaL_pushfail(L);
    lua_pushstring(L, wrong);
    return 2;
}

static int stop(lua_State *L)
{
    struct qp_session *s = running(L);
    if (s)
        qp_session_stop(s, L);
    return result(L, s != NULL);
}

static int pause_recording(lua_State *L)
{
    const struct qp_session *s = running(L);
    return result(L, s && s->qii->stop_recording_data());
}

static int resume_recording(lua_State *L)
{
    const struct qp_session *s = running(L);
    return result(L, s && s->qii->start_recording_data());
}

static int save(lua_State *L)
{
    const struct qp_session *s = running(L);
    return result(L, s && s->qii->save_data());
}

static int phase(lua_State *L)
{
    const struct qp_session *s = running(L);
    const char *name = luaL_optstring(L, 1, NULL);
    if (!s)
        return result(L, 0);
    return result(L, name && s->qii->new_phase_named ? s->qii->new_phase_named(name) : s->qii->new_phase());
}

static int note(lua_State *L)
{
    const struct qp_session *s = running(L);
    const char *text = luaL_checkstring(L, 1);
    return result(L, s && s->qii->add_annotation(text));
}

static int thread(lua_State *L)
{
    const struct qp_session *s = running(L);
    const char *name = luaL_checkstring(L, 1);
    if (s)
        s->qii->set_thread_name_vt(name, qp_coroutine_id(s));
    return result(L, s != NULL);
}

/* NULL: nothing is said of coverage. */
static const char *cover_of_environment(void)
{
    const char *cover = getenv("QII_COVER");
    if (!cover || !*cover)
        return NULL;
    if (strcmp(cover, "line") != 0 && strcmp(cover, "branch") != 0)
        fprintf(stderr, "qii: QII_COVER takes line or branch, not '%s'; lines are counted\n", cover);
    return cover;
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
    if (!running(L) && qp_launch_is_early(L)) {
        const char *library = getenv("QII_LIBRARY");
        const char *cover = cover_of_environment();
        qp_launch_start(L, library ? library : cover ? "cprof" : "qprof", "", cover, getenv("QII_INCLUDE"));
    }
    return 1;
}
