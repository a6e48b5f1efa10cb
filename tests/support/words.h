/* words.h - the words of a block of the log, written as a recorder writes them. */
#pragma once

#include "tests/support/builder.h"

#include <string.h>

struct words {
    uint64_t *next;
};

static inline struct words words_begin(struct qp_trace_block *block, uint32_t thread, uint64_t number, uint64_t tick)
{
    *block =
        (struct qp_trace_block){.published = 1, .thread = thread, .product = QP_VT, .number = number, .tick = tick};
    return (struct words){(uint64_t *)(block + 1)};
}

/* Append an event that comes `ticks` ticks after the previous event. */
static inline void words_put(struct words *words, enum qp_event_kind kind, uint64_t object, uint64_t ticks)
{
    *words->next++ = (uint64_t)kind | object << QP_EVENT_KIND_BITS | ticks << qp_event_tick_shift(kind);
}

static inline void words_put_wide(struct words *words, enum qp_event_kind kind, uint64_t object, uint64_t ticks,
                                  uint64_t value)
{
    words_put(words, kind, object, ticks);
    *words->next++ = value;
}

static inline uint64_t words_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
