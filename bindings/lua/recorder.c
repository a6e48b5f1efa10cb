#include "recorder.h"

#include <stdlib.h>
#include <string.h>

#include "coroutine.h"
#include "finalizer.h"
#include "include.h"
#include "place.h"
#include "session.h"

struct qp_recorder qp_recorder;

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void qp_recorder_lock(void)
{
    pthread_mutex_lock(&lock);
}

void qp_recorder_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

bool qp_recorder_call(lua_State *L, lua_CFunction function, void *argument)
{
    if (!lua_checkstack(L, 2))
        return false;
    qp_recorder_lock();
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, argument);
    bool done = lua_pcall(L, 1, 0, 0) == LUA_OK;
    qp_recorder_unlock();
    if (!done)
        lua_pop(L, 1);
    return done;
}

VthreadID qp_recorder_number(void)
{
    return __atomic_add_fetch(&qp_recorder.last_coroutine, 1, __ATOMIC_RELAXED);
}

/* The functions beyond QII that coroutines and their lines need. */
static const char *lacks(const struct qii *qii)
{
    if (!qii->record_bb_counts_vt)
        return "the library lacks qprof_record_bb_counts_vt";
    if (!qii->vthread_suspend || !qii->vthread_resume)
        return "the library lacks qprof_vthread_suspend or qprof_vthread_resume";
    if (!qii->follow_fn_entry_vt)
        return "the library lacks qprof_follow_fn_entry_vt";
    if (!qii->set_thread_name_vt || !qii->register_source)
        return "the library lacks qprof_set_thread_name_vt or qprof_register_source";
    return NULL;
}

static const char *load(const char *library)
{
    struct qp_recorder *r = &qp_recorder;
    if (r->library && strcmp(r->library, library) == 0)
        return NULL;
    char *path = qp_place_library(library);
    if (!path)
        return "not enough memory";
    qp_functions_unregister(&r->functions);
    free(r->library);
    r->library = NULL;
    int loaded = qii_load(&r->qii, path);
    free(path);
    if (loaded != QII_LOADED)
        return r->qii.error;
    const char *missing = lacks(&r->qii);
    if (missing)
        return missing;
    r->library = strdup(library);
    return r->library ? NULL : "not enough memory";
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

static void end(VthreadID caller)
{
    qp_include_end();
    qp_finalizers_exclude();
    qp_recorder.qii.shutdown_vt(caller);
}

/* os.exit does not close the state unless asked to. Any thread may end the process, other threads may run its sessions:
 * none of them is looked into. */
static void process_exits(void)
{
    qp_recorder_lock();
    if (qp_recorder.users > 0)
        end(0);
    qp_recorder.users = 0;
    qp_recorder_unlock();
}

static const char *start(const struct qp_session_start *how, bool branches)
{
    struct qp_recorder *r = &qp_recorder;
    static bool exit_is_watched;
    const char *wrong = load(how->library);
    if (wrong)
        return wrong;
    int result = r->qii.initialize_ex(&(qprof_InitInfo){0, how->options, NULL, 1});
    if (result < 0)
        return why(result);
    if (!exit_is_watched)
        exit_is_watched = atexit(process_exits) == 0;
    r->lines = result == QPROF_REPORT_BLOCKS;
    r->line_times = r->lines && !counts_only(how->library);
    branches = branches && r->lines && !r->line_times && r->qii.register_branches;
    if (r->branches != branches)
        qp_functions_unregister(&r->functions);
    r->branches = branches;
    qp_include_begin(how->include);
    return NULL;
}

const char *qp_recorder_join(const struct qp_session_start *how, bool branches)
{
    const char *wrong = NULL;
    qp_recorder_lock();
    if (qp_recorder.users == 0)
        wrong = start(how, branches);
    else if (strcmp(qp_recorder.library, how->library) != 0)
        wrong = "another Lua state records with another library";
    qp_recorder.users += !wrong;
    qp_recorder_unlock();
    return wrong;
}

bool qp_recorder_leave(struct qp_session *s)
{
    qp_recorder_lock();
    bool last = qp_recorder.users == 1;
    qp_recorder.users -= qp_recorder.users > 0;
    if (last)
        end(qp_coroutine_id(s));
    qp_recorder_unlock();
    return !last;
}
