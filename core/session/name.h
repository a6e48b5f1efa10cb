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
    bool is_own;      /* whether no other process of the same MPI run has this name */
};

/* Expand everything but %n, and %% for a percent sign: the part that does not change until the file gets its name. */
void qp_name_resolve(struct qp_file_name *name, const char *pattern, const char *program);

/* Expand a pattern in the same way, below a directory whose own name is not a pattern. */
void qp_name_resolve_in(struct qp_file_name *name, const char *directory, const char *pattern, const char *program);

/* Add the rank, if it is only known now. */
void qp_name_add_rank(struct qp_file_name *resolved);

/* Set the name with a number, from 1. A pattern without %n gets number - 1 before its suffix, from the second name on.
 */
void qp_name_number(struct qp_file_name *name, const struct qp_file_name *resolved, unsigned number);
