/* source.h - source files by name: hash of the content, stored texts, lines excluded from coverage.
 *
 * As with methods, entries live as long as the process and are written into each new data file. Requires the cold lock.
 */
#pragma once

#include <stddef.h>

/* Hash and store the text of a chunk without a file. The first text of a name is kept. Return 0, or -1 if out of
 * memory.
 */
int qp_source_keep(const char *file, const char *text, size_t size);

/* Hash a real file once, found by its name or in the directories of path (separated by ':', may be NULL). A file that
 * is not found is recorded without a hash. */
void qp_source_hash(const char *file, const char *path);

int qp_source_exclude(const char *file, int first, int last, const char *reason);

void qp_source_write_all(void);
