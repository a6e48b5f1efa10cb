/* overview.h - qii info: the run's metadata, threads, marks and modules, and the file's size by content. */
#pragma once

#include "profile/source/locations.h"
#include "profile/query/query.h"
#include "show/parts/stream.h"

/* Print the overview. Return false if out of memory. */
bool qp_overview_print(const struct qp_query *query, struct qp_reader *reader, const struct qp_locations *locations,
                       const struct qp_stream *stream);
