/* texts.h - a store of texts that keeps each different text once.
 *
 * Equal texts have the same address. Tables of numbers can be stored too. If out of memory, texts are empty from then
 * on and failed is set, so that callers need to check only once. */
#pragma once

#include "base/map.h"
#include "base/text.h"

struct qp_texts {
    struct qp_map known;          /* maps a hash to the address of the newest text with this hash */
    struct qp_texts_block *block; /* current block; each block points to the previous one */
    size_t left;                  /* unused bytes in the current block */
    bool failed;
};

/* Return the stored copy of a text. If the text is not stored, return a text whose `bytes` is NULL. */
struct qp_text qp_texts_find(const struct qp_texts *texts, struct qp_text text);

/* Store a text, and return the stored copy, which does not move and is aligned for any record. A zeroed struct qp_texts
 * is empty. */
struct qp_text qp_texts_keep(struct qp_texts *texts, struct qp_text text);

/* Return a number that identifies a stored text: different texts have different numbers. An empty text has the
 * number 0. */
static inline uint64_t qp_texts_key(struct qp_text stored)
{
    return stored.length ? (uint64_t)(uintptr_t)stored.bytes : 0;
}

/* Store an identity, which is an array of numbers and of keys of other texts, as a text. Return the key of this
 * text, or 0 if out of memory. */
static inline uint64_t qp_texts_identity(struct qp_texts *texts, const void *parts, size_t size)
{
    return qp_texts_key(qp_texts_keep(texts, (struct qp_text){parts, (uint32_t)size}));
}

void qp_texts_fini(struct qp_texts *texts);
