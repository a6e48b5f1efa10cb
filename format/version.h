/* version.h - files of older format versions, read as files of this one.
 *
 * Version 3: the header had 40 kinds of misuse and loss, and no CPU time and costs of virtual threads' events; a node's
 * side numbers ended before `switched`. */
#ifndef QP_FORMAT_VERSION_H
#define QP_FORMAT_VERSION_H

#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>

#define QP_VERSION_OLDEST 3u

/* Return true if this reader reads files of the version. */
bool qp_version_is_read(uint32_t version);

/* The size of a header of the version, which the directory follows. */
uint32_t qp_version_header_size(uint32_t version);

/* Convert a header as it lies in a file of its version; what the version did not have is 0. */
void qp_version_convert_header(struct qp_header *header);

/* The size of a qp_node_extra_record of the version; it has the fields of the present one in front of that. */
size_t qp_version_extra_size(uint32_t version);

#endif
