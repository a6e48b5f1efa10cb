/* name.h - names of data files and log files, from patterns: %v program, %p pid, %r rank, %t time, %n a number.
 *
 * Processes that run together must not use one file: in an MPI program, a pattern with neither %p nor %r gets the rank
 * before its suffix. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct qp_file_name {
    char text[4096];
    size_t length;
    bool is_numbered; /* the pattern has %n */
    bool is_own;      /* true if no other process of the same MPI run has this name */
};

/* Expand a pattern, except %n and %%, which qp_name_number expands when the file gets its name. Put `directory`, which
 * may be empty and is no pattern, in front of the result. */
void qp_name_resolve(struct qp_file_name *name, const char *directory, const char *pattern, const char *program);

/* Add the rank to a name if the rank became known after the name was resolved. */
void qp_name_add_rank(struct qp_file_name *resolved);

/* Set `name` to the pattern's name with this number, which is at least 1. If the pattern has no %n, name 1 is the
 * pattern itself, and later names have (number - 1) before the suffix. */
void qp_name_number(struct qp_file_name *name, const struct qp_file_name *resolved, unsigned number);
