/* globs.h - the files that a pattern stands for. */
#ifndef KIT_GLOBS_H
#define KIT_GLOBS_H

#ifdef __cplusplus
extern "C" {
#endif

struct kit_globs {
    char **items; /* by name within a pattern; none twice in a row */
    int count;
};

/* Add the files of a pattern of `size` characters: names as fnmatch has them, ** for any number of directories, none
 * that begin with a dot; a directory alone stands for the files below it whose names end in suffix. Returns how many,
 * -1 without memory. */
int kit_globs_add(struct kit_globs *globs, const char *pattern, int size, const char *suffix);
void kit_globs_fini(struct kit_globs *globs);

#ifdef __cplusplus
}
#endif

#endif
