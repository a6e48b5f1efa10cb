/* The Fortran forms of definitions and control. */
#include "vt/fortran.h"

#include "vt/argument.h"
#include "vt/event.h"

#define number vt_argument_number
#define give   vt_argument_give

VT_FORTRAN_DEFINITIONS(VT_FORTRAN_NAMES)
VT_FORTRAN_TIMES(VT_FORTRAN_NAMES)

/* ---- life and control ------------------------------------------------------------------------------------ */

void vtinit_(int *ierr)
{
    give(ierr, VT_initialize(NULL, NULL));
}

void vtfini_(int *ierr)
{
    give(ierr, VT_finalize());
}

void vtgetrank_(int *rank, int *ierr)
{
    give(ierr, VT_getrank(rank));
}

void vttraceon_(int *ierr)
{
    give(ierr, VT_traceon());
}

void vttraceoff_(int *ierr)
{
    give(ierr, VT_traceoff());
}

void vttracestate_(int *on, int *ierr)
{
    give(ierr, VT_tracestate(on));
}

void vtsymstate_(const int *state, int *on, int *ierr)
{
    give(ierr, VT_symstate(number(state), on));
}

void vtflush_(int *ierr)
{
    give(ierr, VT_flush());
}

void vttimesync_(int *ierr)
{
    give(ierr, VT_timesync());
}

double vtstamp_(void)
{
    return VT_timestamp();
}

double vttimestart_(void)
{
    return VT_timestart();
}

double vttimeofday_(void)
{
    return VT_timeofday();
}

/* ---- locations, classes, states, scopes ------------------------------------------------------------------- */

void vtscldef_(const char *file, const int *line, int *scl, int *ierr, size_t file_length)
{
    struct vt_text text;
    int result = VT_scldef(vt_text_take(&text, file, file_length), number(line), scl);
    give(ierr, vt_text_drop(&text, result));
}

void vtclassdef_(const char *name, int *handle, int *ierr, size_t name_length)
{
    struct vt_text text;
    int result = VT_classdef(vt_text_take(&text, name, name_length), handle);
    give(ierr, vt_text_drop(&text, result));
}

void vtfuncdef_(const char *name, const int *class_handle, int *handle, int *ierr, size_t name_length)
{
    struct vt_text text;
    int result = VT_funcdef(vt_text_take(&text, name, name_length), number(class_handle), handle);
    give(ierr, vt_text_drop(&text, result));
}

/* Without memory for the second text nothing may be defined either: an absent one is no error. */
void vtsymdef_(const int *handle, const char *name, const char *activity, int *ierr, size_t name_length,
               size_t activity_length)
{
    struct vt_text text;
    struct vt_text class_text;
    vt_text_take(&text, name, name_length);
    vt_text_take(&class_text, activity, activity_length);
    int result = VT_symdef(number(handle), class_text.failed ? NULL : text.bytes, class_text.bytes);
    give(ierr, vt_text_drop(&class_text, vt_text_drop(&text, result)));
}

void vtscopedef_(const char *name, const int *class_handle, const int *scl1, const int *scl2, int *handle, int *ierr,
                 size_t name_length)
{
    struct vt_text text;
    vt_text_take(&text, name, name_length);
    int result = VT_scopedef(text.bytes, number(class_handle), number(scl1), number(scl2), handle);
    give(ierr, vt_text_drop(&text, result));
}

/* ---- counters -------------------------------------------------------------------------------------------- */

void vtcountdef_(const char *name, const int *class_handle, const int *genre, const int *target, const void *bounds,
                 const char *unit, int *handle, int *ierr, size_t name_length, size_t unit_length)
{
    struct vt_text text;
    struct vt_text unit_text;
    vt_text_take(&text, name, name_length);
    vt_text_take(&unit_text, unit, unit_length);
    int result = VT_countdef(unit_text.failed ? NULL : text.bytes, number(class_handle), number(genre), number(target),
                             bounds, unit_text.bytes, handle);
    give(ierr, vt_text_drop(&unit_text, vt_text_drop(&text, result)));
}

void vtgroupdef_(const char *name, const int *count, int *ids, int *handle, int *ierr, size_t name_length)
{
    struct vt_text text;
    int result = VT_groupdef(vt_text_take(&text, name, name_length), number(count), ids, handle);
    give(ierr, vt_text_drop(&text, result));
}

void vtgetprocid_(const int *procindex, int *id, int *ierr)
{
    give(ierr, VT_getprocid(number(procindex), id));
}

void vtgetthreadid_(const int *procindex, const int *thindex, int *id, int *ierr)
{
    give(ierr, VT_getthreadid(number(procindex), number(thindex), id));
}
