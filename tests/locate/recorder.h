/* recorder.h - a recorder of locations that uses only record.h: stacks from backtrace(3), modules from the loader's
 * list. At the end of the process they are written to the file $LOCATED. */
#pragma once

#include "tests/locate/apart.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Record the callers of the function that calls this, up to main's. */
void locate_here(void);

/* Record one address; exact: the address of an instruction, not a return address. */
void locate_address(const void *address, int exact);

#ifdef __cplusplus
}
#endif
