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

#include "ignore.h"
#include "library.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What events ask for comes first: it is in one cache line with the first 24 bytes that follow. */
struct kit_function {
    qprof_MethodID id; /* running number */
    int *blocks;       /* by line, from the first one: its first block, or -1; then by block: its line */
    int first_line;    /* executable one; 0 = there is none */
    unsigned span;     /* lines that blocks tells of */
    int line_count;    /* blocks of lines; those of branches come behind them */
    unsigned told;     /* the library's term in which it was registered, 0 = never */
    char *name;        /* its own; NULL = not known */
};

/* A new one of a size, all zero but for its number, in cache lines of its own; NULL without memory. With the lock. */
void *kit_function_new(size_t size);

/* Give back one that was never registered. */
void kit_function_free(struct kit_function *function);

/* Set the name, or another one: a function may be named after it was compiled, when it is bound to a variable. A
 * function that is registered already becomes another method with another id, to be registered again (frames.h does so
 * at its next entry): what was counted stays under the old name. So register functions late, when they are entered
 * first, and those that never ran in kit_binding.ends. With the lock, while no other thread enters it. Returns false
 * without memory, or where a registered function cannot be retired; nothing is changed then. */
bool kit_function_rename(struct kit_function *function, const char *name);

/* Set its executable lines, in any order; each is a block, in ascending order. Lines below 1 are ignored. Without
 * memory none of them is counted. */
void kit_function_set_lines(struct kit_function *function, const int *lines, int count);

/* Set its blocks, each with its line: several blocks of a line, such as statements, add up to the line's count. Without
 * memory none of them is counted. */
void kit_function_set_blocks(struct kit_function *function, const int *lines, int count);

/* The first block of a line, -1 if the line is none of its executable ones. */
static inline int kit_function_block(const struct kit_function *function, int line)
{
    unsigned offset = line; /* converted before the subtraction: no line is below the first one */
    offset -= function->first_line;
    return offset < function->span ? function->blocks[offset] : -1;
}

/* The last of its executable lines, 0 = there is none. */
int kit_function_last_line(const struct kit_function *function);

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

#ifdef __cplusplus
}
#endif

#endif
