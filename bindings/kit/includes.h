/* includes.h - files that coverage is to tell of even if the program never loads them.
 *
 * Patterns are looked up when a run begins, in the directory that the program is in then. When it ends, the binding
 * says which files were loaded and compiles the others, so that a program runs as without us. A program that is killed
 * has none of them in its data. */
#ifndef KIT_INCLUDES_H
#define KIT_INCLUDES_H

#include "globs.h"
#include "hashmap.h"

#ifdef __cplusplus
extern "C" {
#endif

struct kit_includes {
    struct kit_globs files;
    char **places;           /* where each leads really, NULL = nowhere */
    struct kit_hashmap seen; /* places, by their hash: loaded, or told of */
    int next;
};

/* Look up patterns, with a ';' between two (globs.h); NULL for none. What is wrong with one is a line on stderr. */
void kit_includes_init(struct kit_includes *includes, const char *patterns, const char *suffix);

/* The program has loaded this file. */
void kit_includes_loaded(struct kit_includes *includes, const char *file);

/* The next file that was not loaded, by a name that leads there now, since a program may have gone to another
 * directory; each once, though two patterns name it. NULL at the end. */
const char *kit_includes_next(struct kit_includes *includes);

void kit_includes_fini(struct kit_includes *includes);

#ifdef __cplusplus
}
#endif

#endif
