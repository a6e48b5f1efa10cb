/* name.h - names of data files and log files, from patterns: %v program, %p pid, %r rank, %t time, %n a number.
 *
 * Processes that run together must not meet in one file: in an MPI program a pattern that has neither %p nor %r gets
 * the rank before its suffix. */
#ifndef QP_SESSION_NAME_H
#define QP_SESSION_NAME_H

#include <stdbool.h>
#include <stddef.h>

struct qp_name {
    char text[4096];
    size_t length;
    bool is_numbered; /* the pattern has %n */
    bool is_own;      /* no other process that runs together with this one has the same */
};

/* All but %n, and %% for a percent sign: what stays the same until the file gets its name. */
void qp_name_resolve(struct qp_name *name, const char *pattern, const char *program);

/* The same in a directory whose name is no pattern. */
void qp_name_resolve_in(struct qp_name *name, const char *directory, const char *pattern, const char *program);

/* The rank is known only now. */
void qp_name_add_rank(struct qp_name *resolved);

/* The name with a number, from 1. A pattern without %n takes numbers before its suffix, from the second on. */
void qp_name_number(struct qp_name *name, const struct qp_name *resolved, unsigned number);

#endif
