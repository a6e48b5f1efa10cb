/* pieces.h - a growing array whose elements never move: any thread reads it without a lock.
 *
 * The array consists of zeroed pieces of equal size, which are never freed. Any thread and any signal handler may call
 * qp_pieces_at at any time. Only one thread at a time may call qp_pieces_make. */
#pragma once

#include "base/atomic.h"

#include <stddef.h>
#include <stdint.h>

#define QP_PIECES_MOST 1024

struct qp_pieces {
    size_t size;   /* bytes of an element */
    uint32_t each; /* elements of a piece */
    void *pieces[QP_PIECES_MOST];
};

/* Return the element, NULL if its piece does not exist yet. */
static inline void *qp_pieces_at(const struct qp_pieces *pieces, uint32_t index)
{
    unsigned char *piece =
        index / pieces->each < QP_PIECES_MOST ? qp_load_acquire(&pieces->pieces[index / pieces->each]) : NULL;
    return piece ? piece + index % pieces->each * pieces->size : NULL;
}

/* Return the element, and create its piece if needed. Return NULL if out of memory, or if the index is beyond the
 * last possible piece. */
void *qp_pieces_make(struct qp_pieces *pieces, uint32_t index);
