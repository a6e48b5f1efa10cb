/* channel.h - channels of messages. A channel is a process, a tag and a communicator, and has a number from 1.
 *
 * Channels live as long as the process; a new data file gets all of them. Any thread may call qp_channel_find and
 * qp_channel_count without a lock, even while other threads define channels. The other functions require the cold lock.
 */
#pragma once

#include "base/attribute.h"
#include "format/record.h"

/* The fields are those of struct qp_channel_record. */
struct qp_channel {
    int32_t peer;
    int32_t tag;
    int32_t communicator;
    uint16_t kind; /* enum qp_channel_kind */
    uint16_t tag_range;
};

/* Return the channel's number, 0 if it does not exist. */
QP_SHARED uint32_t qp_channel_find(const struct qp_channel *channel);

/* Return the number of channels. */
uint32_t qp_channel_count(void);

/* Return the channel's number, and make the channel if it does not exist. Return 0 if there is no room. */
uint32_t qp_channel_make(const struct qp_channel *channel);

/* Write all channels into a new data file. Requires the cold lock. */
void qp_channel_write_all(void);
