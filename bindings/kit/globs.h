/* globs.h - expansion of a file name pattern to the files that match it. */
#pragma once

#include <sys/cdefs.h>

__BEGIN_DECLS

struct kit_globs {
    char **items; /* in the order of the patterns; files of one pattern are sorted by name within each folder */
    int count;
};

/* Add the files that match a pattern. Its wildcards are those of fnmatch, and ** stands for any number of directories.
 * Wildcards do not match names that begin with a dot. If the pattern is a directory, add all files below it whose names
 * end in `suffix`. Return the number of files, -1 if out of memory. */
int kit_globs_add(struct kit_globs *globs, const char *pattern, const char *suffix);
void kit_globs_fini(struct kit_globs *globs);

__END_DECLS
