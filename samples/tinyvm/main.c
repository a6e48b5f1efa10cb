/* main.c - tinyvm: run a program, alone or under a QII library. */
#include "compiler.h"
#include "machine.h"
#include "profiler.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEY_PROFILE = 256, KEY_COVER, KEY_QII, KEY_QII_OPTIONS, KEY_BYTE_CODE, KEY_SELF_COUNT };

struct arguments {
    const char *program;
    const char *library; /* NULL: run alone */
    const char *options;
    bool byte_code;
    bool self_count;
};

static const struct argp_option options[] = {
    {"profile", KEY_PROFILE, 0, 0, "Profile the program with libqprof", 0},
    {"cover", KEY_COVER, 0, 0, "Count what runs with libcprof", 0},
    {"qii", KEY_QII, "LIBRARY", 0, "Use this library: a name such as qprof, or a path", 0},
    {"qii-options", KEY_QII_OPTIONS, "TEXT", 0, "Options for the library, such as -granularity=line", 0},
    {"byte-code", KEY_BYTE_CODE, 0, 0, "Report offsets into the code instead of blocks", 0},
    {"self-count", KEY_SELF_COUNT, 0, 0, "At the end print what the machine counted itself, on stderr", 0},
    {0},
};

static error_t take(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_PROFILE:
        arguments->library = "qprof";
        return 0;
    case KEY_COVER:
        arguments->library = "cprof";
        return 0;
    case KEY_QII:
        arguments->library = argument;
        return 0;
    case KEY_QII_OPTIONS:
        arguments->options = argument;
        return 0;
    case KEY_BYTE_CODE:
        arguments->byte_code = true;
        return 0;
    case KEY_SELF_COUNT:
        arguments->self_count = true;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->program)
            argp_usage(state);
        arguments->program = argument;
        return 0;
    case ARGP_KEY_END:
        if (!arguments->program)
            argp_usage(state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    static const struct argp argp = {options, take, "PROGRAM", "Run a tiny program.", NULL, NULL, NULL};
    struct arguments arguments = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &arguments);

    struct program program = {0};
    char *text = program_read(arguments.program);
    compiler_run(&program, arguments.program, text);
    free(text);

    struct profiler profiler = {.byte_code = arguments.byte_code};
    if (arguments.library && !profiler_open(&profiler, &program, arguments.library, arguments.options))
        return 2;
    int status = machine_run(&program, &profiler);
    profiler_close(&profiler);

    if (arguments.self_count)
        program_print_counts(&program);
    program_free(&program);
    return status;
}
