/* sizes.h - the bytes of a data file by kind of record. */
#pragma once

#include "format/reader.h"

/* Sum up the bytes of the chunks of each kind. The rest of the file is the header, the directory and free space. */
void qp_sizes_measure(struct qp_reader *reader, uint64_t sizes[QP_KINDS]);
