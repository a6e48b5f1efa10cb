/* extent.h - preparation of parts of the data file: allocate, zero, map and populate, without a signal to the host. */
#pragma once

#include <stdint.h>

/* Extend the file fd by count zeroed extents from number on. Return 0, or -1 (disk full, file size limit). */
int qp_extent_prepare(int fd, uint32_t number, uint32_t count);

/* Map extents at address, populated, hidden from children and core dumps. Return 0 or -1. */
int qp_extent_map(int fd, uint32_t number, void *address, uint32_t count);
