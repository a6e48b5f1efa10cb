/* loader_cache.h - /etc/ld.so.cache, which ldconfig writes: the paths of the libraries in default directories. */
#pragma once

#include <stddef.h>

/* Return the path of the next library of this name, from entry *at on, and move *at behind it. Return NULL if there is
 * none, or if the cache cannot be read. Begin with *at = 0. */
const char *qii_loader_cache_next(const char *name, size_t *at);
