/* The Fortran forms of events; those that are located pass on where they were called. */
#include "vt/fortran.h"

#include "core/log/state.h"
#include "vt/argument.h"
#include "vt/call_site.h"
#include "vt/enterstate.h"
#include "vt/event.h"

#define number vt_argument_number
#define give   vt_argument_give

VT_FORTRAN_EVENTS(VT_FORTRAN_NAMES)
VT_FORTRAN_ENTERSTATE(VT_FORTRAN_NAMES)

/* ---- threads --------------------------------------------------------------------------------------------- */

void vtregisterthread_(const int *thindex, int *ierr)
{
    give(ierr, VT_registerthread(number(thindex)));
}

void vtregisternamed_(const char *name, const int *thindex, int *ierr, size_t name_length)
{
    struct vt_text text;
    vt_text_take(&text, name, name_length);
    give(ierr, vt_text_drop(&text, text.failed ? VT_OK : VT_registernamed(text.bytes, number(thindex))));
}

void vtgetthrank_(int *thindex, int *ierr)
{
    give(ierr, VT_getthrank(thindex));
}

/* ---- states ---------------------------------------------------------------------------------------------- */

void vtthisl_(const int *scl, int *ierr)
{
    give(ierr, VT_thisloc(number(scl)));
}

void vtbegin_(const int *state, int *ierr)
{
    give(ierr, vt_state_open("VTBEGIN", QP_STATE_BEGUN, number(state), VT_NOSCL, VT_CALL_SITE));
}

void vtbeginl_(const int *state, const int *scl, int *ierr)
{
    give(ierr, vt_state_open("VTBEGINL", QP_STATE_BEGUN, number(state), number(scl), VT_CALL_SITE));
}

void vtend_(const int *state, int *ierr)
{
    give(ierr, vt_state_close("VTEND", QP_STATE_BEGUN, number(state), VT_NOSCL, VT_CALL_SITE));
}

void vtendl_(const int *state, const int *scl, int *ierr)
{
    give(ierr, vt_state_close("VTENDL", QP_STATE_BEGUN, number(state), number(scl), VT_CALL_SITE));
}

void vtenter_(const int *state, const int *scl, int *ierr)
{
    give(ierr, vt_state_open("VTENTER", QP_STATE_ENTERED, number(state), number(scl), VT_CALL_SITE));
}

void vtleave_(const int *scl, int *ierr)
{
    (void)scl; /* VT: ignored */
    give(ierr, vt_state_close("VTLEAVE", QP_STATE_ENTERED, 0, VT_NOSCL, VT_CALL_SITE));
}

void vtenterstate_(const char *name, int *handle, int *truncated, int *ierr, size_t name_length)
{
    struct vt_text text;
    int result =
        vt_enterstate_open("VTENTERSTATE", vt_text_take(&text, name, name_length), handle, truncated, VT_CALL_SITE);
    give(ierr, vt_text_drop(&text, result));
}

void vtwakeup_(int *ierr)
{
    give(ierr, VT_wakeup());
}

/* ---- scopes and counters --------------------------------------------------------------------------------- */

void vtscopebegin_(const int *scope, const int *scl, int *seqnr, int *ierr)
{
    give(ierr, vt_scope_begin("VTSCOPEBEGIN", number(scope), number(scl), seqnr, VT_CALL_SITE));
}

void vtscopeend_(const int *scope, const int *seqnr, const int *scl, int *ierr)
{
    give(ierr, vt_scope_end("VTSCOPEEND", number(scope), number(seqnr), number(scl), VT_CALL_SITE));
}

void vtcountval_(const int *count, int *handles, void *values, int *ierr)
{
    give(ierr, VT_countval(number(count), handles, values));
}

/* ---- messages -------------------------------------------------------------------------------------------- */

void vtlogsendmsg_(const int *rank, const int *count, const int *tag, const int *comm, const int *scl, int *ierr)
{
    const struct vt_message message = {"VTLOGSENDMSG", 0,           number(rank), number(count), number(tag),
                                       number(comm),   number(scl), VT_CALL_SITE};
    give(ierr, vt_message_log(&message));
}

void vtlogrecvmsg_(const int *rank, const int *count, const int *tag, const int *comm, const int *scl, int *ierr)
{
    const struct vt_message message = {"VTLOGRECVMSG", 1,           number(rank), number(count), number(tag),
                                       number(comm),   number(scl), VT_CALL_SITE};
    give(ierr, vt_message_log(&message));
}

void vtlogcomment_(const char *comment, int *ierr, size_t comment_length)
{
    struct vt_text text;
    int result = vt_comment_log("VTLOGCOMMENT", vt_text_take(&text, comment, comment_length), VT_CALL_SITE);
    give(ierr, vt_text_drop(&text, result));
}

void vtlogmsgevent_(const int *from, const int *to, const int *count, const int *tag, const int *comm,
                    const double *sendts, const int *sendscl, const int *recvscl, int *ierr)
{
    const struct vt_transfer transfer = {
        "VTLOGMSGEVENT",          number(from),    number(to),      number(count), number(tag), number(comm),
        vt_argument_time(sendts), number(sendscl), number(recvscl), VT_CALL_SITE};
    give(ierr, vt_transfer_log(&transfer));
}

void vtlogopevent_(const int *op, const int *comm, const int *root, const int *processes, int *sent, int *received,
                   double *begin, const int *scl, int *ierr)
{
    give(ierr,
         VT_log_opevent(number(op), number(comm), number(root), number(processes), sent, received, begin, number(scl)));
}

void vtbeginunordered_(int *ierr)
{
    give(ierr, VT_begin_unordered());
}

void vtendunordered_(int *ierr)
{
    give(ierr, VT_end_unordered());
}
