/* names.h - what the functions of a source text are called by those who wrote it.
 *
 * Lua knows a function's name only from a call, and none for functions that were never called. The text knows:
 * the n-th `function` keyword is the n-th function inside the main chunk. */
#ifndef QP_LUA_NAMES_H
#define QP_LUA_NAMES_H

#include <stddef.h>

struct qp_name {
    int line;       /* of the keyword */
    int parameters; /* line of the parenthesis after it; Lua's linedefined is one of the two */
    char *text;     /* "f", "Class.method", "Class:method"; NULL for a function without a name */
};

struct qp_names {
    struct qp_name *items;
    int count;
    int room;
};

/* Find all of them. Text that is no Lua gives fewer or other names, never harm. */
void qp_names_init(struct qp_names *names, const char *text, size_t size);
void qp_names_fini(struct qp_names *names);

#endif
