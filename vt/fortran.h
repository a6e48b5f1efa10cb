/* fortran.h - the Fortran forms of VT.h, one line each; fortran*.c defines them for libvt, null.c for libVTnull.
 *
 *     X(vtname, VTNAME, parameters, what it gives besides ierr or NULL)
 *
 * The function is vtname_, as gfortran and most others call VTNAME. Compilers that fold names another way find it by
 * the weak names vtname, VTNAME and vtname__; weak, because in an archive they must give way to a program's own.
 * Numbers come by reference. The length of each text stands at the end, in the order of the texts. */
#ifndef QP_VT_FORTRAN_H
#define QP_VT_FORTRAN_H

#include <stddef.h>

/* clang-format off */
#define VT_FORTRAN_DEFINITIONS(X)                                                                                      \
    X(vtinit, VTINIT, (int *ierr), NULL)                                                                               \
    X(vtfini, VTFINI, (int *ierr), NULL)                                                                               \
    X(vtgetrank, VTGETRANK, (int *rank, int *ierr), rank)                                                              \
    X(vttraceon, VTTRACEON, (int *ierr), NULL)                                                                         \
    X(vttraceoff, VTTRACEOFF, (int *ierr), NULL)                                                                       \
    X(vttracestate, VTTRACESTATE, (int *on, int *ierr), on)                                                            \
    X(vtsymstate, VTSYMSTATE, (const int *state, int *on, int *ierr), on)                                              \
    X(vtflush, VTFLUSH, (int *ierr), NULL)                                                                             \
    X(vttimesync, VTTIMESYNC, (int *ierr), NULL)                                                                       \
    X(vtscldef, VTSCLDEF, (const char *file, const int *line, int *scl, int *ierr, size_t file_length), scl)           \
    X(vtclassdef, VTCLASSDEF, (const char *name, int *handle, int *ierr, size_t name_length), handle)                  \
    X(vtfuncdef, VTFUNCDEF,                                                                                            \
      (const char *name, const int *class_handle, int *handle, int *ierr, size_t name_length), handle)                 \
    X(vtsymdef, VTSYMDEF,                                                                                              \
      (const int *handle, const char *name, const char *activity, int *ierr, size_t name_length,                       \
       size_t activity_length), NULL)                                                                                  \
    X(vtscopedef, VTSCOPEDEF,                                                                                          \
      (const char *name, const int *class_handle, const int *scl1, const int *scl2, int *handle, int *ierr,            \
       size_t name_length), handle)                                                                                    \
    X(vtcountdef, VTCOUNTDEF,                                                                                          \
      (const char *name, const int *class_handle, const int *genre, const int *target, const void *bounds,             \
       const char *unit, int *handle, int *ierr, size_t name_length, size_t unit_length), handle)                      \
    X(vtgroupdef, VTGROUPDEF,                                                                                          \
      (const char *name, const int *count, int *ids, int *handle, int *ierr, size_t name_length), handle)              \
    X(vtgetprocid, VTGETPROCID, (const int *procindex, int *id, int *ierr), id)                                        \
    X(vtgetthreadid, VTGETTHREADID, (const int *procindex, const int *thindex, int *id, int *ierr), id)

#define VT_FORTRAN_EVENTS(X)                                                                                           \
    X(vtregisterthread, VTREGISTERTHREAD, (const int *thindex, int *ierr), NULL)                                       \
    X(vtregisternamed, VTREGISTERNAMED, (const char *name, const int *thindex, int *ierr, size_t name_length), NULL)   \
    X(vtgetthrank, VTGETTHRANK, (int *thindex, int *ierr), thindex)                                                    \
    X(vtthisl, VTTHISL, (const int *scl, int *ierr), NULL)                                                             \
    X(vtbegin, VTBEGIN, (const int *state, int *ierr), NULL)                                                           \
    X(vtbeginl, VTBEGINL, (const int *state, const int *scl, int *ierr), NULL)                                         \
    X(vtend, VTEND, (const int *state, int *ierr), NULL)                                                               \
    X(vtendl, VTENDL, (const int *state, const int *scl, int *ierr), NULL)                                             \
    X(vtenter, VTENTER, (const int *state, const int *scl, int *ierr), NULL)                                           \
    X(vtleave, VTLEAVE, (const int *scl, int *ierr), NULL)                                                             \
    X(vtwakeup, VTWAKEUP, (int *ierr), NULL)                                                                           \
    X(vtscopebegin, VTSCOPEBEGIN, (const int *scope, const int *scl, int *seqnr, int *ierr), seqnr)                    \
    X(vtscopeend, VTSCOPEEND, (const int *scope, const int *seqnr, const int *scl, int *ierr), NULL)                   \
    X(vtcountval, VTCOUNTVAL, (const int *count, int *handles, void *values, int *ierr), NULL)                         \
    X(vtlogsendmsg, VTLOGSENDMSG,                                                                                      \
      (const int *rank, const int *count, const int *tag, const int *comm, const int *scl, int *ierr), NULL)           \
    X(vtlogrecvmsg, VTLOGRECVMSG,                                                                                      \
      (const int *rank, const int *count, const int *tag, const int *comm, const int *scl, int *ierr), NULL)           \
    X(vtlogcomment, VTLOGCOMMENT, (const char *comment, int *ierr, size_t comment_length), NULL)                       \
    X(vtlogmsgevent, VTLOGMSGEVENT,                                                                                    \
      (const int *from, const int *to, const int *count, const int *tag, const int *comm, const double *sendts,        \
       const int *sendscl, const int *recvscl, int *ierr), NULL)                                                       \
    X(vtlogopevent, VTLOGOPEVENT,                                                                                      \
      (const int *op, const int *comm, const int *root, const int *processes, int *sent, int *received, double *begin, \
       const int *scl, int *ierr), NULL)                                                                               \
    X(vtbeginunordered, VTBEGINUNORDERED, (int *ierr), NULL)                                                           \
    X(vtendunordered, VTENDUNORDERED, (int *ierr), NULL)

/* ierr tells whether VTLEAVE is due. */
#define VT_FORTRAN_ENTERSTATE(X)                                                                                       \
    X(vtenterstate, VTENTERSTATE,                                                                                      \
      (const char *name, int *handle, int *truncated, int *ierr, size_t name_length), truncated)
/* clang-format on */

/* Functions without arguments, DOUBLE PRECISION. */
#define VT_FORTRAN_TIMES(X)                                                                                            \
    X(vtstamp, VTSTAMP)                                                                                                \
    X(vttimestart, VTTIMESTART)                                                                                        \
    X(vttimeofday, VTTIMEOFDAY)

#define VT_FORTRAN_DECLARE(name, NAME, parameters, gives)                                                              \
    void name##_ parameters;                                                                                           \
    extern __typeof(name##_) name, NAME, name##__;
#define VT_FORTRAN_DECLARE_TIME(name, NAME)                                                                            \
    double name##_(void);                                                                                              \
    extern __typeof(name##_) name, NAME, name##__;

/* The other names, in the file that defines the function. */
#define VT_FORTRAN_ALIAS(other, name) extern __typeof(name##_) other __attribute__((weak, alias(#name "_")));
#define VT_FORTRAN_NAMES(name, NAME, ...)                                                                              \
    VT_FORTRAN_ALIAS(name, name)                                                                                       \
    VT_FORTRAN_ALIAS(NAME, name)                                                                                       \
    VT_FORTRAN_ALIAS(name##__, name)

#pragma GCC visibility push(default)
VT_FORTRAN_DEFINITIONS(VT_FORTRAN_DECLARE)
VT_FORTRAN_EVENTS(VT_FORTRAN_DECLARE)
VT_FORTRAN_ENTERSTATE(VT_FORTRAN_DECLARE)
VT_FORTRAN_TIMES(VT_FORTRAN_DECLARE_TIME)
#pragma GCC visibility pop

#endif
