/* directory.h - the data files of a directory: regular files whose names end with .qii. */
#ifndef QII_DIRECTORY_H
#define QII_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct qii_data_file {
    char *path;
    const char *name; /* the end of the path */
    struct timespec changed;
    uint64_t size;
};

struct qii_directory {
    struct qii_data_file *items; /* the newest first; of equal ones by name */
    uint32_t count;
};

/* Returns 0 or an errno; nothing is to be closed then. */
int qii_directory_open(struct qii_directory *directory, const char *path);
void qii_directory_close(struct qii_directory *directory);

/* The newest one of the current directory that is wanted (NULL = any), as a name of at most size bytes. Returns false
 * when there is none. */
bool qii_directory_find_newest(char *name, size_t size, bool (*wanted)(const char *path));

#endif
