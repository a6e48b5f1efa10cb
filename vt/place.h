/* place.h - events that may be located where they were called, for callers that stand between the program and them.
 *
 * A function of VT.h passes its own return address, and the Fortran form of it passes its own too. */
#ifndef QP_VT_PLACE_H
#define QP_VT_PLACE_H

#include <stdint.h>

#define VT_PLACE __builtin_return_address(0)

/* function is the name in diagnostics, how one of QP_STATE_ENTERED and QP_STATE_BEGUN. Returns. As VT_enter does. */
int vt_state_open(const char *function, uint32_t how, int handle, int location, const void *place);

/* Returns. As VT_leave and VT_end do. */
int vt_state_close(const char *function, uint32_t how, int handle, int location, const void *place);

#endif
