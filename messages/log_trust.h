/* log_trust.h - how far the log of a rank has all messages of a channel. */
#pragma once

#include "messages/rank_log.h"

/* Fill in the arrays `trusted` of a log, its loss and its flags. This reads the log once. Return 0, or the error's
 * code. */
int qp_log_trust_find(struct qp_rank_log *log, struct qp_error *error);
