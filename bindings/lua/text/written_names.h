/* written_names.h - extraction of function names from a source text.
 *
 * Lua knows a function's name only from a call, and none for functions that were never called. The text contains it:
 * the n-th `function` keyword is the n-th function in the main chunk. */
#ifndef QLUA_WRITTEN_NAMES_H
#define QLUA_WRITTEN_NAMES_H

#include <stddef.h>

struct qlua_written_name {
    int line;       /* of the keyword */
    int parameters; /* line of the parenthesis after it; Lua's linedefined is one of the two */
    char *text;     /* "f", "Class.method", "Class:method"; NULL for a function without a name */
};

struct qlua_written_names {
    struct qlua_written_name *items;
    int count;
};

/* Find all names. Invalid source gives fewer or other names, but does no harm. */
void qlua_written_names_init(struct qlua_written_names *names, const char *text, size_t size);
void qlua_written_names_fini(struct qlua_written_names *names);

#endif
