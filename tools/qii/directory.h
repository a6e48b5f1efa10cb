/* directory.h - the data files of a directory: regular files named *.qii. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct qii_data_file {
    char *path;
    const char *name; /* last component of the path */
    struct timespec changed;
    uint64_t size;
};

struct qii_directory {
    struct qii_data_file *items; /* newest first; files of equal age in order of their names */
    uint32_t count;
};

/* List the data files of a directory. Return 0, or an errno value; on error there is nothing to close. */
int qii_directory_open(struct qii_directory *directory, const char *path);
void qii_directory_close(struct qii_directory *directory);

/* Find the newest data file of the current directory for which `wanted` returns true (NULL = any file), and write its
 * name to `name`, which has `size` bytes. Return false if there is none. */
bool qii_directory_find_newest(char *name, size_t size, bool (*wanted)(const char *path));
