/* code.h - parsed code of a method: the attribute Code of JVMS 4.7.3.
 *
 * qjvm_code_init validates all offsets: the bytes are whole instructions, jumps and handlers lead to the start of an
 * instruction, and execution cannot run past the end. */
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
    unsigned type; /* index of the class in the pool, 0: any */
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
    bool *begins; /* by offset: an instruction begins there */

    /* Ascending by offset, one per offset: the first that the tables name, and those of line_starts.h. */
    struct qjvm_line *lines;
    int line_count;
};

/* Parse the content of the attribute. Return NULL or an error message; after an error qjvm_code_fini is not needed. */
const char *qjvm_code_init(struct qjvm_code *code, const struct qjvm_pool *pool, struct qjvm_cursor content);
void qjvm_code_fini(struct qjvm_code *code);

/* Return whether the names of all attributes in the content are texts. An index that is none may be that of a constant
 * which rewriting adds to the pool, so it must be found before. */
bool qjvm_code_has_names(const struct qjvm_pool *pool, struct qjvm_cursor content);

/* Return the offset of the next instruction, or the code's size. */
unsigned qjvm_code_next(const struct qjvm_code *code, unsigned offset);

/* Find the instructions to which one leads directly: the targets of its jumps, and the next one if it falls through.
 * Store their different offsets in ascending order, up to one more than it has targets. Return their number. */
int qjvm_code_successors(const struct qjvm_code *code, unsigned offset, unsigned *successors);

/* Return an entry of the exception table. */
struct qjvm_exception qjvm_code_exception(const struct qjvm_code *code, unsigned number);

struct qjvm_attribute {
    unsigned name_index; /* in the pool */
    struct qjvm_text name;
    struct qjvm_cursor content;
};

/* Read the next attribute. The cursor may be past its end afterwards, also if the name is no text. */
struct qjvm_attribute qjvm_attribute_read(struct qjvm_cursor *cursor, const struct qjvm_pool *pool);
