/* location_list.h - the locations of a run, frame by frame. */
#pragma once

#include "locate/locate.h"
#include "show/parts/stream.h"

/* Print the location with the given handle, or all locations if `handle` is NULL. Set *printed to the number of
 * locations printed. Return false if out of memory. */
bool qp_location_list_print(struct qp_locate *locate, const uint32_t *handle, const struct qp_stream *stream,
                            uint32_t *printed);
