/* main.c - tinyvm: run a program, with or without a QII library. */
#include "arguments.h"
#include "compiler.h"
#include "machine.h"
#include "profiler.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEY_BYTE_CODE = 256, KEY_SELF_COUNT, KEY_TEST };

struct choice {
    struct arguments arguments;
    bool byte_code;
    bool self_count;
    bool test;
};

static const struct argp_option options[] = {
    {"byte-code", KEY_BYTE_CODE, 0, 0, "Report offsets into the code instead of blocks", 0},
    {"self-count", KEY_SELF_COUNT, 0, 0, "At the end, print the machine's own counts to stderr", 0},
    {"test", KEY_TEST, 0, 0, "Run the functions test_* instead of main", 0},
    {0},
};

static error_t take(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    (void)argument;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->arguments;
        return 0;
    case KEY_BYTE_CODE:
        choice->byte_code = true;
        return 0;
    case KEY_SELF_COUNT:
        choice->self_count = true;
        return 0;
    case KEY_TEST:
        choice->test = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    static const struct argp_child children[] = {{&arguments_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {options, take, "PROGRAM", "Run a tiny program.", children, NULL, NULL};
    struct choice choice = {0};
    const struct arguments *arguments = &choice.arguments;
    argp_parse(&argp, argc, argv, 0, NULL, &choice);

    struct program program = {0};
    char *text = program_read(arguments->program);
    compiler_run(&program, arguments->program, text);
    free(text);

    struct profiler profiler = {.byte_code = choice.byte_code};
    if (arguments->library && !profiler_open(&profiler, &program, arguments->library, arguments->options))
        return 2;
    int status = choice.test ? machine_test(&program, &profiler) : machine_run(&program, &profiler);
    profiler_close(&profiler);

    if (choice.self_count)
        program_print_counts(&program);
    program_free(&program);
    return status;
}
