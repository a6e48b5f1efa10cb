/* library_path.h - find libraries where the dynamic loader of glibc finds them, without running anything.
 *
 * Variants of libraries for newer processors (glibc-hwcaps) are not considered: they have the same interfaces. */
#pragma once

#include "tools/qii/elf_file.h"

/* A file that the loader maps for a program: the program itself, or a library. */
struct qii_mapped {
    char *name;                         /* as another file needs it */
    char *path;                         /* NULL = not found */
    const struct qii_mapped *needed_by; /* NULL = this is the program */
    struct qii_elf_file file;
};

/* Find a library that a mapped file needs. Return its path, to be freed; NULL if it is not found. If out of memory,
 * exit after a message that begins with `command`. */
char *qii_library_path(const struct qii_mapped *needed_by, const char *name, const char *command);
