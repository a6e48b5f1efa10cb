/* expression.c - compile expressions. */
#include "expression.h"

#include <string.h>

int expression_emit(struct compiler *compiler, enum opcode opcode, int64_t operand)
{
    struct function *function = compiler->function;
    function->code = program_grow(function->code, function->code_size, sizeof *function->code);
    function->code[function->code_size] = (struct instruction){opcode, operand};
    return function->code_size++;
}

void expression_take_name(struct compiler *compiler, char *name)
{
    if (compiler->lexer.token.kind != TOKEN_NAME)
        lexer_fail(&compiler->lexer, "a name is expected");
    strcpy(name, compiler->lexer.token.text);
    lexer_next(&compiler->lexer);
}

int expression_local(const struct compiler *compiler, const char *name)
{
    for (int i = compiler->local_count - 1; i >= 0; i--)
        if (strcmp(compiler->locals[i], name) == 0)
            return i;
    return -1;
}

void expression_call(struct compiler *compiler, const char *name, enum opcode how)
{
    struct function *callee = program_function(compiler->program, name);
    int arguments = 0;
    lexer_need(&compiler->lexer, "(");
    while (!lexer_take(&compiler->lexer, ")")) {
        if (arguments++)
            lexer_need(&compiler->lexer, ",");
        expression_compile(compiler);
    }
    if (callee->parameters < 0) /* the function is not defined yet: its first call determines the number of
                                 * parameters */
        callee->parameters = arguments;
    if (callee->parameters != arguments)
        lexer_fail(&compiler->lexer, "wrong number of arguments");
    expression_emit(compiler, how, callee->number);
}

static void name(struct compiler *compiler)
{
    char word[TOKEN_LENGTH];
    expression_take_name(compiler, word);
    if (lexer_is(&compiler->lexer, "(")) {
        expression_call(compiler, word, OP_CALL);
        return;
    }
    int local = expression_local(compiler, word);
    if (local < 0)
        lexer_fail(&compiler->lexer, "undefined name");
    expression_emit(compiler, OP_GET, local);
}

static void operand(struct compiler *compiler)
{
    struct lexer *lexer = &compiler->lexer;
    if (lexer_take(lexer, "(")) {
        expression_compile(compiler);
        lexer_need(lexer, ")");
    } else if (lexer_take(lexer, "-")) {
        expression_emit(compiler, OP_NUMBER, 0);
        operand(compiler);
        expression_emit(compiler, OP_SUBTRACT, 0);
    } else if (lexer_take(lexer, "!")) {
        operand(compiler);
        expression_emit(compiler, OP_NOT, 0);
    } else if (lexer_take(lexer, "mem")) {
        lexer_need(lexer, "[");
        expression_compile(compiler);
        lexer_need(lexer, "]");
        expression_emit(compiler, OP_LOAD, 0);
    } else if (lexer_take(lexer, "spawn")) {
        char callee[TOKEN_LENGTH];
        expression_take_name(compiler, callee);
        expression_call(compiler, callee, OP_SPAWN);
        compiler->program->has_fibers = true;
    } else if (lexer_take(lexer, "resume")) {
        operand(compiler);
        expression_emit(compiler, OP_RESUME, 0);
    } else if (lexer_take(lexer, "done")) {
        operand(compiler);
        expression_emit(compiler, OP_DONE, 0);
    } else if (lexer->token.kind == TOKEN_NUMBER) {
        expression_emit(compiler, OP_NUMBER, lexer->token.number);
        lexer_next(lexer);
    } else if (lexer->token.kind == TOKEN_NAME) {
        name(compiler);
    } else {
        lexer_fail(lexer, "an expression is expected");
    }
}

/* Binary operators. Operators of higher strength bind more tightly. */
static const struct operator
{
    const char *word;
    int strength;
    enum opcode opcode;
}
operators[] = {
    {"<", 0, OP_LESS},     {"<=", 0, OP_LESS_EQUAL}, {"==", 0, OP_EQUAL}, {"+", 1, OP_ADD},
    {"-", 1, OP_SUBTRACT}, {"*", 2, OP_MULTIPLY},    {"/", 2, OP_DIVIDE}, {"%", 2, OP_REMAINDER},
};

static const struct operator* take_operator(struct compiler *compiler, int strength)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].strength == strength && lexer_take(&compiler->lexer, operators[i].word))
            return &operators[i];
    return NULL;
}

static void operation(struct compiler *compiler, int strength)
{
    if (strength > 2) {
        operand(compiler);
        return;
    }
    operation(compiler, strength + 1);
    for (const struct operator* taken; (taken = take_operator(compiler, strength));) {
        operation(compiler, strength + 1);
        expression_emit(compiler, taken->opcode, 0);
    }
}

void expression_compile(struct compiler *compiler)
{
    operation(compiler, 0);
}
