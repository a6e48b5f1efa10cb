/* code.h - parsed code of a method: the attribute Code of JVMS 4.7.3.
 *
 * qjvm_code_init validates all offsets: the bytes are whole instructions, jumps and exception handlers lead to the
 * start of an instruction, and execution cannot run past the end. */
#pragma once

#include "bindings/jvm/class/instruction.h"
#include "bindings/jvm/class/pool.h"

/* Start of a source line in the code. */
struct qjvm_line {
    int offset; /* of an instruction */
    int line;
};

struct qjvm_exception {
    unsigned from;
    unsigned until;
    unsigned handler;
    unsigned type; /* index of the class in the pool, 0 = any exception */
};

struct qjvm_code {
    const struct qjvm_pool *pool;
    unsigned max_stack;
    unsigned max_locals;
    const unsigned char *bytes;
    unsigned size;
    const unsigned char *exceptions;
    unsigned exception_count;
    struct qjvm_cursor attributes;
    unsigned attribute_count;
    bool *begins; /* indexed by offset: whether an instruction begins there */

    /* Line starts, ascending by offset, one per offset. If the tables give several lines for an offset, the first one
     * counts. The line starts of line_starts.h are included. */
    struct qjvm_line *lines;
    int line_count;
};

/* Parse the content of the attribute. Return NULL or an error message. After an error, qjvm_code_fini is not needed. */
const char *qjvm_code_init(struct qjvm_code *code, const struct qjvm_pool *pool, struct qjvm_cursor content);
void qjvm_code_fini(struct qjvm_code *code);

/* Return whether each attribute in the content has a valid name, which is the index of a text in the pool. Check
 * this before rewriting, because a constant that rewriting adds to the pool could make an invalid index valid. */
bool qjvm_code_has_names(const struct qjvm_pool *pool, struct qjvm_cursor content);

/* Return the offset of the instruction after this one, or the code's size if this is the last. */
unsigned qjvm_code_next(const struct qjvm_code *code, unsigned offset);

/* Find the successors of an instruction: the targets of its jumps, and the next instruction if it falls through.
 * Store their offsets in ascending order and without duplicates. Their number is at most the number of the
 * instruction's targets plus 1. Return the number of successors. */
int qjvm_code_successors(const struct qjvm_code *code, unsigned offset, unsigned *successors);

/* Return an entry of the exception table. */
struct qjvm_exception qjvm_code_exception(const struct qjvm_code *code, unsigned number);

struct qjvm_attribute {
    unsigned name_index; /* index of the name in the pool */
    struct qjvm_text name;
    struct qjvm_cursor content;
};

/* Read the next attribute. If it exceeds the cursor, or if its name is not a text, set cursor->past_end. */
struct qjvm_attribute qjvm_attribute_read(struct qjvm_cursor *cursor, const struct qjvm_pool *pool);
