/* written_names.h - extraction of function names from a source text.
 *
 * Lua knows the name of a function only from a call, so it has no name for a function that was never called. The text
 * contains the name: the n-th `function` keyword belongs to the n-th function in the main chunk. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct qlua_written_name {
    int line;       /* line of the keyword */
    int parameters; /* line of the parenthesis after the keyword; Lua's linedefined is either this line or `line` */
    char *text;     /* "f", "Class.method", "Class:method"; NULL for a function without a name */
};

struct qlua_written_names {
    struct qlua_written_name *items;
    int count;
    char **finalizers; /* names assigned to __gc */
    int finalizer_count;
};

/* Find all names in a text. For invalid source, names may be missing or wrong, but this does no harm. Return NULL if
 * out of memory. */
struct qlua_written_names *qlua_written_names_new(const char *text, size_t size);

/* Free the names. `names` may be NULL. */
void qlua_written_names_free(struct qlua_written_names *names);

/* Return whether a name is __gc, or ends in .__gc or :__gc. */
bool qlua_written_names_is_gc(const char *name);
