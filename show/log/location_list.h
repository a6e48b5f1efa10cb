/* location_list.h - the locations of a run, frame by frame. */
#pragma once

#include "locate/locate.h"
#include "show/parts/stream.h"

/* Print all locations, or the one of a handle (NULL = all). *printed is their number. Return false if out of
 * memory. */
bool qp_location_list_print(struct qp_locate *locate, const uint32_t *handle, const struct qp_stream *stream,
                            uint32_t *printed);
