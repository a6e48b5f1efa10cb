/* window.h - the address space into which the data file is mapped: far larger than the file, and never moved. */
#pragma once

#include <stdint.h>

/* Reserve the window: 32 GiB, halved until the system agrees, at most an eighth of the process's limit. Children do not
 * inherit it and core dumps omit it. Return NULL with errno; *extents is its size. */
unsigned char *qp_window_reserve(uint64_t *extents);

/* Unmap the last run's extents, `used` in number. A thread that the shutdown left behind in an event of that run may
 * still write: it then writes to anonymous memory. The mappings are replaced atomically, so the thread never meets an
 * unmapped page. */
void qp_window_empty(unsigned char *base, uint64_t extents, uint64_t used);
