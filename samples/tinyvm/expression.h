/* expression.h - what the two halves of the compiler share: the function in work and its code. */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include "lexer.h"
#include "program.h"

#define COMPILER_LOCALS 64

struct compiler {
    struct lexer lexer;
    struct program *program;
    struct function *function;
    char locals[COMPILER_LOCALS][TOKEN_LENGTH]; /* names in sight; the index is the local's number */
    int local_count;
};

/* Append an instruction; 0 stands for an operand that it does not need. The result is its offset, where a jump's target
 * can be filled in later. */
int expression_emit(struct compiler *compiler, enum opcode opcode, int64_t operand);

/* Take the next word, which must be a name. */
void expression_take_name(struct compiler *compiler, char *name);

/* The local of that name, or -1. */
int expression_local(const struct compiler *compiler, const char *name);

/* Compile "name(arguments)" as one of OP_CALL, OP_BECOME, OP_SPAWN. */
void expression_call(struct compiler *compiler, const char *name, enum opcode how);

/* Compile an expression: its value is left on the stack. */
void expression_compile(struct compiler *compiler);

#endif
