/* globs.h - expansion of a file name pattern to files. */
#pragma once

#include <sys/cdefs.h>

__BEGIN_DECLS

struct kit_globs {
    char **items; /* sorted by name within a pattern; never the same twice in a row */
    int count;
};

/* Add the files that match a pattern of `size` characters: wildcards as in fnmatch, ** for any number of directories;
 * names that begin with a dot are excluded. A directory alone stands for all files below it whose names end in suffix.
 * Return the number of files, -1 if out of memory. */
int kit_globs_add(struct kit_globs *globs, const char *pattern, int size, const char *suffix);
void kit_globs_fini(struct kit_globs *globs);

__END_DECLS
