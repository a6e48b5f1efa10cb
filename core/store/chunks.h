/* chunks.h - the recorder looks through its own data file: all chunks of a kind. */
#ifndef QP_STORE_CHUNKS_H
#define QP_STORE_CHUNKS_H

#include "format/record.h"

/* Call visit for each chunk of the kind in the window, in the order of the file. While the file is open, and nobody
 * writes the records that visit reads. Returns 0, or -1 without memory. */
int qp_chunks_each(enum qp_kind kind, void (*visit)(struct qp_chunk *chunk, void *data), void *data);

#endif
