/* traffic.h - totals of messages by channel, call path, call site and size, in records of the data file.
 *
 * Totals are exact even if the log is full, off or filtered. Each carrier has its own records and a hash table of them.
 * Only the thread that owns the thread state may call these functions, within an event. */
#pragma once

#include "base/atomic.h"
#include "core/log/channel.h"
#include "core/thread/tstate.h"

/* Where a message comes from or goes to. */
struct qp_traffic_key {
    struct qp_channel channel;
    uint32_t node;      /* reference of the node of the call that sent or received, or that started the request */
    uint32_t location;  /* call site of this call, 0 = unknown */
    uint16_t direction; /* enum qp_traffic_direction */
    uint16_t size;      /* class of sizes, as in qp_traffic_record */
};

struct qp_traffic {
    struct qp_traffic_key key;
    uint32_t channel; /* handle for the log; 0 = unused slot */
    uint32_t unused;
    struct qp_traffic_record *record;
};

/* Return the class of a size in bytes: the number of its bits. */
static inline uint16_t qp_traffic_size(uint64_t bytes)
{
    return bytes == 0 ? 0 : (uint16_t)(64 - __builtin_clzll(bytes));
}

/* Add a message. Readers of a running program's file may see some of the sums one message behind the others. */
static inline void qp_traffic_add(const struct qp_traffic *traffic, uint64_t bytes, uint64_t received, uint64_t ticks)
{
    struct qp_traffic_record *record = traffic->record;
    qp_store_relaxed(&record->bytes, record->bytes + bytes);
    qp_store_relaxed(&record->received, record->received + received);
    qp_store_relaxed(&record->ticks, record->ticks + ticks);
    qp_store_relaxed(&record->count, record->count + 1);
}

/* Return the totals of a key. Return NULL if the carrier does not have them yet. */
QP_SHARED struct qp_traffic *qp_traffic_find(struct qp_tstate *tstate, const struct qp_traffic_key *key);

/* Find or make the totals of a key. Return NULL if there is no room; the loss is counted. Takes the cold lock. */
struct qp_traffic *qp_traffic_get(struct qp_tstate *tstate, const struct qp_traffic_key *key);

/* Return the number of a channel, and make the channel if it does not exist. Return 0 if there is no room. The log has
 * this channel even if the totals of a message have no room of their own. Takes the cold lock. */
uint32_t qp_traffic_channel(const struct qp_channel *channel);

/* Forget the carrier's records: a new data file begins. */
void qp_traffic_leave(struct qp_carrier *carrier);
