#include "core/store/string.h"

#include "base/hash.h"
#include "base/map.h"
#include "core/store/arena.h"
#include "core/store/store.h"

#include <string.h>

static struct qp_map known; /* maps the hash of a text to the reference of the text */

static uint32_t append(enum qp_kind kind, const char *bytes, size_t size)
{
    if (!qp_store.header || size > UINT32_MAX - QP_EXTENT_SIZE)
        return 0;
    struct qp_string *string = qp_arena_take_shared(kind, sizeof *string + size + 1);
    if (!string)
        return 0;
    memcpy(string->bytes, bytes, size);
    string->length = (uint32_t)size;
    return qp_store_reference(string);
}

uint32_t qp_string_put(const char *text)
{
    if (!text || !qp_store.header)
        return 0;
    size_t size = strlen(text);
    uint64_t hash = qp_hash_bytes(text, size);
    uint32_t reference = (uint32_t)qp_map_get(&known, hash);
    if (reference != 0) {
        const struct qp_string *string = qp_store_at(reference);
        if (string->length == size && memcmp(string->bytes, text, size) == 0)
            return reference;
    }
    reference = append(QP_KIND_STRING, text, size);
    if (reference != 0)
        qp_map_put(&known, hash, reference); /* if out of memory, equal strings are stored twice */
    return reference;
}

uint32_t qp_string_put_text(const char *bytes, size_t size)
{
    return append(QP_KIND_TEXT, bytes, size);
}

void qp_string_reset(void)
{
    qp_map_fini(&known);
}
