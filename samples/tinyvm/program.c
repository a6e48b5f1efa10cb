/* program.c - parts of a compiled program. */
#include "program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *program_grow(void *array, int count, size_t element)
{
    /* The array doubles at each power of two, so the count determines its size. */
    if ((count & (count - 1)) == 0) {
        array = realloc(array, (count ? (size_t)count * 2 : 1) * element);
        if (!array) {
            fprintf(stderr, "tinyvm: out of memory\n");
            exit(2);
        }
    }
    memset((char *)array + (size_t)count * element, 0, element);
    return array;
}

char *program_read(const char *name)
{
    size_t room = 1;
    char *text = calloc(room, 1);
    FILE *file = fopen(name, "r");
    if (!file) {
        perror(name);
        exit(2);
    }
    getdelim(&text, &room, '\0', file);
    fclose(file);
    return text;
}

struct function *program_function(struct program *program, const char *name)
{
    for (int i = 0; i < program->function_count; i++)
        if (strcmp(program->functions[i]->name, name) == 0)
            return program->functions[i];

    struct function *function = program_grow(NULL, 0, sizeof *function);
    function->name = strdup(name);
    function->number = program->function_count;
    function->parameters = -1;
    program->functions = program_grow(program->functions, program->function_count, sizeof function);
    program->functions[program->function_count++] = function;
    return function;
}

const struct handler *program_handler(const struct function *function, int offset)
{
    for (int i = 0; i < function->handler_count; i++) {
        const struct handler *handler = &function->handlers[i];
        if (offset >= handler->first && offset < handler->last)
            return handler;
    }
    return NULL;
}

/* Add up the executions of all statements on a line. Return true if the line has statements. */
static bool count_line(const struct program *program, int line, uint64_t *executions)
{
    bool any = false;
    *executions = 0;
    for (int i = 0; i < program->function_count; i++) {
        const struct function *function = program->functions[i];
        for (int j = 0; j < function->statement_count; j++) {
            if (function->statements[j].line != line)
                continue;
            any = true;
            *executions += function->statements[j].executions;
        }
    }
    return any;
}

void program_print_counts(const struct program *program)
{
    uint64_t executions;
    for (int i = 0; i < program->function_count; i++)
        fprintf(stderr, "calls %s %" PRIu64 "\n", program->functions[i]->name, program->functions[i]->calls);
    for (int line = 1; line <= program->lines; line++)
        if (count_line(program, line, &executions))
            fprintf(stderr, "line %d %" PRIu64 "\n", line, executions);
    for (int i = 0; i < program->function_count; i++)
        for (int j = 0; j < program->functions[i]->branch_count; j++) {
            const struct branch *branch = &program->functions[i]->branches[j];
            fprintf(stderr, "branch %d %" PRIu64 " %" PRIu64 "\n", branch->line, branch->taken[0], branch->taken[1]);
        }
}

void program_free(struct program *program)
{
    for (int i = 0; i < program->function_count; i++) {
        struct function *function = program->functions[i];
        free(function->name);
        free(function->code);
        free(function->statements);
        free(function->branches);
        free(function->handlers);
        free(function);
    }
    for (int i = 0; i < program->text_count; i++)
        free(program->texts[i]);
    free(program->functions);
    free(program->texts);
}
