/* sides.h - the runs of two sides of a command line, before a change and after it. */
#ifndef QII_SIDES_H
#define QII_SIDES_H

#include "profile/compare/compared.h"
#include "tools/qii/input.h"

/* Read the files one at a time: each is closed before the next one is opened. Returns QII_OK or an exit code, after a
 * line on standard error; the runs are to be closed in any case. */
int qii_sides_read(struct qp_runs runs[QP_COMPARED_SIDES], const struct qii_input *asked);

/* Which run of a side stands for all of them: its self time is the median, or its calls without times. */
uint32_t qii_sides_middle(const struct qp_runs *runs);

#endif
