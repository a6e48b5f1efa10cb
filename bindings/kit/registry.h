/* registry.h - what the library is told of a program: its sources, and each of its functions with a number, a name, and
 * which block a line is.
 *
 * A binding's own function struct begins with this one:
 *
 *     struct my_function {
 *         struct kit_function known;
 *         ...
 *     };
 *
 * How functions are found again when they are met, the interpreter decides: by the address of their code, say. Numbers
 * last as long as the process. A library that is loaded later knows none of them, so each is registered again when it
 * is met again: that is why a function keeps all that registering takes. */
#ifndef KIT_REGISTRY_H
#define KIT_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "bindings/kit/ignore.h"
#include "bindings/kit/library.h"

/* What events ask for comes first: it is in one cache line with the first 24 bytes that follow. */
struct kit_function {
    qprof_MethodID id; /* running number */
    int *blocks;       /* by line, from the first one: the block, or -1 */
    int first_line;    /* executable one; 0 = there is none */
    unsigned span;     /* lines that blocks tells of */
    int line_count;    /* executable ones: as many blocks, in ascending order */
    unsigned told;     /* the library's term in which it was registered, 0 = never */
    char *name;        /* its own */
};

/* A new one of a size, all zero but for its number, in cache lines of its own; NULL without memory. With the lock. */
void *kit_function_new(size_t size);

/* Give back one that was never registered. */
void kit_function_free(struct kit_function *function);

/* Its executable lines, ascending and each once. Without memory none of them is counted. */
void kit_function_set_lines(struct kit_function *function, const int *lines, int count);

/* The block of a line, -1 if the line is none of its executable ones. */
static inline int kit_function_block(const struct kit_function *function, int line)
{
    unsigned offset = (unsigned)line - (unsigned)function->first_line;
    return offset < function->span ? function->blocks[offset] : -1;
}

/* The last of its executable lines, 0 = there is none. */
static inline int kit_function_last_line(const struct kit_function *function)
{
    return function->span ? function->first_line + (int)function->span - 1 : 0;
}

/* Whether the library that runs knows it. */
static inline bool kit_function_is_registered(const struct kit_function *function)
{
    return kit_library_knows(function->told);
}

/* What registering takes besides the function's own. */
struct kit_definition {
    const char *class_name; /* NULL = none */
    const char *file;       /* NULL = none */
    int flags;              /* QPROF_METHOD_FLAGS */
    const qprof_BranchInfo *branches;
    int branch_count;
    VthreadID caller; /* virtual thread that meets it */
};

/* Tell the library of it, with the lock. Without memory it stays unregistered, and is tried again when it is met again.
 */
void kit_function_register(struct kit_function *function, const struct kit_definition *definition);

struct kit_source {
    const char *file; /* as the functions in it are registered with it */
    bool is_file;     /* there is such a file; else the library keeps the text */
    const char *text; /* NULL = not known */
    size_t size;
    kit_find_comments *find_comments; /* of its language; NULL = comments leave nothing out */
    /* The last line of the function that begins on this line, the line itself where none does: a comment on the line
     * where a function begins is about all of the function. NULL = a comment is about its own line. */
    int (*function_end)(void *data, int line);
    void *data;
    const char *left_out; /* why all of its lines are left out; NULL = they are not */
};

/* Tell of a source: once in each term of the library, before its functions are registered, with the lock.
 * Of a source without file and text the library hears nothing but that it is left out. */
void kit_publish(const struct kit_source *source);

#endif
