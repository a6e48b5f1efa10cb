/* source.h - source files by name: hash of the content, stored texts, lines excluded from coverage.
 *
 * Like methods, entries live as long as the process and are written into each new data file. Call these functions with
 * the cold lock. */
#pragma once

#include <stddef.h>

/* Hash and store a source text that is in no file. If a text or file with this name is known already, change
 * nothing. Return 0, or -1 if out of memory. */
int qp_source_keep(const char *file, const char *text, size_t size);

/* Hash the content of a file, once per name. The file is found by its name, or in the directories of `path`, which are
 * separated by ':'; `path` may be NULL. A file that is not found is recorded without a hash. */
void qp_source_hash(const char *file, const char *path);

/* Record an exclusion, once. Return 0, or -1 if out of memory. */
int qp_source_exclude(const char *file, int first, int last, const char *reason);

void qp_source_write_all(void);
