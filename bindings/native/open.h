/* open.h - calls that the interfaces report by a begin and an end: tasks, regions, kernels.
 *
 * An end names only the domain or number of its call, so the open calls of each system thread are kept here, for all
 * interfaces together. A call ends with those that began within it. Only calls that may overlap (Kokkos' sections) stay
 * open when one below them ends, and all calls above stay open when one of these ends. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "include/qprof.h"

/* First kind of each interface. */
#define NATIVE_ITT    0
#define NATIVE_KOKKOS 16

/* Enter a method on the calling thread. `owner`, an address or a number, distinguishes calls of one kind. */
void native_open(unsigned kind, uint64_t owner, qprof_MethodID method, bool overlaps);

/* Leave the newest open call of this kind and owner. Return false if there is none. */
bool native_close(unsigned kind, uint64_t owner);

/* Return whether the newest open call is of this kind and owner. */
bool native_is_newest(unsigned kind, uint64_t owner);
