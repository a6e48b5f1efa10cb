/* includes.h - files that coverage includes even if the program never loads them.
 *
 * Patterns are expanded when a run begins, in the current directory. When the run ends, the binding reports which files
 * were loaded, and compiles the others only then, so that the program runs as without recording. If the program is
 * killed, its data contains none of them. */
#pragma once

#include "globs.h"
#include "hashmap.h"

__BEGIN_DECLS

struct kit_includes {
    struct kit_globs files;
    char **real_paths;       /* by file; NULL = it does not exist */
    struct kit_hashmap seen; /* by hash of the real path: loaded, or returned by kit_includes_next */
    int next;
};

/* Expand patterns (globs.h), separated by ';'; NULL: none. Print errors to stderr. */
void kit_includes_init(struct kit_includes *includes, const char *patterns, const char *suffix);

/* Note that the program has loaded this file. */
void kit_includes_loaded(struct kit_includes *includes, const char *file);

/* Return the next file that was not loaded, each only once; NULL at the end. The name is valid in the current
 * directory, even if the program has changed it. */
const char *kit_includes_next(struct kit_includes *includes);

void kit_includes_fini(struct kit_includes *includes);

__END_DECLS
