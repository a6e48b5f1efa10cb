/* fortran.h - lists of the Fortran forms of VT.h, with one entry for each function. From these lists, fortran.c
 * defines the Fortran functions of libvt, and null.c defines those of libVTnull.
 *
 *     X(vtname, VTNAME, parameters, output besides ierr or NULL, the call in libvt)
 *     X(vtname, VTNAME, parameters, output besides ierr or NULL, a text, the call with its copy, text)
 *     X(vtname, VTNAME, parameters, output besides ierr or NULL), if two texts must be copied first
 *
 * The function is named vtname_, as gfortran and most other compilers name VTNAME. Other compilers find it by the names
 * vtname, VTNAME and vtname__. These names are weak: in an archive, a program's own functions must override them.
 * Numbers are passed by reference. The lengths of the texts are the last arguments, in the order of the texts. */
#pragma once

#include <stddef.h>

/* clang-format off */
#define VT_FORTRAN_CALLS(X)                                                                                            \
    X(vtinit, VTINIT, (int *ierr), NULL, VT_initialize(NULL, NULL))                                                    \
    X(vtfini, VTFINI, (int *ierr), NULL, VT_finalize())                                                                \
    X(vtgetrank, VTGETRANK, (int *rank, int *ierr), rank, VT_getrank(rank))                                            \
    X(vttraceon, VTTRACEON, (int *ierr), NULL, VT_traceon())                                                           \
    X(vttraceoff, VTTRACEOFF, (int *ierr), NULL, VT_traceoff())                                                        \
    X(vttracestate, VTTRACESTATE, (int *on, int *ierr), on, VT_tracestate(on))                                         \
    X(vtsymstate, VTSYMSTATE, (const int *state, int *on, int *ierr), on, VT_symstate(number(state), on))              \
    X(vtflush, VTFLUSH, (int *ierr), NULL, VT_flush())                                                                 \
    X(vttimesync, VTTIMESYNC, (int *ierr), NULL, VT_timesync())                                                        \
    X(vtgetprocid, VTGETPROCID, (const int *procindex, int *id, int *ierr), id, VT_getprocid(number(procindex), id))   \
    X(vtgetthreadid, VTGETTHREADID, (const int *procindex, const int *thindex, int *id, int *ierr), id,                \
      VT_getthreadid(number(procindex), number(thindex), id))                                                          \
    X(vtregisterthread, VTREGISTERTHREAD, (const int *thindex, int *ierr), NULL, VT_registerthread(number(thindex)))   \
    X(vtgetthrank, VTGETTHRANK, (int *thindex, int *ierr), thindex, VT_getthrank(thindex))                             \
    X(vtthisl, VTTHISL, (const int *scl, int *ierr), NULL, VT_thisloc(number(scl)))                                    \
    X(vtbegin, VTBEGIN, (const int *state, int *ierr), NULL,                                                           \
      vt_state_open("VTBEGIN", QP_STATE_BEGUN, number(state), VT_NOSCL, VT_CALL_SITE))                                 \
    X(vtbeginl, VTBEGINL, (const int *state, const int *scl, int *ierr), NULL,                                         \
      vt_state_open("VTBEGINL", QP_STATE_BEGUN, number(state), number(scl), VT_CALL_SITE))                             \
    X(vtend, VTEND, (const int *state, int *ierr), NULL,                                                               \
      vt_state_close("VTEND", QP_STATE_BEGUN, number(state), VT_NOSCL, VT_CALL_SITE))                                  \
    X(vtendl, VTENDL, (const int *state, const int *scl, int *ierr), NULL,                                             \
      vt_state_close("VTENDL", QP_STATE_BEGUN, number(state), number(scl), VT_CALL_SITE))                              \
    X(vtenter, VTENTER, (const int *state, const int *scl, int *ierr), NULL,                                           \
      vt_state_open("VTENTER", QP_STATE_ENTERED, number(state), number(scl), VT_CALL_SITE))                            \
    X(vtleave, VTLEAVE, (const int *scl, int *ierr), NULL,                                                             \
      ((void)scl, vt_state_close("VTLEAVE", QP_STATE_ENTERED, 0, VT_NOSCL, VT_CALL_SITE)))                             \
    X(vtwakeup, VTWAKEUP, (int *ierr), NULL, VT_wakeup())                                                              \
    X(vtscopebegin, VTSCOPEBEGIN, (const int *scope, const int *scl, int *seqnr, int *ierr), seqnr,                    \
      vt_scope_begin("VTSCOPEBEGIN", number(scope), number(scl), seqnr, VT_CALL_SITE))                                 \
    X(vtscopeend, VTSCOPEEND, (const int *scope, const int *seqnr, const int *scl, int *ierr), NULL,                   \
      vt_scope_end("VTSCOPEEND", number(scope), number(seqnr), number(scl), VT_CALL_SITE))                             \
    X(vtcountval, VTCOUNTVAL, (const int *count, int *handles, void *values, int *ierr), NULL,                         \
      VT_countval(number(count), handles, values))                                                                     \
    X(vtlogsendmsg, VTLOGSENDMSG,                                                                                      \
      (const int *rank, const int *count, const int *tag, const int *comm, const int *scl, int *ierr), NULL,           \
      vt_message_log(MESSAGE("VTLOGSENDMSG", QP_EVENT_SEND)))                                                          \
    X(vtlogrecvmsg, VTLOGRECVMSG,                                                                                      \
      (const int *rank, const int *count, const int *tag, const int *comm, const int *scl, int *ierr), NULL,           \
      vt_message_log(MESSAGE("VTLOGRECVMSG", QP_EVENT_RECEIVE)))                                                       \
    X(vtlogmsgevent, VTLOGMSGEVENT,                                                                                    \
      (const int *from, const int *to, const int *count, const int *tag, const int *comm, const double *sendts,        \
       const int *sendscl, const int *recvscl, int *ierr), NULL, vt_transfer_log(TRANSFER("VTLOGMSGEVENT")))           \
    X(vtlogopevent, VTLOGOPEVENT,                                                                                      \
      (const int *op, const int *comm, const int *root, const int *processes, int *sent, int *received, double *begin, \
       const int *scl, int *ierr), NULL,                                                                               \
      VT_log_opevent(number(op), number(comm), number(root), number(processes), sent, received, begin, number(scl)))   \
    X(vtbeginunordered, VTBEGINUNORDERED, (int *ierr), NULL, VT_begin_unordered())                                     \
    X(vtendunordered, VTENDUNORDERED, (int *ierr), NULL, VT_end_unordered())

/* Functions with one text. If copying the text fails, the C function gets NULL for the text, and the result is
 * VT_ERR_NOMEMORY. */
#define VT_FORTRAN_TEXT(X)                                                                                             \
    X(vtscldef, VTSCLDEF, (const char *file, const int *line, int *scl, int *ierr, size_t file_length), scl, file,     \
      VT_scldef(text, number(line), scl))                                                                              \
    X(vtclassdef, VTCLASSDEF, (const char *name, int *handle, int *ierr, size_t name_length), handle, name,            \
      VT_classdef(text, handle))                                                                                       \
    X(vtfuncdef, VTFUNCDEF, (const char *name, const int *class_handle, int *handle, int *ierr, size_t name_length),   \
      handle, name, VT_funcdef(text, number(class_handle), handle))                                                    \
    X(vtscopedef, VTSCOPEDEF,                                                                                          \
      (const char *name, const int *class_handle, const int *scl1, const int *scl2, int *handle, int *ierr,            \
       size_t name_length), handle, name,                                                                              \
      VT_scopedef(text, number(class_handle), number(scl1), number(scl2), handle))                                     \
    X(vtgroupdef, VTGROUPDEF,                                                                                          \
      (const char *name, const int *count, int *ids, int *handle, int *ierr, size_t name_length), handle, name,        \
      VT_groupdef(text, number(count), ids, handle))                                                                   \
    X(vtregisternamed, VTREGISTERNAMED, (const char *name, const int *thindex, int *ierr, size_t name_length), NULL,   \
      name, copy.failed ? VT_OK : VT_registernamed(text, number(thindex)))                                             \
    X(vtlogcomment, VTLOGCOMMENT, (const char *comment, int *ierr, size_t comment_length), NULL, comment,              \
      vt_comment_log("VTLOGCOMMENT", text, VT_CALL_SITE))

#define VT_FORTRAN_TWO_TEXTS(X)                                                                                            \
    X(vtsymdef, VTSYMDEF,                                                                                              \
      (const int *handle, const char *name, const char *activity, int *ierr, size_t name_length,                       \
       size_t activity_length), NULL)                                                                                  \
    X(vtcountdef, VTCOUNTDEF,                                                                                          \
      (const char *name, const int *class_handle, const int *genre, const int *target, const void *bounds,             \
       const char *unit, int *handle, int *ierr, size_t name_length, size_t unit_length), handle)

/* VTENTERSTATE. The program must call VTLEAVE if ierr is 0, and must not call it otherwise. */
#define VT_FORTRAN_ENTERSTATE(X)                                                                                       \
    X(vtenterstate, VTENTERSTATE, (const char *name, int *handle, int *truncated, int *ierr, size_t name_length),      \
      truncated, name, vt_enterstate_open("VTENTERSTATE", text, handle, truncated, VT_CALL_SITE))
/* clang-format on */

/* Functions without arguments that return DOUBLE PRECISION: X(vtname, VTNAME, function of VT.h). */
#define VT_FORTRAN_TIMES(X)                                                                                            \
    X(vtstamp, VTSTAMP, VT_timestamp)                                                                                  \
    X(vttimestart, VTTIMESTART, VT_timestart)                                                                          \
    X(vttimeofday, VTTIMEOFDAY, VT_timeofday)

#define VT_FORTRAN_DECLARE(name, NAME, parameters, ...)                                                                \
    void name##_ parameters;                                                                                           \
    extern __typeof(name##_) name, NAME, name##__;
#define VT_FORTRAN_DECLARE_TIME(name, NAME, function)                                                                  \
    double name##_(void);                                                                                              \
    extern __typeof(name##_) name, NAME, name##__;

/* Define another name of a function. This works only in the file that defines the function. */
#define VT_FORTRAN_ALIAS(other, name) extern __typeof(name##_) other __attribute__((weak, alias(#name "_")));
#define VT_FORTRAN_NAMES(name, NAME, ...)                                                                              \
    VT_FORTRAN_ALIAS(name, name)                                                                                       \
    VT_FORTRAN_ALIAS(NAME, name)                                                                                       \
    VT_FORTRAN_ALIAS(name##__, name)

#pragma GCC visibility push(default)
VT_FORTRAN_CALLS(VT_FORTRAN_DECLARE)
VT_FORTRAN_TEXT(VT_FORTRAN_DECLARE)
VT_FORTRAN_TWO_TEXTS(VT_FORTRAN_DECLARE)
VT_FORTRAN_ENTERSTATE(VT_FORTRAN_DECLARE)
VT_FORTRAN_TIMES(VT_FORTRAN_DECLARE_TIME)
#pragma GCC visibility pop
