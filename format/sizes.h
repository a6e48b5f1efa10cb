/* sizes.h - the bytes of a data file by kind of record. */
#pragma once

#include "format/reader.h"

/* Sum up the bytes of chunks per kind; the rest of the file is header, directory and free space. */
void qp_sizes_measure(struct qp_reader *reader, uint64_t sizes[QP_KINDS]);
