#include "base/names.h"

#include "base/atomic.h"
#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

uint32_t qp_names_find(const struct qp_names *names, const char *name, uint64_t *key)
{
    uint64_t number;
    *key = qp_hash_bytes(name, strlen(name));
    while ((number = qp_map_get(&names->map, *key)) != 0 &&
           strcmp(*(const char **)qp_pieces_at(&names->entries, (uint32_t)number), name) != 0)
        ++*key;
    return (uint32_t)number;
}

void *qp_names_add(struct qp_names *names, const char *name, uint64_t key, uint32_t number)
{
    const char **entry = qp_pieces_make(&names->entries, number);
    char *copy = entry ? qp_memory_text(name) : NULL;
    if (!copy)
        return NULL;
    qp_store_release(entry, copy); /* stored before the map gets the number, because a child forked in between must
                                    * not find a number without a name */
    if (qp_map_put(&names->map, key, number) == 0)
        return entry;
    qp_store_release(entry, NULL);
    return NULL;
}
