/* dump.h - print records, chunks and roots of a data file without interpretation, to investigate a damaged file. */
#pragma once

#include "profile/load/model.h"
#include "show/parts/stream.h"

/* Print what a reference stands for. qp_dump_record: the record at the reference, or around it, with its position in
 * the file and its fields. qp_dump_chunk: the chunk around the reference, with its header and its records, one per
 * line. qp_dump_root: the root whose record is at the reference, with its nodes. *found is set to false if there is
 * none. Return false if out of memory. */
bool qp_dump_record(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);
bool qp_dump_chunk(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);
bool qp_dump_root(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);

/* Print all chunks that have records, as a starting point. */
bool qp_dump_chunks(struct qp_profile *profile, const struct qp_stream *stream);
