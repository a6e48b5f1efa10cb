/* fortran.c - the Fortran forms of VT.h.
 *
 * A function that may record its call site passes its own return address to the C function. */
#include "vt/fortran.h"

#include "core/log/state.h"
#include "vt/argument.h"
#include "vt/call_site.h"
#include "vt/event.h"

#define number vt_argument_number
#define store  vt_store

#define MESSAGE(function, message_kind)                                                                                \
    &(const struct qp_note){.call = VT_CALL(function),                                                                 \
                            .kind = (message_kind),                                                                    \
                            .low = (uint32_t)number(count),                                                            \
                            .location = number(scl),                                                                   \
                            .call_site = VT_CALL_SITE},                                                                \
        &(const struct qp_channel)                                                                                     \
    {                                                                                                                  \
        .peer = number(rank), .tag = number(tag), .communicator = number(comm)                                         \
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
#define WITH_TEXT(name, NAME, parameters, output, characters, call)                                                    \
    void name##_ parameters                                                                                            \
    {                                                                                                                  \
        struct vt_text copy;                                                                                           \
        const char *text = vt_text_take(&copy, characters, characters##_length);                                       \
        store(ierr, vt_text_drop(&copy, call));                                                                        \
    }
#define TIME(name, NAME, function)                                                                                     \
    double name##_(void)                                                                                               \
    {                                                                                                                  \
        return function();                                                                                             \
    }

VT_FORTRAN_CALLS(SUBROUTINE)
VT_FORTRAN_CALLS(VT_FORTRAN_NAMES)
VT_FORTRAN_TEXT(WITH_TEXT)
VT_FORTRAN_TEXT(VT_FORTRAN_NAMES)
VT_FORTRAN_TWO_TEXTS(VT_FORTRAN_NAMES)
VT_FORTRAN_ENTERSTATE(WITH_TEXT)
VT_FORTRAN_ENTERSTATE(VT_FORTRAN_NAMES)
VT_FORTRAN_TIMES(TIME)
VT_FORTRAN_TIMES(VT_FORTRAN_NAMES)

/* ---- with two texts -------------------------------------------------------------------------------------- */

/* If memory runs out for the copy of the second text, define nothing. Otherwise the C function would get NULL, which
 * is valid and means that the second text is absent. */
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
