/* dump.h - print records, chunks and roots of a data file without interpretation, to investigate a damaged file. */
#pragma once

#include "profile/load/model.h"
#include "show/parts/stream.h"

/* A reference is a position in the recorder's address space, in units of QP_UNIT bytes. All functions return 1 after
 * printing, 0 if the reference does not lead to what they print, and -1 if out of memory. */

/* Print the record that contains a reference: its position in the file and its fields. */
int qp_dump_record(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream);

/* Print the chunk that contains a reference: its header, and its records, one per line. */
int qp_dump_chunk(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream);

/* Print a root and the nodes of its call tree. The reference is that of the root's record. */
int qp_dump_root(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream);

/* List all chunks that have records, with the references of their first records, as a starting point. */
int qp_dump_chunks(struct qp_profile *profile, const struct qp_stream *stream);
