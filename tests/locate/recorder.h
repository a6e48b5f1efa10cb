/* recorder.h - a recorder of locations that uses only record.h: it takes stacks from backtrace(3), and modules from
 * the loader's list. At the end of the process, it writes them to the file $LOCATED. */
#pragma once

#include "tests/locate/apart.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Record the return addresses from the caller of this function up to main. */
void locate_here(void);

/* Record one address. If `exact`, it is the address of an instruction instead of a return address. */
void locate_address(const void *address, int exact);

#ifdef __cplusplus
}
#endif
