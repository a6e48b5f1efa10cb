/* written_names.h - extraction of function names from a source text.
 *
 * Lua knows a function's name only from a call, and none for functions that were never called. The text contains it:
 * the n-th `function` keyword is the n-th function in the main chunk. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct qlua_written_name {
    int line;       /* line of the keyword */
    int parameters; /* line of the parenthesis after the keyword; Lua's linedefined is one of these two lines */
    char *text;     /* "f", "Class.method", "Class:method"; NULL for a function without a name */
};

struct qlua_written_names {
    struct qlua_written_name *items;
    int count;
    char **finalizers; /* names assigned to __gc */
    int finalizer_count;
};

/* Find all names. Invalid source gives fewer or other names, but does no harm. Return NULL if out of memory. */
struct qlua_written_names *qlua_written_names_new(const char *text, size_t size);

/* Free the names; NULL = none. */
void qlua_written_names_free(struct qlua_written_names *names);

/* Return whether a name is __gc, or ends in it after a dot or colon. */
bool qlua_written_names_is_gc(const char *name);
