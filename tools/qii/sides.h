/* sides.h - the runs of two sides of a command line, before and after a change. */
#pragma once

#include "profile/compare/compared.h"
#include "tools/qii/input.h"

/* Read the runs of both sides. The files of a side that belong to one job are one run. Only one file at a time is open.
 * Return QII_OK, or another exit code after a message on stderr. The runs must be closed even after an error. */
int qii_sides_read(struct qp_runs runs[QP_COMPARED_SIDES], const struct qii_input *asked);

/* Open the run that a path of the command line belongs to, and its query. Return QII_OK, or another exit code after a
 * message on stderr. The input must be closed even after an error. */
int qii_sides_open(struct qii_input *input, const struct qii_input *asked, const char *path);

/* Return the index of the run that represents a side: the run with the median self time, or with the median number of
 * calls if there are no times. */
uint32_t qii_sides_middle(const struct qp_runs *runs);
