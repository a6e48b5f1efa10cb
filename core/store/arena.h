/* arena.h - records of one kind and owner, one after the other in chunks of the data file. */
#ifndef QP_STORE_ARENA_H
#define QP_STORE_ARENA_H

#include "core/store/store.h"

/* Zeroed bytes, aligned to 8. Callers of one arena take turns. NULL when there is no room. */
void *qp_arena_take(struct qp_arena *arena, uint64_t size);

#endif
