/* version.h - conversion of files of older format versions to the current one.
 *
 * In version 3, the header has 40 kinds of misuse and loss, and neither CPU times nor the overhead of virtual threads'
 * events; a qp_node_extra_record ends before `switched`. */
#pragma once

#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>

#define QP_VERSION_OLDEST 3u

/* Return true if the reader supports a version. */
bool qp_version_is_read(uint32_t version);

/* Return the size of the header in files of a version. The directory follows the header. */
uint32_t qp_version_header_size(uint32_t version);

/* Convert a header from the layout of its version. Fields that this version does not have become 0. */
void qp_version_convert_header(struct qp_header *header);

/* Return the size of a qp_node_extra_record in files of a version. Such a record consists of the first fields of the
 * current struct. */
size_t qp_version_extra_size(uint32_t version);
