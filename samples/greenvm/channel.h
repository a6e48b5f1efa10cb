/* channel.h - queues of values between threads. A sender waits while a channel is full, a receiver while it is empty.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include "life.h"

/* Create a channel that holds `capacity` values. If the capacity is 0, a sender waits for a receiver. Return the
 * channel's number. */
int64_t channel_new(int64_t capacity);

/* Natives (native.h): channel(capacity), send(channel, value), receive(channel). */
enum outcome channel_send(struct thread *thread, const int64_t *arguments);
enum outcome channel_receive(struct thread *thread, const int64_t *arguments);

void channel_free_all(void);

#endif
