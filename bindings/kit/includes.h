/* includes.h - files that coverage includes even if the program never loads them.
 *
 * Patterns are expanded in the current directory when a run begins. When the run ends, the binding reports which of the
 * files were loaded, then compiles the other files. It does not compile them earlier, so that the program runs as it
 * would without recording. If the program is killed, its data file therefore contains none of the files that were not
 * loaded. */
#pragma once

#include "globs.h"
#include "hashmap.h"

__BEGIN_DECLS

struct kit_includes {
    struct kit_globs files;
    char **real_paths;       /* one per file, resolved by realpath(); NULL = the file does not exist */
    struct kit_hashmap seen; /* hashes of the real paths of files that were loaded, or that kit_includes_next
                              * returned */
    int next;
};

/* Expand the patterns (globs.h), which are separated by ';'. NULL means no patterns. Print errors to stderr. */
void kit_includes_init(struct kit_includes *includes, const char *patterns, const char *suffix);

/* Record that the program has loaded this file. */
void kit_includes_loaded(struct kit_includes *includes, const char *file);

/* Return the next file that was not loaded; NULL at the end. Each file is returned once. The returned name is valid in
 * the current directory, even if the program has changed the directory. */
const char *kit_includes_next(struct kit_includes *includes);

void kit_includes_fini(struct kit_includes *includes);

__END_DECLS
