/* listing.h - a source listing with counts and times per line. */
#pragma once

#include "profile/query/query.h"
#include "profile/source/source_text.h"
#include "profile/coverage/target.h"
#include "show/parts/stream.h"

/* List the lines of a file or a method. If the source text is not the recorded one, call `warn` before the listing.
 * Return false if out of memory. */
bool qp_listing_print(const struct qp_query *query, struct qp_target target, struct qp_source_path *source_path,
                      const struct qp_stream *stream, void (*warn)(enum qp_source_text_state state, const char *name));
