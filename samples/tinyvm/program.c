/* program.c - the parts of a compiled program. */
#include "program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void *program_grow(void *array, int count, size_t element)
{
    /* Room doubles at each power of two, so the count alone tells when more is due. */
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
    FILE *file = fopen(name, "r");
    if (!file) {
        perror(name);
        exit(2);
    }
    char *text = NULL;
    int count = 0, byte;
    while ((byte = getc(file)) != EOF) {
        text = program_grow(text, count, 1);
        text[count++] = (char)byte;
    }
    fclose(file);
    text = program_grow(text, count, 1); /* its end */
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

/* Statements of all functions in the order of their lines; several may stand on one line. */
static int compare_lines(const void *left, const void *right)
{
    const struct statement *a = left, *b = right;
    return (a->line > b->line) - (a->line < b->line);
}

void program_print_counts(const struct program *program, FILE *out)
{
    struct statement *all = NULL;
    int count = 0;
    for (int i = 0; i < program->function_count; i++) {
        const struct function *function = program->functions[i];
        fprintf(out, "calls %s %" PRIu64 "\n", function->name, function->calls);
        for (int j = 0; j < function->statement_count; j++) {
            all = program_grow(all, count, sizeof *all);
            all[count++] = function->statements[j];
        }
    }
    if (count)
        qsort(all, (size_t)count, sizeof *all, compare_lines);
    for (int i = 0; i < count;) {
        uint64_t executions = 0;
        int line = all[i].line;
        for (; i < count && all[i].line == line; i++)
            executions += all[i].executions;
        fprintf(out, "line %d %" PRIu64 "\n", line, executions);
    }
    free(all);
}

void program_free(struct program *program)
{
    for (int i = 0; i < program->function_count; i++) {
        struct function *function = program->functions[i];
        free(function->name);
        free(function->code);
        free(function->statements);
        free(function->handlers);
        free(function);
    }
    for (int i = 0; i < program->text_count; i++)
        free(program->texts[i]);
    free(program->functions);
    free(program->texts);
}
