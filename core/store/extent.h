/* extent.h - make parts of the data file ready: allocate, zero, map and populate them, without a signal to the host. */
#ifndef QP_STORE_EXTENT_H
#define QP_STORE_EXTENT_H

#include <stdint.h>

/* Let the file fd have count zeroed extents from number on. Returns 0, or -1 (disk full, file size limit). */
int qp_extent_prepare(int fd, uint32_t number, uint32_t count);

/* Map them at address, populated, not for children and core dumps. Returns 0 or -1. */
int qp_extent_map(int fd, uint32_t number, void *address, uint32_t count);

#endif
