/* dump.h - print records, chunks and roots of a data file without interpretation, to investigate a damaged file. */
#pragma once

#include "profile/load/model.h"
#include "show/parts/stream.h"

/* A reference is a position in the recorder's address space, in units of QP_UNIT bytes. All functions return false if
 * out of memory, and set *found to false if the reference does not lead to what they print. */

/* Print the record that contains a reference: its position in the file and its fields. */
bool qp_dump_record(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);

/* Print the chunk that contains a reference: its header, and its records, one per line. */
bool qp_dump_chunk(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);

/* Print the root of a call tree whose record is at a reference, and the nodes of the tree. */
bool qp_dump_root(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);

/* List all chunks that have records, with the references of their first records, as a starting point. */
bool qp_dump_chunks(struct qp_profile *profile, const struct qp_stream *stream);
