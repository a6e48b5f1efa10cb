/* extent.h - preparation of extents of the data file: allocate, zero, map and populate them, without a signal to the
 * host. */
#pragma once

#include <stdint.h>

/* Extend the file by `count` zeroed extents; `number` is the number of the first. Return 0, or -1 if the disk is
 * full or the file size limit is reached. The host program gets no SIGXFSZ then. */
int qp_extent_prepare(int fd, uint32_t number, uint32_t count);

/* Map extents of the file at `address`, and populate the mapping. Forked children do not inherit it, and core dumps
 * omit it. Return 0, or -1 with errno. */
int qp_extent_map(int fd, uint32_t number, void *address, uint32_t count);
