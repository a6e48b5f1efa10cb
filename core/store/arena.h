/* arena.h - records of one kind and owner, appended to chunks of the data file. */
#pragma once

#include "core/store/store.h"

/* Take zeroed bytes, aligned to 8; NULL if there is no space. Callers of one arena take turns. */
void *qp_arena_take(struct qp_arena *arena, uint64_t size);

/* Same, from the arena of this kind that all carriers share. Requires the cold lock. */
void *qp_arena_take_shared(enum qp_kind kind, uint64_t size);

/* Add a copy of a record there, and publish it by its first field. Return it, NULL if there is no space or no file. */
void *qp_arena_add(enum qp_kind kind, const void *record, size_t size);
#define QP_ARENA_ADD(kind, type, ...) ((type *)qp_arena_add(kind, &(const type){__VA_ARGS__}, sizeof(type)))

/* Begin the shared arenas in a new data file. Requires the cold lock. */
void qp_arena_reset_shared(void);
