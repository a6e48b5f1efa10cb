/* expression.c - compile expressions. */
#include "expression.h"

#include <string.h>

int expression_emit(struct compiler *compiler, int64_t word)
{
    struct function *function = compiler->function;
    function->code = program_grow(function->code, function->code_size, sizeof *function->code);
    function->code[function->code_size] = word;
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
    if (callee->parameters < 0) /* defined later: its first call tells */
        callee->parameters = arguments;
    if (callee->parameters != arguments)
        lexer_fail(&compiler->lexer, "a call with a wrong number of arguments");
    expression_emit(compiler, how);
    expression_emit(compiler, callee->number);
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
        lexer_fail(&compiler->lexer, "a name that nobody has given");
    expression_emit(compiler, OP_GET);
    expression_emit(compiler, local);
}

static void operand(struct compiler *compiler)
{
    struct lexer *lexer = &compiler->lexer;
    if (lexer_take(lexer, "(")) {
        expression_compile(compiler);
        lexer_need(lexer, ")");
    } else if (lexer_take(lexer, "-")) {
        expression_emit(compiler, OP_NUMBER);
        expression_emit(compiler, 0);
        operand(compiler);
        expression_emit(compiler, OP_SUBTRACT);
    } else if (lexer_take(lexer, "!")) {
        operand(compiler);
        expression_emit(compiler, OP_NOT);
    } else if (lexer_take(lexer, "mem")) {
        lexer_need(lexer, "[");
        expression_compile(compiler);
        lexer_need(lexer, "]");
        expression_emit(compiler, OP_LOAD);
    } else if (lexer_take(lexer, "spawn")) {
        char callee[TOKEN_LENGTH];
        expression_take_name(compiler, callee);
        expression_call(compiler, callee, OP_SPAWN);
        compiler->program->has_fibers = true;
    } else if (lexer_take(lexer, "resume")) {
        operand(compiler);
        expression_emit(compiler, OP_RESUME);
    } else if (lexer_take(lexer, "done")) {
        operand(compiler);
        expression_emit(compiler, OP_DONE);
    } else if (lexer->token.kind == TOKEN_NUMBER) {
        expression_emit(compiler, OP_NUMBER);
        expression_emit(compiler, lexer->token.number);
        lexer_next(lexer);
    } else if (lexer->token.kind == TOKEN_NAME) {
        name(compiler);
    } else {
        lexer_fail(lexer, "an expression is expected");
    }
}

static void product(struct compiler *compiler)
{
    operand(compiler);
    for (;;) {
        enum opcode opcode;
        if (lexer_take(&compiler->lexer, "*"))
            opcode = OP_MULTIPLY;
        else if (lexer_take(&compiler->lexer, "/"))
            opcode = OP_DIVIDE;
        else if (lexer_take(&compiler->lexer, "%"))
            opcode = OP_REMAINDER;
        else
            return;
        operand(compiler);
        expression_emit(compiler, opcode);
    }
}

static void sum(struct compiler *compiler)
{
    product(compiler);
    for (;;) {
        enum opcode opcode;
        if (lexer_take(&compiler->lexer, "+"))
            opcode = OP_ADD;
        else if (lexer_take(&compiler->lexer, "-"))
            opcode = OP_SUBTRACT;
        else
            return;
        product(compiler);
        expression_emit(compiler, opcode);
    }
}

void expression_compile(struct compiler *compiler)
{
    enum opcode opcode;
    sum(compiler);
    if (lexer_take(&compiler->lexer, "<"))
        opcode = OP_LESS;
    else if (lexer_take(&compiler->lexer, "<="))
        opcode = OP_LESS_EQUAL;
    else if (lexer_take(&compiler->lexer, "=="))
        opcode = OP_EQUAL;
    else
        return;
    sum(compiler);
    expression_emit(compiler, opcode);
}
