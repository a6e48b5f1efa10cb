/* named.h - the data files that paths on a command line name: files, directories, and patterns of file names. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct qii_named {
    char **paths; /* then NULL */
    uint32_t count;
};

/* Return true if a path is a directory, or a pattern such as 'app.*.qii' that is not the name of a file. */
bool qii_named_is_directory(const char *path);
bool qii_named_is_pattern(const char *path);

/* Append the files that a path names: the file itself, the data files of a directory from the newest to the oldest, or
 * the files that match a pattern. Return QII_OK, or another exit code after a message on stderr. A zeroed struct is
 * empty. */
int qii_named_add(struct qii_named *named, const char *path);

/* Append the data files in the directory of a file. */
int qii_named_add_beside(struct qii_named *named, const char *path);

/* Forget all files but the one with this index. */
void qii_named_keep(struct qii_named *named, uint32_t index);
void qii_named_close(struct qii_named *named);
