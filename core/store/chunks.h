/* chunks.h - iteration over the chunks of one kind in the recorder's own data file. */
#pragma once

#include "format/record.h"

/* Call `visit` for each chunk of this kind that is mapped in the window (store.h), in file order. The file must be
 * open, and no thread may write the records that `visit` reads. Return 0, or -1 if out of memory. */
int qp_chunks_each(enum qp_kind kind, void (*visit)(struct qp_chunk *chunk, void *data), void *data);
