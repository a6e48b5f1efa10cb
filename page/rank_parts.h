/* rank_parts.h - the event logs of a job's ranks as parts of one timeline (parts.h): the states of each rank, and the
 * messages between ranks.
 *
 * A page has room for a few hundred thousand parts, but a job may log billions of events. So the timeline has the whole
 * run, but only its longest calls, and the messages with the longest receives. */
#pragma once

#include "page/parts.h"

/* Read the logs of all ranks. Return false if out of memory; then there is nothing to close. Otherwise close the parts
 * with qp_parts_close. */
bool qp_rank_parts_open(struct qp_parts *parts, struct qp_page *page);
