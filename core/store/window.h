/* window.h - the address space into which the data file is mapped: far larger than the file, and never moved. */
#pragma once

#include <stdint.h>

/* Reserve the window and set *extents to its size. Its size is 32 GiB, halved until it is at most an eighth of the
 * process's address space limit, and until the system grants it. Children do not inherit the window, and core dumps
 * omit it. On failure, return NULL with errno. */
unsigned char *qp_window_reserve(uint64_t *extents);

/* Unmap the `used` extents of a finished run. A thread that the shutdown left behind in an event of that run may
 * still write; it then writes to anonymous memory. Each mapping is replaced atomically, so the thread never accesses an
 * unmapped page. Return 0, or -1 if out of memory. */
int qp_window_empty(unsigned char *base, uint64_t extents, uint64_t used);
