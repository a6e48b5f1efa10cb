/* totals.h - bytes that a Kokkos program copied and allocated. They become annotations of the run. */
#pragma once

#include <stdint.h>

#include "bindings/kokkos/named.h"

/* Count a copy. NULL is ignored. */
void kokkos_copied(struct kokkos_named *copy, uint64_t bytes);

/* Count an allocation and a deallocation in this space, with this label. */
void kokkos_allocated(const char *space, const char *label, uint64_t bytes);
void kokkos_deallocated(const char *space, const char *label, uint64_t bytes);

/* Add the totals so far to the data file, unless that is done. */
void kokkos_totals_write(void);
