/* open.h - calls that the interfaces report by a begin and an end: tasks, regions, kernels.
 *
 * The end names not the call but its domain or number, so the open calls of each thread are kept here, for all
 * interfaces together. A call ends with those that began within it. Only calls that may overlap (Kokkos' sections) stay
 * open when one below them ends, and all calls above stay open when one of these ends. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "include/qprof.h"

/* First kind of each interface. */
#define NATIVE_ITT    0
#define NATIVE_KOKKOS 16

/* Enter a method on the calling thread. `owner` tells calls of the same kind apart: an address or a number. */
void native_open(int kind, uint64_t owner, qprof_MethodID method, bool overlaps);

/* Leave the newest open call of this kind and owner. Return false if there is none. */
bool native_close(int kind, uint64_t owner);

/* Return whether the newest open call is of this kind and owner. */
bool native_is_newest(int kind, uint64_t owner);
