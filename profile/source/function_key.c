#include "profile/source/function_key.h"

#include "base/hash.h"
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

bool qp_function_key_equal(const struct qp_function_key *a, const struct qp_function_key *b)
{
    return a->line == b->line && a->id == b->id && qp_text_equal(a->name, b->name) &&
           qp_text_equal(a->class_name, b->class_name) && qp_text_equal(a->file, b->file);
}

int qp_function_key_compare(const struct qp_function_key *a, const struct qp_function_key *b)
{
    int order = qp_text_compare(a->file, b->file);
    if (order == 0)
        order = (a->line > b->line) - (a->line < b->line);
    if (order == 0)
        order = qp_text_compare(a->class_name, b->class_name);
    return order ? order : qp_text_compare(a->name, b->name);
}

uint64_t qp_function_key_hash(const struct qp_function_key *key)
{
    uint64_t parts[] = {qp_hash_bytes(key->class_name.bytes, key->class_name.length),
                        qp_hash_bytes(key->name.bytes, key->name.length),
                        qp_hash_bytes(key->file.bytes, key->file.length), (uint64_t)(int64_t)key->line, key->id};
    return qp_hash_bytes(parts, sizeof parts);
}

static uint32_t find(const struct qp_function_keys *keys, const struct qp_function_key *key, uint64_t hash)
{
    uint32_t number = (uint32_t)qp_map_get(&keys->map, hash) - 1; /* absent: 0, which becomes QP_NONE */
    while (number != QP_NONE && !qp_function_key_equal(&keys->items[number], key))
        number = keys->same_hash[number];
    return number;
}

uint32_t qp_function_keys_find(const struct qp_function_keys *keys, const struct qp_function_key *key)
{
    return find(keys, key, qp_function_key_hash(key));
}

uint32_t qp_function_keys_add(struct qp_function_keys *keys, const struct qp_function_key *key)
{
    uint64_t hash = qp_function_key_hash(key);
    uint32_t number = find(keys, key, hash);
    if (number != QP_NONE)
        return number;
    uint32_t newest = (uint32_t)qp_map_get(&keys->map, hash) - 1;
    if (!qp_array_room(&keys->items, keys->count, sizeof *keys->items) ||
        !qp_array_room(&keys->same_hash, keys->count, sizeof *keys->same_hash) ||
        qp_map_put(&keys->map, hash, keys->count + 1) != 0)
        return QP_NONE;
    keys->items[keys->count] = *key;
    keys->same_hash[keys->count] = newest;
    return keys->count++;
}

void qp_function_keys_fini(struct qp_function_keys *keys)
{
    free(keys->items);
    free(keys->same_hash);
    qp_map_fini(&keys->map);
    *keys = (struct qp_function_keys){0};
}
