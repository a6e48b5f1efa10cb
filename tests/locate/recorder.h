/* recorder.h - a recorder of locations that has nothing of ours but record.h: stacks as backtrace(3) gives them,
 * modules as the loader lists them. At the end of the process they are written to the file that LOCATED names. */
#ifndef TESTS_LOCATE_RECORDER_H
#define TESTS_LOCATE_RECORDER_H

#include "tests/locate/apart.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The callers of the function that calls this, up to main's. */
void locate_here(void);

/* One address; exact: it runs itself. */
void locate_address(const void *address, int exact);

#ifdef __cplusplus
}
#endif
#endif
