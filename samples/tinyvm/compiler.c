/* compiler.c - compile functions and statements. */
#include "compiler.h"
#include "expression.h"

#include <string.h>

static void block(struct compiler *compiler);

/* ---- helpers ------------------------------------------------------------------------------------------- */

/* Begin a statement at the current line. */
static void begin_statement(struct compiler *compiler)
{
    struct function *function = compiler->function;
    struct statement **all = &function->statements;
    *all = program_grow(*all, function->statement_count, sizeof **all);
    (*all)[function->statement_count].offset = function->code_size;
    (*all)[function->statement_count].line = compiler->lexer.token.line;
    expression_emit(compiler, OP_STATEMENT, function->statement_count++);
}

/* Set the target of an earlier jump to the current position in the code. */
static void land(struct compiler *compiler, int jump)
{
    compiler->function->code[jump].operand = compiler->function->code_size;
}

/* Emit a jump that is taken unless the value on the stack is true. Return its offset. */
static int branch(struct compiler *compiler, int line)
{
    struct function *function = compiler->function;
    function->branches = program_grow(function->branches, function->branch_count, sizeof *function->branches);
    function->branches[function->branch_count].line = line;
    expression_emit(compiler, OP_BRANCH, function->branch_count++);
    return expression_emit(compiler, OP_JUMP_IF_NOT, 0);
}

static int declare(struct compiler *compiler, const char *name)
{
    if (compiler->local_count == COMPILER_LOCALS)
        lexer_fail(&compiler->lexer, "too many variables");
    strcpy(compiler->locals[compiler->local_count++], name);
    if (compiler->function->locals < compiler->local_count)
        compiler->function->locals = compiler->local_count;
    return compiler->local_count - 1;
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static void variable(struct compiler *compiler)
{
    char name[TOKEN_LENGTH];
    expression_take_name(compiler, name);
    lexer_need(&compiler->lexer, "=");
    expression_compile(compiler);
    expression_emit(compiler, OP_SET, declare(compiler, name));
    lexer_need(&compiler->lexer, ";");
}

static void store(struct compiler *compiler)
{
    lexer_need(&compiler->lexer, "[");
    expression_compile(compiler);
    lexer_need(&compiler->lexer, "]");
    lexer_need(&compiler->lexer, "=");
    expression_compile(compiler);
    expression_emit(compiler, OP_STORE, 0);
    lexer_need(&compiler->lexer, ";");
}

static void condition(struct compiler *compiler)
{
    struct lexer *lexer = &compiler->lexer;
    int line = lexer->token.line;
    expression_compile(compiler);
    int otherwise = branch(compiler, line);
    block(compiler);
    if (!lexer_take(lexer, "else")) {
        land(compiler, otherwise);
        return;
    }
    int end = expression_emit(compiler, OP_JUMP, 0);
    land(compiler, otherwise);
    if (lexer_is(lexer, "if")) {
        begin_statement(compiler);
        lexer_next(lexer);
        condition(compiler);
    } else {
        block(compiler);
    }
    land(compiler, end);
}

/* Compile a loop. The head counts as a statement, which runs once for each test of the condition, including the test
 * that ends the loop. */
static void loop(struct compiler *compiler, int head)
{
    int line = compiler->lexer.token.line;
    expression_compile(compiler);
    int end = branch(compiler, line);
    block(compiler);
    expression_emit(compiler, OP_JUMP, head);
    land(compiler, end);
}

static void attempt(struct compiler *compiler)
{
    struct function *function = compiler->function;
    struct handler handler = {.first = function->code_size};
    block(compiler);
    handler.last = function->code_size;
    int end = expression_emit(compiler, OP_JUMP, 0);
    handler.target = function->code_size;

    begin_statement(compiler);
    lexer_need(&compiler->lexer, "catch");
    char name[TOKEN_LENGTH];
    expression_take_name(compiler, name);
    int locals = compiler->local_count;
    handler.local = declare(compiler, name);
    block(compiler);
    compiler->local_count = locals;
    land(compiler, end);

    function->handlers = program_grow(function->handlers, function->handler_count, sizeof handler);
    function->handlers[function->handler_count++] = handler;
}

static void print(struct compiler *compiler)
{
    struct program *program = compiler->program;
    struct lexer *lexer = &compiler->lexer;
    do {
        if (lexer->token.kind == TOKEN_TEXT) {
            program->texts = program_grow(program->texts, program->text_count, sizeof *program->texts);
            program->texts[program->text_count] = strdup(lexer->token.text);
            expression_emit(compiler, OP_PRINT_TEXT, program->text_count++);
            lexer_next(lexer);
        } else {
            expression_compile(compiler);
            expression_emit(compiler, OP_PRINT, 0);
        }
    } while (lexer_take(lexer, ","));
    expression_emit(compiler, OP_PRINT_END, 0);
    lexer_need(lexer, ";");
}

/* Compile return, throw or yield: a value, then the instruction. */
static void value_statement(struct compiler *compiler, enum opcode opcode)
{
    if (lexer_is(&compiler->lexer, ";")) {
        expression_emit(compiler, OP_NUMBER, 0);
    } else {
        expression_compile(compiler);
    }
    expression_emit(compiler, opcode, 0);
    lexer_need(&compiler->lexer, ";");
}

static void assign_or_evaluate(struct compiler *compiler)
{
    struct lexer *lexer = &compiler->lexer;
    int local = lexer->token.kind == TOKEN_NAME ? expression_local(compiler, lexer->token.text) : -1;
    if (local >= 0) {
        lexer_next(lexer);
        lexer_need(lexer, "=");
        expression_compile(compiler);
        expression_emit(compiler, OP_SET, local);
    } else {
        expression_compile(compiler);
        expression_emit(compiler, OP_DROP, 0);
    }
    lexer_need(lexer, ";");
}

static void statement(struct compiler *compiler)
{
    struct lexer *lexer = &compiler->lexer;
    int head = compiler->function->code_size;
    if (lexer_take(lexer, "try")) { /* executes nothing itself */
        attempt(compiler);
        return;
    }
    begin_statement(compiler);
    if (lexer_take(lexer, "var")) {
        variable(compiler);
    } else if (lexer_take(lexer, "mem")) {
        store(compiler);
    } else if (lexer_take(lexer, "if")) {
        condition(compiler);
    } else if (lexer_take(lexer, "while")) {
        loop(compiler, head);
    } else if (lexer_take(lexer, "print")) {
        print(compiler);
    } else if (lexer_take(lexer, "return")) {
        value_statement(compiler, OP_RETURN);
    } else if (lexer_take(lexer, "throw")) {
        value_statement(compiler, OP_THROW);
    } else if (lexer_take(lexer, "yield")) {
        value_statement(compiler, OP_YIELD);
        compiler->program->has_fibers = true;
    } else if (lexer_take(lexer, "become")) {
        char name[TOKEN_LENGTH];
        expression_take_name(compiler, name);
        expression_call(compiler, name, OP_BECOME);
        lexer_need(lexer, ";");
    } else {
        assign_or_evaluate(compiler);
    }
}

static void block(struct compiler *compiler)
{
    int locals = compiler->local_count;
    lexer_need(&compiler->lexer, "{");
    while (!lexer_take(&compiler->lexer, "}"))
        statement(compiler);
    compiler->local_count = locals;
}

/* ---- functions ----------------------------------------------------------------------------------------- */

static void define(struct compiler *compiler)
{
    struct lexer *lexer = &compiler->lexer;
    char name[TOKEN_LENGTH];
    int line = lexer->token.line;
    lexer_need(lexer, "fn");
    expression_take_name(compiler, name);
    struct function *function = program_function(compiler->program, name);
    if (function->line)
        lexer_fail(lexer, "the function is already defined");
    function->line = line;
    compiler->function = function;
    compiler->local_count = 0;

    lexer_need(lexer, "(");
    while (!lexer_take(lexer, ")")) {
        if (compiler->local_count)
            lexer_need(lexer, ",");
        expression_take_name(compiler, name);
        declare(compiler, name);
    }
    if (function->parameters >= 0 && function->parameters != compiler->local_count)
        lexer_fail(lexer, "the function was called with another number of arguments");
    function->parameters = compiler->local_count;
    block(compiler);
    expression_emit(compiler, OP_NUMBER, 0); /* the end of the body returns 0 */
    expression_emit(compiler, OP_RETURN, 0);
}

void compiler_run(struct program *program, const char *file, const char *text)
{
    struct compiler compiler = {.program = program};
    program->file = file;
    lexer_begin(&compiler.lexer, file, text);
    program_function(program, "main")->parameters = 0;
    while (compiler.lexer.token.kind != TOKEN_END)
        define(&compiler);
    program->lines = compiler.lexer.line;
    for (int i = 0; i < program->function_count; i++)
        if (!program->functions[i]->line)
            lexer_fail(&compiler.lexer, "there is no function %s", program->functions[i]->name);
}
