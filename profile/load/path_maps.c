#include "profile/load/path_maps.h"

#include "base/glob.h"

#include <string.h>

/* The maps are a setting of the process, since a command opens files in many places: all of them must have the same
 * names for files. */
static const struct qp_path_maps *used;

void qp_path_maps_use(const struct qp_path_maps *maps)
{
    used = maps;
}

/* Return the length of the part of a name that has as many components as `from`. */
static uint32_t length_of_part(const char *from, struct qp_text name)
{
    uint32_t slashes = 0, length = 0;
    for (; *from; from++)
        slashes += *from == '/';
    while (length < name.length && (name.bytes[length] != '/' || slashes--))
        length++;
    return length;
}

/* Return the rest of the name after the part that a map replaces; a text whose `bytes` is NULL if the map does not
 * fit. */
static struct qp_text rest_after(const struct qp_path_map *map, struct qp_text name)
{
    uint32_t length = length_of_part(map->from, name);
    if (!qp_glob_matches(map->from, name.bytes, length, '/', false))
        return (struct qp_text){0};
    length += length < name.length; /* the slash */
    return (struct qp_text){name.bytes + length, name.length - length};
}

/* Return "TO/REST", to be freed; NULL if out of memory. */
static char *join(const char *to, struct qp_text rest)
{
    char *path;
    bool is_here = strcmp(to, ".") == 0;
    int length = (int)rest.length;
    return asprintf(&path, "%s%s%.*s", is_here ? "" : to, is_here || !length ? "" : "/", length, rest.bytes) < 0 ? NULL
                                                                                                                 : path;
}

bool qp_path_maps_apply(struct qp_text name, struct qp_text *mapped, char **owned)
{
    if (used && used->count)
        name = qp_text_without_dot(name);
    *mapped = name;
    *owned = NULL;
    for (uint32_t i = 0; used && i < used->count; i++) {
        const struct qp_path_map *map = &used->items[i];
        struct qp_text rest = rest_after(map, name);
        if (!rest.bytes || (!rest.length && strcmp(map->to, ".") == 0))
            continue;
        *owned = join(map->to, rest);
        if (*owned)
            *mapped = qp_text_of(*owned);
        return *owned;
    }
    return true;
}
