/* window.h - the address space that the data file is mapped into: far larger than the file, and never moved. */
#ifndef QP_STORE_WINDOW_H
#define QP_STORE_WINDOW_H

#include <stdint.h>

/* Reserve it: 32 GiB, halved until the system agrees, never more than an eighth of what the process may have. No child
 * inherits it and no core dump has it. NULL with errno; *extents is its size. */
unsigned char *qp_window_reserve(uint64_t *extents);

/* Let nothing of the last run be mapped in it, which used so many extents. A thread that was held up in an event of
 * that run, so long that the shutdown left it behind, wrote into that run's file until now; what it still writes goes
 * to zeros of nobody. There is no moment at which it meets no page. */
void qp_window_empty(unsigned char *base, uint64_t extents, uint64_t used);

#endif
