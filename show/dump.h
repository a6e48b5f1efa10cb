/* dump.h - print records, chunks and roots of a data file without interpretation, to investigate a damaged file. */
#pragma once

#include "profile/load/model.h"
#include "show/parts/stream.h"

/* Print the record at a reference, or that contains it: its position in the file and its fields; the chunk that
 * contains a reference: its header and its records, one per line; the root whose record is at a reference, with its
 * nodes. *found is false if there is none. Return false if out of memory. */
bool qp_dump_record(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);
bool qp_dump_chunk(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);
bool qp_dump_root(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);

/* Print all chunks that have records, as a starting point. */
bool qp_dump_chunks(struct qp_profile *profile, const struct qp_stream *stream);
