/* named.h - names in a Kokkos program: kernels, regions, copies, memory. Each has one record. */
#pragma once

#include <stdint.h>

#include "include/qprof.h"

enum kokkos_kind {
    KOKKOS_FOR,
    KOKKOS_REDUCE,
    KOKKOS_SCAN,
    KOKKOS_REGION,
    KOKKOS_SECTION,
    KOKKOS_FENCE,
    KOKKOS_COPY,
    KOKKOS_EVENT,
    KOKKOS_METHODS, /* number of the kinds above, which are methods; those below have only totals */
    KOKKOS_SPACE = KOKKOS_METHODS,
    KOKKOS_LABEL,
    KOKKOS_KINDS
};

struct kokkos_named {
    enum kokkos_kind kind;
    qprof_MethodID method; /* 0 = none, or out of memory */
    /* Totals, which totals.c uses with its own lock. */
    uint64_t count, bytes;             /* of copies or allocations */
    uint64_t freed, freed_bytes;       /* of deallocations */
    uint64_t most;                     /* bytes that were allocated at once */
    struct kokkos_named *next_of_kind; /* in the list of kokkos_named_first */
    char name[];
};

/* Return the record of this kind and name, which the first call creates; NULL if out of memory. Any thread may call
 * this. Cost: a hash of the name, a lock and a look-up. */
struct kokkos_named *kokkos_named(enum kokkos_kind kind, const char *name);

/* Return the newest record of a kind, NULL if there is none. */
struct kokkos_named *kokkos_named_first(enum kokkos_kind kind);
