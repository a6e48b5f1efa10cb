/* paths.h - the files that a pattern stands for. */
#ifndef QP_LUA_PATHS_H
#define QP_LUA_PATHS_H

struct qp_paths {
    char **items; /* by name within a pattern; none twice in a row */
    int count;
    int room;
};

/* Add the files of a pattern of `size` characters: names as fnmatch has them, ** for any number of directories, none
 * that begin with a dot; a directory alone stands for the .lua files below it. Returns how many, -1 without memory. */
int qp_paths_add(struct qp_paths *paths, const char *pattern, int size);
void qp_paths_fini(struct qp_paths *paths);

#endif
