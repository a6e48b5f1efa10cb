/* scope.c - regions that may overlap. */
#include "vt/event.h"

#include "core/store/diagnose.h"
#include "core/stacks/location.h"
#include "core/log/note.h"
#include "core/log/result.h"
#include "core/log/scope.h"
#include "vt/call_site.h"

int VT_scopedef(const char *scopename, int classhandle, int scl1, int scl2, int *scopehandle)
{
    const struct qp_scope scope = {scopename, classhandle, scl1, scl2};
    int handle = 0;
    int result = scopename ? qp_scope_define(&scope, &handle) : VT_ERR_BADARG;
    vt_store(scopehandle, handle);
    return result;
}

static int log_note(struct qp_tstate *tstate, const struct qp_note *note)
{
    bool located = note->location == VT_NOSCL || qp_location_is_known(note->location);
    if (!tstate || !located || !qp_note_hot(tstate, note))
        return qp_note_log(tstate, note);
    qp_tstate_end(tstate);
    return VT_OK;
}

static int bad_handle(const char *function, int handle)
{
    qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_HANDLE, "%s(%d)", function, handle);
    return VT_ERR_BADSYMBOLID;
}

int vt_scope_begin(const char *function, int handle, int location, int *number, const void *call_site)
{
    struct qp_note note = {
        .call = VT_CALL(function),
        .kind = QP_EVENT_SCOPE_BEGIN,
        .object = qp_scope_find(handle),
        .location = location,
        .call_site = call_site,
    };
    vt_store(number, 0);
    if (note.object == 0)
        return bad_handle(function, handle);
    struct qp_tstate *tstate = qp_tstate_take(QP_VT);
    if (!tstate)
        tstate = qp_slow_arrive(&note.call);
    if (!tstate)
        return qp_log_refusal();
    note.low = (uint32_t)qp_scope_number();
    int result = log_note(tstate, &note);
    if (number && result == VT_OK)
        *number = (int)note.low;
    return result;
}

int VT_scopebegin(int scopehandle, int scl, int *seqnr)
{
    return vt_scope_begin("VT_scopebegin", scopehandle, scl, seqnr, VT_CALL_SITE);
}

int vt_scope_end(const char *function, int handle, int number, int location, const void *call_site)
{
    const struct qp_note note = {
        .call = VT_CALL(function),
        .kind = QP_EVENT_SCOPE_END,
        .object = qp_scope_find(handle),
        .low = (uint32_t)number,
        .location = location,
        .call_site = call_site,
    };
    if (note.object == 0)
        return bad_handle(function, handle);
    if (!qp_scope_end(number)) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_UNPAIRED, "%s: number %d", function, number);
        return VT_ERR_BADARG;
    }
    int result = log_note(qp_tstate_take(QP_VT), &note);
    if (result != VT_OK)
        qp_scope_reopen(number);
    return result;
}

int VT_scopeend(int scopehandle, int seqnr, int scl)
{
    return vt_scope_end("VT_scopeend", scopehandle, seqnr, scl, VT_CALL_SITE);
}
