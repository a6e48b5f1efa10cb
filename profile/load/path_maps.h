/* path_maps.h - names of files in data files, mapped to paths on the reader's machine.
 *
 * A run in a container records /build/src/a.lua, where the reader has src/a.lua. With the map from /build/src to src,
 * the loader gives the file the latter name, so that runs of both are merged, filters match, and the text is found. If
 * there are maps, names also lose a "./" at their beginning, since Lua names files in the working directory so. */
#pragma once

#include "base/text.h"

#define QP_PATH_MAPS 32

struct qp_path_map {
    const char *from; /* absolute path of a directory or file; * and ? match within a component */
    const char *to;   /* relative path that replaces it; "." = nothing. So a mapped name is not mapped again */
};

struct qp_path_maps {
    struct qp_path_map items[QP_PATH_MAPS];
    uint32_t count;
};

/* Use these maps (NULL = none) for all data files that this process opens from now on. They must stay valid. */
void qp_path_maps_use(const struct qp_path_maps *maps);

/* Map a name by the first map that fits. If none does, *mapped is a part of the name. Otherwise *owned is a buffer of
 * the mapped name, to be freed. Return false if out of memory. */
bool qp_path_maps_apply(struct qp_text name, struct qp_text *mapped, char **owned);
