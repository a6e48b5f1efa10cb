/* holes.h - mapping of a part of a file without its holes.
 *
 * On tmpfs, each page of a hole that is read through a mapping takes a page of the file system. So reading a data file
 * would undo what the recorder gave back at the end (core/store/trim.h), and on a full file system each such page would
 * be lost (lost_pages.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Return true if the file is on a file system where reads of holes take space. */
bool qp_holes_take_space(int fd);

/* Map a part of the file read-only at an address where zeros are mapped, which stay mapped for the holes. If the part
 * has too many holes, map all of it. Return false if it cannot be mapped. */
bool qp_holes_map(void *at, uint64_t size, int fd, uint64_t offset);
