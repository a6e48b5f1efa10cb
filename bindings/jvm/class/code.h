/* code.h - the code of a method, understood: the attribute Code of JVMS 4.7.3.
 *
 * What qjvm_code_init returns is sound as far as offsets go: the bytes are whole instructions, jumps and handlers lead
 * to the beginning of one, and no way leads past the end. */
#ifndef QJVM_CODE_H
#define QJVM_CODE_H

#include "bindings/jvm/class/instruction.h"
#include "bindings/jvm/class/pool.h"

/* A line begins at the offset of an instruction. */
struct qjvm_line {
    int offset;
    int line;
};

struct qjvm_exception {
    unsigned from;
    unsigned until;
    unsigned handler;
    unsigned type; /* a class by its index, 0: any */
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
    bool *begins; /* by offset: whether an instruction does */
    struct qjvm_line
        *lines; /* ascending by offset, one per offset: the first that the tables name, and line_starts.h */
    int line_count;
};

/* Take the content of the attribute. Returns NULL, or why not; such a code needs no qjvm_code_fini. */
const char *qjvm_code_init(struct qjvm_code *code, const struct qjvm_pool *pool, struct qjvm_cursor content);
void qjvm_code_fini(struct qjvm_code *code);

/* The offset behind the instruction. */
unsigned qjvm_code_next(const struct qjvm_code *code, unsigned offset);

struct qjvm_exception qjvm_code_exception(const struct qjvm_code *code, unsigned number);

/* An attribute of the code, its name by index. */
struct qjvm_attribute {
    unsigned name_index;
    struct qjvm_text name;
    struct qjvm_cursor content;
};

/* The next attribute of a cursor; it may be past its end afterwards. */
struct qjvm_attribute qjvm_attribute_read(struct qjvm_cursor *cursor, const struct qjvm_pool *pool);

#endif
