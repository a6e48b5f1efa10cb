#include "base/names.h"

#include "base/hash.h"

#include <string.h>

uint32_t qp_names_find(const struct qp_names *names, const char *name, uint64_t *key)
{
    uint64_t number;
    *key = qp_hash_bytes(name, strlen(name));
    while ((number = qp_map_get(&names->map, *key)) != 0 && strcmp(names->name((uint32_t)number), name) != 0)
        ++*key;
    return (uint32_t)number;
}

int qp_names_put(struct qp_names *names, uint64_t key, uint32_t number)
{
    return qp_map_put(&names->map, key, number);
}
