/* source.h - source files by name: the hash of what they contained, kept texts, lines left out of coverage.
 *
 * As with methods, entries live as long as the process and are written into each new data file. With the cold lock. */
#ifndef QP_METHOD_SOURCE_H
#define QP_METHOD_SOURCE_H

#include <stddef.h>

/* Hash and keep the text of a chunk that has no file. The first text of a name stays. Returns 0, or -1 without memory.
 */
int qp_source_keep(const char *file, const char *text, size_t size);

/* A real file, looked for as it is named and then in the directories of path (':' between them, may be NULL): hashed,
 * unless it was before. A file that is not found is remembered without a hash. */
void qp_source_hash(const char *file, const char *path);

int qp_source_exclude(const char *file, int first, int last, const char *reason);

void qp_source_write_all(void);

#endif
