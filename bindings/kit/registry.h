/* registry.h - registration of a program's sources and functions, each function with a number, a name, and the blocks
 * of its lines.
 *
 * A binding's own function struct begins with kit_function:
 *
 *     struct my_function {
 *         struct kit_function known;
 *         ...
 *     };
 *
 * The interpreter finds a function again by its own key, such as the address of the code. Numbers last as long as the
 * process. If another library is loaded later, each function must be registered again when it is next seen: therefore a
 * function keeps all that registration needs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ignore.h"
#include "library.h"

__BEGIN_DECLS

/* Fields that events need come first: they share one cache line with the first 24 bytes of the binding's own fields. */
struct kit_function {
    qprof_MethodID id;   /* unique number */
    int *blocks;         /* by line, from first_line: its first block, or -1; then by block: its line */
    int first_line;      /* first executable line, 0 = none */
    unsigned span;       /* number of lines in `blocks` */
    int line_count;      /* number of blocks of lines; those of branches follow them */
    unsigned generation; /* kit_library.generation in which it was registered, 0 = never */
    char *name;          /* owned; NULL = unknown */
};

/* Return a new struct of this size in cache lines of its own, all zero except for its number; NULL if out of memory.
 * The caller holds the lock. */
void *kit_function_new(size_t size);

/* Free a function that was never registered. */
void kit_function_free(struct kit_function *function);

/* Set or change the name: a function may be named after it was compiled, when it is bound to a variable. A function
 * that is registered already becomes another method with another id, to be registered again (frames.h does so at its
 * next entry): earlier counts remain under the old name. So register functions late, at their first entry, and those
 * that never ran in kit_binding.ends. The caller holds the lock, and no other thread enters the function meanwhile.
 * If out of memory, or if a registered function cannot be retired, change nothing and return false. */
bool kit_function_rename(struct kit_function *function, const char *name);

/* Set the executable lines, in any order; each becomes a block, in ascending order. Lines below 1 are ignored. Without
 * memory no line is counted. */
void kit_function_set_lines(struct kit_function *function, const int *lines, int count);

/* Set the blocks, each with its line: several blocks of a line, such as statements, add up to the line's count. Without
 * memory no block is counted. */
void kit_function_set_blocks(struct kit_function *function, const int *lines, int count);

/* Return the first block of a line, -1 if the line is not executable. */
static inline int kit_function_block(const struct kit_function *function, int line)
{
    unsigned offset = line; /* unsigned: lines below the first one exceed the span */
    offset -= function->first_line;
    return offset < function->span ? function->blocks[offset] : -1;
}

/* Return the last executable line, 0 if there is none. */
int kit_function_last_line(const struct kit_function *function);

/* Return whether the function is registered with the current library. */
static inline bool kit_function_is_registered(const struct kit_function *function)
{
    return kit_library_knows(function->generation);
}

/* Data for a registration that kit_function does not contain. */
struct kit_definition {
    const char *class_name; /* NULL = none */
    const char *file;       /* NULL = none */
    int flags;              /* QPROF_METHOD_FLAGS */
    const qprof_BranchInfo *branches;
    int branch_count;
    VthreadID caller; /* virtual thread that enters it first */
};

/* Register a function. If out of memory, it stays unregistered, to be registered at its next entry. The caller holds
 * the lock. */
void kit_function_register(struct kit_function *function, const struct kit_definition *definition);

struct kit_source {
    const char *file; /* name with which its functions are registered */
    bool is_file;     /* the file exists; otherwise the library keeps the text */
    const char *text; /* NULL = unknown */
    size_t size;
    kit_find_comments *find_comments; /* scanner of its language; NULL = comments exclude nothing */
    /* Return the last line of the function that begins on this line, or the line itself if none does: a comment on the
     * first line of a function excludes the whole function. NULL = a comment excludes only its own line. */
    int (*function_end)(void *data, int line);
    void *data;
    const char *left_out; /* reason why all lines are excluded; NULL = they are not */
};

/* Register a source, once per kit_library.generation, before its functions. For a source without file and text, only
 * the exclusion of its lines is reported. The caller holds the lock. */
void kit_publish(const struct kit_source *source);

__END_DECLS
