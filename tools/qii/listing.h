/* listing.h - a source text with what was counted beside its lines. */
#ifndef QII_LISTING_H
#define QII_LISTING_H

#include "data/query.h"
#include "tools/qii/target.h"

/* The lines of a file, or of a method. source_path is a directory to look for the text in too, or NULL. Returns. false
 * without memory. */
bool qii_listing_print(const struct qp_query *query, struct qii_target target, const char *source_path, bool colour);

#endif
