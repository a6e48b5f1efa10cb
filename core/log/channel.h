/* channel.h - what messages go through: a process, a tag and a communicator, known by one number, from 1.
 *
 * Channels live as long as the process; a new data file gets all of them.
 *
 *            find   make, write
 *   find     ok     ok           any thread, no lock
 *   others          one after the other (they take place with the cold lock) */
#ifndef QP_LOG_CHANNEL_H
#define QP_LOG_CHANNEL_H

#include "base/attribute.h"

#include <stdint.h>

/* Returns the channel's number, 0 when it was never made. */
QP_SHARED uint32_t qp_channel_find(int peer, int tag, int communicator);

/* The same, made where it does not exist; 0 without room. */
uint32_t qp_channel_make(int peer, int tag, int communicator);

/* A new data file. */
void qp_channel_write_all(void);

#endif
