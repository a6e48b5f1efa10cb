/* arena.h - records of one kind and owner, appended to chunks of the data file. */
#pragma once

#include "core/store/store.h"

/* Take zeroed bytes, aligned to 8. Return NULL if there is no space. Only one thread at a time may use an arena. */
void *qp_arena_take(struct qp_arena *arena, uint64_t size);

/* Take zeroed bytes from the arena of this kind that all carriers share. Call this with the cold lock. */
void *qp_arena_take_shared(enum qp_kind kind, uint64_t size);

/* Copy a record into the shared arena of its kind. The copy's first field is set to 1 last, so that readers of the
 * file find only complete records. Return the copy, or NULL if there is no space or no file. Call this with the cold
 * lock. */
void *qp_arena_add(enum qp_kind kind, const void *record, size_t size);
#define QP_ARENA_ADD(kind, type, ...) ((type *)qp_arena_add(kind, &(const type){__VA_ARGS__}, sizeof(type)))

/* Empty the shared arenas, because a new data file begins. Call this with the cold lock. */
void qp_arena_reset_shared(void);
