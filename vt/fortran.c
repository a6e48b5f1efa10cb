/* fortran.c - the Fortran forms of VT.h.
 *
 * Located events pass their own call sites. */
#include "vt/fortran.h"

#include "core/log/state.h"
#include "vt/argument.h"
#include "vt/call_site.h"
#include "vt/event.h"

#define number vt_argument_number
#define store  vt_argument_store

#define MESSAGE(function, kind)                                                                                        \
    &(const struct vt_message)                                                                                         \
    {                                                                                                                  \
        function, kind, number(rank), number(count), number(tag), number(comm), number(scl), VT_CALL_SITE              \
    }
#define TRANSFER(function)                                                                                             \
    &(const struct vt_transfer)                                                                                        \
    {                                                                                                                  \
        function, number(from), number(to), number(count), number(tag), number(comm), vt_argument_time(sendts),        \
            number(sendscl), number(recvscl), VT_CALL_SITE                                                             \
    }

#define SUBROUTINE(name, NAME, parameters, output, call)                                                               \
    void name##_ parameters                                                                                            \
    {                                                                                                                  \
        store(ierr, call);                                                                                             \
    }
#define TIME(name, NAME, function)                                                                                     \
    double name##_(void)                                                                                               \
    {                                                                                                                  \
        return function();                                                                                             \
    }

VT_FORTRAN_CALLS(SUBROUTINE)
VT_FORTRAN_CALLS(VT_FORTRAN_NAMES)
VT_FORTRAN_TEXTS(VT_FORTRAN_NAMES)
VT_FORTRAN_ENTERSTATE(VT_FORTRAN_NAMES)
VT_FORTRAN_TIMES(TIME)
VT_FORTRAN_TIMES(VT_FORTRAN_NAMES)

/* ---- with texts ------------------------------------------------------------------------------------------ */

void vtscldef_(const char *file, const int *line, int *scl, int *ierr, size_t file_length)
{
    struct vt_text text;
    int result = VT_scldef(vt_text_take(&text, file, file_length), number(line), scl);
    store(ierr, vt_text_drop(&text, result));
}

void vtclassdef_(const char *name, int *handle, int *ierr, size_t name_length)
{
    struct vt_text text;
    int result = VT_classdef(vt_text_take(&text, name, name_length), handle);
    store(ierr, vt_text_drop(&text, result));
}

void vtfuncdef_(const char *name, const int *class_handle, int *handle, int *ierr, size_t name_length)
{
    struct vt_text text;
    int result = VT_funcdef(vt_text_take(&text, name, name_length), number(class_handle), handle);
    store(ierr, vt_text_drop(&text, result));
}

/* If there is no memory for the second text nothing may be defined, since an absent second text is valid. */
void vtsymdef_(const int *handle, const char *name, const char *activity, int *ierr, size_t name_length,
               size_t activity_length)
{
    struct vt_text text;
    struct vt_text class_text;
    vt_text_take(&text, name, name_length);
    vt_text_take(&class_text, activity, activity_length);
    int result = VT_symdef(number(handle), class_text.failed ? NULL : text.bytes, class_text.bytes);
    store(ierr, vt_text_drop(&class_text, vt_text_drop(&text, result)));
}

void vtscopedef_(const char *name, const int *class_handle, const int *scl1, const int *scl2, int *handle, int *ierr,
                 size_t name_length)
{
    struct vt_text text;
    vt_text_take(&text, name, name_length);
    int result = VT_scopedef(text.bytes, number(class_handle), number(scl1), number(scl2), handle);
    store(ierr, vt_text_drop(&text, result));
}

void vtcountdef_(const char *name, const int *class_handle, const int *genre, const int *target, const void *bounds,
                 const char *unit, int *handle, int *ierr, size_t name_length, size_t unit_length)
{
    struct vt_text text;
    struct vt_text unit_text;
    vt_text_take(&text, name, name_length);
    vt_text_take(&unit_text, unit, unit_length);
    int result = VT_countdef(unit_text.failed ? NULL : text.bytes, number(class_handle), number(genre), number(target),
                             bounds, unit_text.bytes, handle);
    store(ierr, vt_text_drop(&unit_text, vt_text_drop(&text, result)));
}

void vtgroupdef_(const char *name, const int *count, int *ids, int *handle, int *ierr, size_t name_length)
{
    struct vt_text text;
    int result = VT_groupdef(vt_text_take(&text, name, name_length), number(count), ids, handle);
    store(ierr, vt_text_drop(&text, result));
}

void vtregisternamed_(const char *name, const int *thindex, int *ierr, size_t name_length)
{
    struct vt_text text;
    vt_text_take(&text, name, name_length);
    store(ierr, vt_text_drop(&text, text.failed ? VT_OK : VT_registernamed(text.bytes, number(thindex))));
}

void vtenterstate_(const char *name, int *handle, int *truncated, int *ierr, size_t name_length)
{
    struct vt_text text;
    int result =
        vt_enterstate_open("VTENTERSTATE", vt_text_take(&text, name, name_length), handle, truncated, VT_CALL_SITE);
    store(ierr, vt_text_drop(&text, result));
}

void vtlogcomment_(const char *comment, int *ierr, size_t comment_length)
{
    struct vt_text text;
    int result = vt_comment_log("VTLOGCOMMENT", vt_text_take(&text, comment, comment_length), VT_CALL_SITE);
    store(ierr, vt_text_drop(&text, result));
}
