/* sizes.h - what the bytes of a data file went to, by kind of record. */
#ifndef QP_FORMAT_SIZES_H
#define QP_FORMAT_SIZES_H

#include "format/reader.h"

/* Bytes of chunks per kind; what is left of the file is header, directory and room. */
void qp_sizes_measure(struct qp_reader *reader, uint64_t sizes[QP_KINDS]);

#endif
