/* enterstate.c - VT_enterstate, which enters a state by its name and cuts the name at a degree of detail. */
#include "core/store/diagnose.h"
#include "core/log/result.h"
#include "core/log/state.h"
#include "core/log/symbol.h"
#include "vt/call_site.h"
#include "vt/config.h"
#include "vt/event.h"

#include <stdlib.h>
#include <string.h>

/* Result of VT_enterstate if the state was not entered. The program must then not call VT_leave. */
#define NOT_ENTERED 1

/* Handle of a name without any part. It differs from 0, so that the next call does not parse the name again. */
#define NO_STATE (-1)

struct choice {
    int handle;
    bool truncated;
};

/* ---- names ----------------------------------------------------------------------------------------------- */

/* Return the slash at which the degree of detail cuts the name, NULL if the name is not cut. After the slash, the
 * name must have another part. */
static const char *find_cut(const char *name, uint64_t degree)
{
    const char *slash = strchr(name, '/');
    while (slash && degree-- > 0)
        slash = strchr(slash + 1, '/');
    return slash && slash[strspn(slash, "/:")] != '\0' ? slash : NULL;
}

/* Choose the state of a name. The caller is in an event with `busy` set: otherwise, a signal handler of this thread
 * could wait for the lock that this function holds. Return VT_OK or a VT error. */
static int choose(const char *name, struct choice *choice)
{
    const char *cut = find_cut(name, vt_config.number[VT_OPTION_DETAILED_STATES]);
    char *path = strndup(name, cut ? (size_t)(cut - name) : strlen(name));
    if (!path)
        return VT_ERR_NOMEMORY;
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash, '/'))
        *slash = ':';
    bool empty = path[strspn(path, ":")] == '\0';
    int result = empty ? VT_OK : qp_symbol_define(path, VT_NOCLASS, &choice->handle);
    if (empty)
        choice->handle = NO_STATE;
    choice->truncated = cut || empty;
    free(path);
    return result;
}

/* Look up the choice for a name. If several threads make the first call at once, all find and store the same handle. */
static int look_up(const char *name, int *handle, int *truncated, struct choice *choice)
{
    if (choice->handle != 0) {
        if (name && !truncated)
            choice->truncated = find_cut(name, vt_config.number[VT_OPTION_DETAILED_STATES]);
        return VT_OK;
    }
    if (!name)
        return VT_ERR_BADARG;
    int result = choose(name, choice);
    if (result == VT_OK && truncated)
        qp_store_relaxed(truncated, choice->truncated);
    if (result == VT_OK && handle)
        qp_store_release(handle, choice->handle); /* pairs with the acquire load in the function `known` */
    return result;
}

/* ---- the call -------------------------------------------------------------------------------------------- */

static struct choice known(const int *handle, const int *truncated)
{
    struct choice choice = {0, 0};
    if (handle)
        choice.handle = qp_load_acquire(handle);
    if (truncated)
        choice.truncated = qp_load_relaxed(truncated);
    return choice;
}

/* Return true if the state must not be entered. This is so if its rule has none of the flags LOGGED, FOLD and
 * UNFOLD, or if the name was cut and the state is already on top of the stack. */
static bool is_ignored(const struct qp_tstate *tstate, struct choice choice, const struct qp_symbol *symbol)
{
    if (!symbol || !(qp_load_relaxed(&symbol->rule) & (QP_RULE_LOGGED | QP_RULE_FOLD | QP_RULE_UNFOLD)))
        return true;
    return choice.truncated && qp_state_is_top(tstate, (uint32_t)choice.handle);
}

/* Resolve the arguments of VT_enterstate. If the handle has no state, the program did not preserve it as the manual
 * requires: return an error and open nothing, because the caller closes nothing after an error. */
static int resolve(const struct qp_tstate *tstate, const struct qp_call *call, const char *name, int *handle,
                   int *truncated, struct choice *choice)
{
    *choice = known(handle, truncated);
    int result = look_up(name, handle, truncated, choice);
    if (result != VT_OK)
        return result;
    const struct qp_symbol *symbol = qp_symbol_find(choice->handle);
    if (!symbol && choice->handle != NO_STATE) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_HANDLE, "%s(%.40s, %d)", call->name, name ? name : "NULL", choice->handle);
        return VT_ERR_BADSYMBOLID;
    }
    return is_ignored(tstate, *choice, symbol) ? NOT_ENTERED : VT_OK;
}

int vt_enterstate_open(const char *function, const char *name, int *handle, int *truncated, const void *call_site)
{
    const struct qp_call call = VT_CALL(function);
    struct qp_tstate *tstate = qp_tstate_take(QP_VT);
    struct choice choice;
    if (!tstate || !qp_load_relaxed(&tstate->limit)) /* if the limit is NULL, `tstate` may belong to a finished run
                                                      * or to the parent process */
        tstate = qp_slow_begin(tstate, &call, 0);
    if (!tstate)
        return qp_log_refusal();
    int result = resolve(tstate, &call, name, handle, truncated, &choice);
    qp_tstate_end(tstate);
    return result != VT_OK ? result : vt_state_open(function, QP_STATE_ENTERED, choice.handle, VT_NOSCL, call_site);
}

int VT_enterstate(const char *name, int *statehandle, int *truncated)
{
    struct qp_tstate *tstate = qp_tstate_current[QP_VT];
    struct choice choice = known(statehandle, truncated);
    if (QP_LIKELY(choice.handle != 0 && choice.truncated == 0 && truncated &&
                  qp_tstate_begin(tstate) == QP_TSTATE_FREE)) {
        bool entered = qp_state_hot_enter(tstate, (uint32_t)choice.handle, QP_STATE_ENTERED);
        qp_tstate_end(tstate);
        if (QP_LIKELY(entered))
            return VT_OK;
    }
    return vt_enterstate_open("VT_enterstate", name, statehandle, truncated, VT_CALL_SITE);
}
