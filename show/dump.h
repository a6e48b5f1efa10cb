/* dump.h - a data file as it is: one record, one chunk, one root, without what a profile makes of them. For those who
 * look for what is wrong with a file. */
#ifndef QP_SHOW_DUMP_H
#define QP_SHOW_DUMP_H

#include "profile/load/model.h"
#include "show/parts/stream.h"

/* The record at a reference (or in whose middle it lies): its place in the file and its fields; the chunk that a
 * reference lies in: its header, and its records, a line each; the root whose record is at a reference, with its nodes.
 * *found: there is one. Return false without memory. */
bool qp_dump_record(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);
bool qp_dump_chunk(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);
bool qp_dump_root(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);

/* Every chunk of the window that has records: where to begin. */
bool qp_dump_chunks(struct qp_profile *profile, const struct qp_stream *stream);

#endif
