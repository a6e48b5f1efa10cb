#include "profile/source/function_key.h"

#include "base/hash.h"
#include "base/order.h"
#include "format/array.h"

struct qp_function_key qp_function_key_of(const struct qp_profile *profile, uint32_t method)
{
    const struct qp_profile_method *it = &profile->methods[method];
    return (struct qp_function_key){
        .class_name = it->class_name,
        .name = it->name,
        .file = it->file == QP_NONE ? (struct qp_text){NULL, 0} : profile->files[it->file].name,
        .line = it->line,
        .id = it->name.length ? 0 : it->client_id,
    };
}

int qp_function_key_compare(const struct qp_function_key *a, const struct qp_function_key *b)
{
    int order = qp_text_compare(a->file, b->file);
    order = order ? order : QP_ORDER({qp_order_signed(a->line), qp_order_signed(b->line)});
    order = order ? order : qp_text_compare(a->class_name, b->class_name);
    return order ? order : qp_text_compare(a->name, b->name);
}

uint64_t qp_function_key_hash(const struct qp_function_key *key)
{
    uint64_t parts[] = {qp_hash_bytes(key->class_name.bytes, key->class_name.length),
                        qp_hash_bytes(key->name.bytes, key->name.length),
                        qp_hash_bytes(key->file.bytes, key->file.length), (uint64_t)(int64_t)key->line, key->id};
    return qp_hash_bytes(parts, sizeof parts);
}

#define PARTS 5

/* Compute the numbers that identify a key. The texts of the key must be stored in a struct qp_texts, so that equal
 * texts have equal numbers. */
static void identify(uint64_t parts[PARTS], const struct qp_function_key *stored)
{
    parts[0] = qp_texts_key(stored->class_name);
    parts[1] = qp_texts_key(stored->name);
    parts[2] = qp_texts_key(stored->file);
    parts[3] = (uint64_t)(int64_t)stored->line;
    parts[4] = stored->id;
}

uint32_t qp_function_keys_find(const struct qp_function_keys *keys, const struct qp_function_key *key)
{
    const struct qp_function_key stored = {qp_texts_find(&keys->texts, key->class_name),
                                           qp_texts_find(&keys->texts, key->name),
                                           qp_texts_find(&keys->texts, key->file), key->line, key->id};
    uint64_t parts[PARTS];
    if (stored.class_name.length != key->class_name.length || stored.name.length != key->name.length ||
        stored.file.length != key->file.length)
        return QP_NONE;
    identify(parts, &stored);
    struct qp_text identity = qp_texts_find(&keys->texts, (struct qp_text){(const char *)parts, sizeof parts});
    return (uint32_t)qp_map_get(&keys->map, qp_texts_key(identity)) - 1; /* an absent key gives 0 - 1 = QP_NONE */
}

uint32_t qp_function_keys_add(struct qp_function_keys *keys, const struct qp_function_key *key)
{
    const struct qp_function_key stored = {qp_texts_keep(&keys->texts, key->class_name),
                                           qp_texts_keep(&keys->texts, key->name),
                                           qp_texts_keep(&keys->texts, key->file), key->line, key->id};
    uint64_t parts[PARTS];
    identify(parts, &stored);
    uint64_t identity = qp_texts_identity(&keys->texts, parts, sizeof parts);
    return keys->texts.failed ? QP_NONE : QP_ARRAY_KEYED(&keys->map, identity, &keys->items, &keys->count, stored);
}

void qp_function_keys_fini(struct qp_function_keys *keys)
{
    free(keys->items);
    qp_map_fini(&keys->map);
    qp_texts_fini(&keys->texts);
    *keys = (struct qp_function_keys){0};
}
