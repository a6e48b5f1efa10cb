/* arena.h - records of one kind and owner, appended to chunks of the data file. */
#ifndef QP_STORE_ARENA_H
#define QP_STORE_ARENA_H

#include "core/store/store.h"

/* Take zeroed bytes, aligned to 8; NULL if there is no space. Callers of one arena take turns. */
void *qp_arena_take(struct qp_arena *arena, uint64_t size);

#endif
