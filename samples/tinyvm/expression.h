/* expression.h - the state shared by both halves of the compiler: the current function and its code. */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include "lexer.h"
#include "program.h"

#define COMPILER_LOCALS 64

struct compiler {
    struct lexer lexer;
    struct program *program;
    struct function *function;
    char locals[COMPILER_LOCALS][TOKEN_LENGTH]; /* names in scope; the index is the local's number */
    int local_count;
};

/* Append an instruction; the operand is 0 if it needs none. Return its offset, where a jump's target is set later. */
int expression_emit(struct compiler *compiler, enum opcode opcode, int64_t operand);

/* Take the next word, which must be a name. */
void expression_take_name(struct compiler *compiler, char *name);

/* Return the number of the local with that name, or -1. */
int expression_local(const struct compiler *compiler, const char *name);

/* Compile "name(arguments)" as one of OP_CALL, OP_BECOME, OP_SPAWN. */
void expression_call(struct compiler *compiler, const char *name, enum opcode how);

/* Compile an expression, which leaves its value on the stack. */
void expression_compile(struct compiler *compiler);

#endif
