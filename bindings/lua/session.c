#include "session.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfunction.h"
#include "chain.h"
#include "coroutine.h"
#include "hook.h"
#include "place.h"

/* Key of the object whose finalizer ends the session with its state; its address is unique in the registry. */
static const char guard;

struct qp_session *qp_session(void)
{
    static struct qp_session session;
    return &session;
}

static int state_closes(lua_State *L)
{
    struct qp_session *s = qp_session();
    if (s->running && lua_touserdata(L, lua_upvalueindex(1)) == (void *)s->main)
        qp_session_stop(s, L);
    return 0;
}

static void watch_state(struct qp_session *s, lua_State *L)
{
    int watched = lua_rawgetp(L, LUA_REGISTRYINDEX, &guard) != LUA_TNIL;
    lua_pop(L, 1);
    if (watched) /* a second object in its place would let the first be finalized */
        return;
    lua_newuserdatauv(L, 0, 0);
    lua_createtable(L, 0, 1);
    lua_pushlightuserdata(L, s->main);
    lua_pushcclosure(L, state_closes, 1);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &guard);
}

/* The two functions beyond QII that coroutines and their lines need. */
static const char *lacks(const struct qii *qii)
{
    if (!qii->record_bb_counts_vt)
        return "the library lacks qprof_record_bb_counts_vt";
    if (!qii->vthread_suspend || !qii->vthread_resume)
        return "the library lacks qprof_vthread_suspend or qprof_vthread_resume";
    if (!qii->set_thread_name_vt || !qii->register_source)
        return "the library lacks qprof_set_thread_name_vt or qprof_register_source";
    return NULL;
}

static const char *load(struct qp_session *s, const char *library)
{
    if (s->library && strcmp(s->library, library) == 0)
        return NULL;
    char *path = qp_place_library(library);
    if (!path)
        return "not enough memory";
    qp_functions_unregister(&s->functions);
    free(s->library);
    s->library = NULL;
    int loaded = qii_load(&s->qii, path);
    free(path);
    if (loaded != QII_LOADED)
        return s->qii.error;
    const char *missing = lacks(&s->qii);
    if (missing)
        return missing;
    s->library = strdup(library);
    return s->library ? NULL : "not enough memory";
}

static const char *why(int code)
{
    switch (code) {
    case QPROF_ERR_RUNNING:
        return "the library runs already";
    case QPROF_ERR_FILE:
        return "the data file cannot be created";
    case QPROF_ERR_MEMORY:
        return "not enough memory";
    default:
        return "the library does not start";
    }
}

static bool counts_only(const char *library)
{
    const char *slash = strrchr(library, '/');
    return strstr(slash ? slash : library, "cprof") != NULL;
}

static lua_State *main_thread(lua_State *L)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    lua_State *main = lua_tothread(L, -1);
    lua_pop(L, 1);
    return main;
}

/* os.exit does not close the state unless asked to. */
static void process_exits(void)
{
    struct qp_session *s = qp_session();
    if (s->running)
        s->qii.shutdown_vt(qp_coroutine_id(s));
    s->running = false;
}

const char *qp_session_start(struct qp_session *s, lua_State *L, const struct qp_session_start *how)
{
    if (s->running)
        return "started already";
    const char *wrong = load(s, how->library);
    if (wrong)
        return wrong;
    int result = s->qii.initialize_ex(&(qprof_InitInfo){0, how->options, NULL, 1});
    if (result < 0)
        return why(result);
    static bool exit_is_watched;
    if (!exit_is_watched)
        exit_is_watched = atexit(process_exits) == 0;
    qp_coroutines_fini(s);
    s->main = main_thread(L);
    s->lines = result == QPROF_REPORT_BLOCKS;
    s->line_times = s->lines && !counts_only(how->library);
    qp_cfunction_name_all(s, L);
    s->running = true;
    watch_state(s, L);
    if (qp_coroutine_first(s, L, how->silent) != 0) {
        s->running = false;
        s->qii.shutdown();
        return "not enough memory";
    }
    qp_chain_begin(s, L);
    return NULL;
}

/* Threads other than these lose the hook at their next event. */
void qp_session_stop(struct qp_session *s, lua_State *L)
{
    if (!s->running)
        return;
    s->running = false;
    qp_chain_end(s, L);
    s->qii.shutdown_vt(qp_coroutine_id(s));
}
