#include "base/pieces.h"

#include "base/memory.h"

void *qp_pieces_make(struct qp_pieces *pieces, uint32_t index)
{
    uint32_t number = index / pieces->each;
    if (number >= QP_PIECES_MOST)
        return NULL;
    if (!pieces->pieces[number]) {
        void *piece = qp_memory_map(pieces->each * pieces->size);
        if (!piece)
            return NULL;
        qp_store_release(&pieces->pieces[number], piece); /* pairs with at */
    }
    return qp_pieces_at(pieces, index);
}
