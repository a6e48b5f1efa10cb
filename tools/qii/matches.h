/* matches.h - fail if the patterns of a command line match nothing. */
#ifndef QII_MATCHES_H
#define QII_MATCHES_H

#include "profile/source/pattern.h"

#include <stdbool.h>

/* Return QII_OK if anything passed the filter (any) or the filter is empty. Otherwise print a message on stderr and
 * return QII_NO, so that an outdated pattern stops a script. */
int qii_matches(const struct qp_filter *filter, bool any);

#endif
