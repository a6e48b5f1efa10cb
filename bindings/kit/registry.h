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
 * The binding finds a function's struct by a key of its own, such as the address of the code. A function's number is
 * valid as long as the process lives. If another library is loaded later, each function must be registered again when
 * it is next entered: therefore the struct keeps everything that a registration needs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ignore.h"
#include "library.h"

__BEGIN_DECLS

/* The fields that events need come first. The struct shares its cache line of 64 bytes with the first 24 bytes of the
 * binding's own fields. */
struct kit_function {
    qprof_MethodID id; /* unique number */
    /* Two arrays, one after the other. The first one, indexed by line - first_line, has the first block of each
     * line, -1 = none. The second one, indexed by block, has the line of each block. */
    int *blocks;
    int first_line; /* first executable line, 0 = none */
    unsigned span;  /* number of lines from the first executable line to the last */
    int line_count; /* number of blocks that stand for lines; blocks of branch outcomes have the numbers after them */
    unsigned generation; /* kit_library.generation in which the function was registered, 0 = never */
    char *name;          /* owned; NULL = unknown */
};

/* Return a new struct of this size, in cache lines that nothing else shares. The struct has a new number; all other
 * bytes are zero. Return NULL if out of memory. The caller holds the library's lock. */
void *kit_function_new(size_t size);

/* Free a function that was never registered. */
void kit_function_free(struct kit_function *function);

/* Set or change the name. A function may get its name after it was compiled, when it is bound to a variable. If the
 * function is registered already, its id is retired, and earlier counts remain under the old name. The function gets a
 * new id and must be registered again, which frames.h does when the function is next entered. To avoid this, register
 * functions late: when they are first entered, or in kit_binding.ends if they never ran.
 *
 * The caller holds the library's lock, and no other thread enters the function meanwhile. If out of memory, or if the
 * library cannot retire an id, change nothing and return false. */
bool kit_function_rename(struct kit_function *function, const char *name);

/* Set the executable lines, given in any order. Each line becomes a block; blocks are numbered in the order of the
 * lines. Lines below 1 are ignored. If out of memory, no line of the function is counted. */
void kit_function_set_lines(struct kit_function *function, const int *lines, int count);

/* Set the line of each block. If a line has several blocks, such as statements, their counts add up to the line's
 * count. If out of memory, no block of the function is counted. */
void kit_function_set_blocks(struct kit_function *function, const int *lines, int count);

/* Return the first block of a line, -1 if the line is not executable. */
static inline int kit_function_block(const struct kit_function *function, int line)
{
    unsigned offset = line; /* as an unsigned number, a negative offset exceeds the span */
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

/* Data for a registration that is not in kit_function. */
struct kit_definition {
    const char *class_name; /* NULL = none */
    const char *file;       /* NULL = none */
    int flags;              /* QPROF_METHOD_FLAGS */
    const qprof_BranchInfo *branches;
    int branch_count;
    const int
        *targets; /* lines to which the outcomes of the branches lead (qprof_register_branch_targets), NULL = unknown */
    int target_count;
    VthreadID caller; /* virtual thread that enters the function */
};

/* Register a function. If out of memory, the function stays unregistered, and its next entry tries again. The caller
 * holds the library's lock. */
void kit_function_register(struct kit_function *function, const struct kit_definition *definition);

struct kit_source {
    const char *file; /* file name with which the source's functions are registered */
    bool is_file;     /* the file exists; if it does not, the library stores the text */
    const char *text; /* NULL = unknown */
    size_t size;
    /* Scanner for comments of the source's language; NULL = no comment excludes lines. */
    kit_find_comments *find_comments;
    /* Return the last line of the function that begins on this line. If no function begins there, return the line
     * itself. The callback is needed because a comment on the first line of a function excludes the whole function. If
     * the callback is NULL, a comment excludes only its own line. */
    int (*function_end)(void *data, int line);
    void *data;
    const char *left_out; /* reason to exclude all lines; NULL = do not exclude them */
};

/* Register a source before its functions, once per kit_library.generation. If the source has neither a file nor a text,
 * only the exclusion of its lines is reported. The caller holds the library's lock. */
void kit_publish(const struct kit_source *source);

__END_DECLS
