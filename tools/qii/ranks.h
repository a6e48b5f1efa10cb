/* ranks.h - the ranks of a job, opened one after another or all at the same time. */
#pragma once

#include "profile/job/ranks.h"
#include "tools/qii/input.h"

/* Handle an open rank, whose file has this index in the job. Return an exit code; QII_OK continues with the next
 * rank. */
typedef int qii_take_rank(struct qii_input *rank, uint32_t file, void *to);

/* Open each rank's file, pass it to `take`, and close it. If `queries` is true, open a query, too, and skip ranks that
 * have no data of the chosen library. Return QII_OK, or the first other exit code. */
int qii_ranks_each(struct qii_input *input, bool queries, qii_take_rank *take, void *to);

/* Reduce the ranks that have data of the chosen library to numbers. `ranks` is zeroed before, and closed by the caller.
 * Return QII_OK, or another exit code, also if no rank has data. */
int qii_ranks_read(struct qii_input *input, struct qp_ranks *ranks);

/* Print on stderr which ranks lack data of the chosen library: one name, and the number of the others. */
void qii_ranks_print_lacking(const struct qii_input *input);

/* Raise the limit of open files as far as it is allowed, before the files of all ranks are opened. */
void qii_ranks_allow_all_open(void);
