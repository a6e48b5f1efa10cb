/* sides.h - the runs of two sides of a command line, before and after a change. */
#pragma once

#include "profile/compare/compared.h"
#include "tools/qii/input.h"

/* Read the files one at a time, closing each before the next. Return QII_OK or an exit code, after a message on
 * stderr; the runs must be closed in either case. */
int qii_sides_read(struct qp_runs runs[QP_COMPARED_SIDES], const struct qii_input *asked);

/* Return the run that represents a side: the one with the median self time, or median calls if there are no times. */
uint32_t qii_sides_middle(const struct qp_runs *runs);
