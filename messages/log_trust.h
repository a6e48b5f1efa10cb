/* log_trust.h - the tick up to which a rank's log has all messages of each channel.
 *
 * The totals of messages are exact. A channel whose events in the log are as many as its total is complete. Otherwise
 * the log was full, overwritten, switched off or filtered. Then the channel is trusted up to the first loss of the log;
 * if the log has no loss, a filter left events out anywhere, and the channel is not trusted at all. */
#pragma once

#include "messages/channels.h"
#include "profile/log/events.h"
#include "profile/log/messages.h"

struct qp_log_trust {
    uint64_t *until[QP_MATCH_SIDES]; /* for each channel of the log: tick up to which its sends and receives are
                                      * complete; collective operations are on the side of sends */
    uint64_t loss;                   /* tick of the first loss, UINT64_MAX = none */
    bool is_cut;                     /* events with messages are missing after a loss */
    bool is_filtered;                /* events with messages are missing although there was no loss */
};

/* Read the log of a profile once. Return 0, or the error's code; then there is nothing to free. */
int qp_log_trust_open(struct qp_log_trust *trust, struct qp_profile *profile, const struct qp_messages *messages,
                      struct qp_error *error);
void qp_log_trust_close(struct qp_log_trust *trust);
