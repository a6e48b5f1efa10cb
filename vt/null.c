/* null.c - libVTnull: the functions of VT.h and their Fortran forms, which do nothing.
 *
 * Each function returns VT_OK and sets its output arguments to 0, with four exceptions: VT_enterstate returns 1, so
 * that the program calls no VT_leave; VT_version returns the version; VT_get_parent returns no communicator; and
 * contacts are empty texts. */
#include "vt/fortran.h"

#pragma GCC visibility push(default)
#include "VT.h"
#pragma GCC visibility pop

/* NOLINTBEGIN(misc-unused-parameters): functions that do nothing use no parameters */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define FUNCTION(name, parameters, output, result)                                                                     \
    int name parameters                                                                                                \
    {                                                                                                                  \
        int *stored = (output);                                                                                        \
        if (stored)                                                                                                    \
            *stored = 0;                                                                                               \
        return (result);                                                                                               \
    }

/* ---- life, threads, control ------------------------------------------------------------------------------ */

FUNCTION(VT_initialize, (int *argc, char ***argv), NULL, VT_OK)
FUNCTION(VT_finalize, (void), NULL, VT_OK)
FUNCTION(VT_getrank, (int *rank), rank, VT_OK)
FUNCTION(VT_version, (void), NULL, VT_VERSION)
FUNCTION(VT_registerthread, (int thindex), NULL, VT_OK)
FUNCTION(VT_registernamed, (const char *threadname, int thindex), NULL, VT_OK)
FUNCTION(VT_getthrank, (int *thindex), thindex, VT_OK)
FUNCTION(VT_traceoff, (void), NULL, VT_OK)
FUNCTION(VT_traceon, (void), NULL, VT_OK)
FUNCTION(VT_tracestate, (int *on), on, VT_OK)
FUNCTION(VT_symstate, (int statehandle, int *on), on, VT_OK)
FUNCTION(VT_flush, (void), NULL, VT_OK)
FUNCTION(VT_timesync, (void), NULL, VT_OK)

#define CONTACT(name, parameters)                                                                                      \
    int name parameters                                                                                                \
    {                                                                                                                  \
        if (contact && !*contact)                                                                                      \
            *contact = "";                                                                                             \
        return VT_OK;                                                                                                  \
    }

CONTACT(VT_clientinit, (int procid, const char *clientname, const char **contact))
CONTACT(VT_serverinit, (const char *servername, int numcontacts, const char *contacts[], const char **contact))

int VT_get_parent(int *parentcomm)
{
    if (parentcomm)
        *parentcomm = VT_COMM_INVALID;
    return VT_OK;
}

/* ---- locations, classes, states, scopes ------------------------------------------------------------------ */

FUNCTION(VT_scldef, (const char *file, int line_nr, int *sclhandle), sclhandle, VT_OK)
FUNCTION(VT_sclstack, (void *pc, void *stackframe, int skip, int trace, int *sclhandle), sclhandle, VT_OK)
FUNCTION(VT_thisloc, (int sclhandle), NULL, VT_OK)
FUNCTION(VT_classdef, (const char *classname, int *classhandle), classhandle, VT_OK)
FUNCTION(VT_funcdef, (const char *symname, int classhandle, int *statehandle), statehandle, VT_OK)
FUNCTION(VT_symdef, (int statehandle, const char *symname, const char *activity), NULL, VT_OK)
FUNCTION(VT_begin, (int statehandle), NULL, VT_OK)
FUNCTION(VT_beginl, (int statehandle, int sclhandle), NULL, VT_OK)
FUNCTION(VT_end, (int statehandle), NULL, VT_OK)
FUNCTION(VT_endl, (int statehandle, int sclhandle), NULL, VT_OK)
FUNCTION(VT_enter, (int statehandle, int sclhandle), NULL, VT_OK)
FUNCTION(VT_leave, (int sclhandle), NULL, VT_OK)
FUNCTION(VT_enterstate, (const char *name, int *statehandle, int *truncated), truncated, 1)
FUNCTION(VT_wakeup, (void), NULL, VT_OK)
FUNCTION(VT_scopedef, (const char *scopename, int classhandle, int scl1, int scl2, int *scopehandle), scopehandle,
         VT_OK)
FUNCTION(VT_scopebegin, (int scopehandle, int scl, int *seqnr), seqnr, VT_OK)
FUNCTION(VT_scopeend, (int scopehandle, int seqnr, int scl), NULL, VT_OK)

/* ---- counters, messages ---------------------------------------------------------------------------------- */

FUNCTION(VT_countdef,
         (const char *name, int classhandle, int genre, int target, const void *bounds, const char *unit,
          int *counterhandle),
         counterhandle, VT_OK)
FUNCTION(VT_countval, (int ncounters, int *handles, void *values), NULL, VT_OK)
FUNCTION(VT_groupdef, (const char *name, int n_members, int *ids, int *grouphandle), grouphandle, VT_OK)
FUNCTION(VT_getprocid, (int procindex, int *procid), procid, VT_OK)
FUNCTION(VT_getthreadid, (int procindex, int thindex, int *threadid), threadid, VT_OK)
FUNCTION(VT_log_sendmsg, (int other_rank, int count, int tag, int commid, int sclhandle), NULL, VT_OK)
FUNCTION(VT_log_recvmsg, (int other_rank, int count, int tag, int commid, int sclhandle), NULL, VT_OK)
FUNCTION(VT_log_comment, (const char *comment), NULL, VT_OK)
FUNCTION(VT_log_msgevent, (int from, int to, int count, int tag, int commid, double sendts, int sendscl, int recvscl),
         NULL, VT_OK)
FUNCTION(VT_log_opevent,
         (int opid, int commid, int rootrank, int n_processes, int *bytes_sent, int *bytes_received, double *begin,
          int sclhandle),
         NULL, VT_OK)
FUNCTION(VT_begin_unordered, (void), NULL, VT_OK)
FUNCTION(VT_end_unordered, (void), NULL, VT_OK)

/* ---- Fortran ---------------------------------------------------------------------------------------------- */

#define DO_NOTHING(name, parameters, output, result)                                                                   \
    void name##_ parameters                                                                                            \
    {                                                                                                                  \
        int *stored = (output);                                                                                        \
        if (stored)                                                                                                    \
            *stored = 0;                                                                                               \
        if (ierr)                                                                                                      \
            *ierr = (result);                                                                                          \
    }

#define SUBROUTINE(name, NAME, parameters, output, ...) DO_NOTHING(name, parameters, output, VT_OK)
#define ENTERSTATE(name, NAME, parameters, output, ...) DO_NOTHING(name, parameters, output, 1)

#define ZERO(function)                                                                                                 \
    double function(void)                                                                                              \
    {                                                                                                                  \
        return 0;                                                                                                      \
    }

#define TIME(name, NAME, function)                                                                                     \
    ZERO(name##_)                                                                                                      \
    ZERO(function)

VT_FORTRAN_CALLS(SUBROUTINE)
VT_FORTRAN_CALLS(VT_FORTRAN_NAMES)
VT_FORTRAN_TEXT(SUBROUTINE)
VT_FORTRAN_TEXT(VT_FORTRAN_NAMES)
VT_FORTRAN_TWO_TEXTS(SUBROUTINE)
VT_FORTRAN_TWO_TEXTS(VT_FORTRAN_NAMES)
VT_FORTRAN_ENTERSTATE(ENTERSTATE)
VT_FORTRAN_ENTERSTATE(VT_FORTRAN_NAMES)
VT_FORTRAN_TIMES(TIME)
VT_FORTRAN_TIMES(VT_FORTRAN_NAMES)
/* NOLINTEND(misc-unused-parameters) */
