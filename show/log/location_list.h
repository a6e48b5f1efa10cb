/* location_list.h - what the locations of a run mean, frame by frame. */
#ifndef QP_SHOW_LOG_LOCATION_LIST_H
#define QP_SHOW_LOG_LOCATION_LIST_H

#include "locate/locate.h"
#include "show/parts/stream.h"

/* All locations, or the one of a handle (NULL = all). *printed tells how many. Returns false without memory. */
bool qp_location_list_print(struct qp_locate *locate, const uint32_t *handle, const struct qp_stream *stream,
                            uint32_t *printed);

#endif
