/* channel.h - libvt's message channels. A channel is a process, a tag and a communicator, and has a number from 1.
 *
 * Channels live as long as the process; a new data file gets all of them. Any thread may call qp_channel_find, without
 * a lock, even while other threads define channels. The other functions are called with the cold lock. */
#pragma once

#include "base/attribute.h"

#include <stdint.h>

/* Return the channel's number, 0 if it does not exist. */
QP_SHARED uint32_t qp_channel_find(int peer, int tag, int communicator);

/* Return the channel's number, and make the channel if it does not exist. Return 0 if there is no room. */
uint32_t qp_channel_make(int peer, int tag, int communicator);

/* Write all channels into a new data file. Requires the cold lock. */
void qp_channel_write_all(void);
