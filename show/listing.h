/* listing.h - a source listing with counts and times per line. */
#pragma once

#include "profile/query/query.h"
#include "profile/source/source_text.h"
#include "profile/coverage/target.h"
#include "show/parts/stream.h"

struct qp_listing_choice {
    struct qp_source_path *source_path;
    void (*warn)(enum qp_source_text_state state, const char *name); /* called before the listing if the source text is
                                                                      * not the recorded one */
    bool contexts;                                                   /* list the contexts for which each line ran */
};

/* List the lines of a file or a method. If the run has contexts, show for how many of them each line ran. Return false
 * if out of memory. */
bool qp_listing_print(const struct qp_query *query, struct qp_target target, const struct qp_listing_choice *choice,
                      const struct qp_stream *stream);
