/* pieces.h - an array that grows and whose elements never move: any thread reads it without a lock.
 *
 * It lies in pieces of as many elements each; a piece is zeroed and stays as long as the process.
 *
 *           at    make
 *   at      ok    ok     any thread, signal handlers too
 *   make          one at a time
 */
#ifndef QP_BASE_PIECES_H
#define QP_BASE_PIECES_H

#include "base/atomic.h"

#include <stddef.h>
#include <stdint.h>

#define QP_PIECES_MOST 1024

struct qp_pieces {
    size_t size;   /* of an element */
    uint32_t each; /* elements of a piece */
    void *pieces[QP_PIECES_MOST];
};

/* The element, NULL where its piece was not made yet. */
static inline void *qp_pieces_at(const struct qp_pieces *pieces, uint32_t index)
{
    unsigned char *piece =
        index / pieces->each < QP_PIECES_MOST ? qp_load_acquire(&pieces->pieces[index / pieces->each]) : NULL;
    return piece ? piece + index % pieces->each * pieces->size : NULL;
}

/* The same, its piece made where it is not there. NULL without memory, and beyond the last piece. */
void *qp_pieces_make(struct qp_pieces *pieces, uint32_t index);

#endif
