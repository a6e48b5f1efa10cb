/* matches.h - whether there is anything that the patterns of a line mean. */
#ifndef QII_MATCHES_H
#define QII_MATCHES_H

#include "profile/source/pattern.h"

#include <stdbool.h>

/* any: something passed the filter. Returns QII_OK; without it QII_NO, after a line on standard error, so that a
 * pattern that means nothing any more ends a script. An empty filter asks for nothing. */
int qii_matches(const struct qp_filter *filter, bool any);

#endif
