#include "format/texts.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK ((size_t)64 << 10)

struct qp_texts_block {
    struct qp_texts_block *before;
    uint64_t bytes[];
};

struct kept {
    struct kept *same_hash;
    uint64_t length;
    char bytes[];
};

/* Take space for a text, in whole words, from the current block, or from a new block if the current one is full. */
static struct kept *take(struct qp_texts *texts, size_t size)
{
    size = (size + 7) / 8 * 8;
    if (size > texts->left) {
        size_t room = size > BLOCK ? size : BLOCK;
        struct qp_texts_block *block = malloc(sizeof *block + room);
        if (!block)
            return NULL;
        block->before = texts->block;
        texts->block = block;
        texts->left = room;
    }
    texts->left -= size;
    return (void *)((char *)texts->block->bytes + texts->left);
}

static struct kept *newest_of(const struct qp_texts *texts, uint64_t hash)
{
    return (struct kept *)(uintptr_t)qp_map_get(&texts->known, hash); // NOLINT(performance-no-int-to-ptr)
}

static struct qp_text find(const struct qp_texts *texts, struct qp_text text, uint64_t hash)
{
    for (struct kept *it = newest_of(texts, hash); it; it = it->same_hash) {
        if (it->length == text.length && memcmp(it->bytes, text.bytes, text.length) == 0)
            return (struct qp_text){it->bytes, text.length};
    }
    return (struct qp_text){NULL, 0};
}

struct qp_text qp_texts_find(const struct qp_texts *texts, struct qp_text text)
{
    return text.bytes ? find(texts, text, qp_hash_bytes(text.bytes, text.length)) : text;
}

struct qp_text qp_texts_keep(struct qp_texts *texts, struct qp_text text)
{
    if (!text.bytes || texts->failed)
        return (struct qp_text){NULL, 0};
    uint64_t hash = qp_hash_bytes(text.bytes, text.length);
    struct qp_text known = find(texts, text, hash);
    if (known.bytes)
        return known;
    struct kept *kept = take(texts, sizeof *kept + text.length), *newest = newest_of(texts, hash);
    if (!kept || qp_map_put(&texts->known, hash, (uint64_t)(uintptr_t)kept) != 0) {
        texts->failed = true;
        return (struct qp_text){NULL, 0};
    }
    kept->same_hash = newest;
    kept->length = text.length;
    memcpy(kept->bytes, text.bytes, text.length);
    return (struct qp_text){kept->bytes, text.length};
}

void qp_texts_fini(struct qp_texts *texts)
{
    for (struct qp_texts_block *it = texts->block, *before; it; it = before) {
        before = it->before;
        free(it);
    }
    qp_map_fini(&texts->known);
    *texts = (struct qp_texts){0};
}
