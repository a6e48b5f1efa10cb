/* main.c - greenvm: run a program of green threads on several system threads, alone or under a QII library. */
#include "../tinyvm/compiler.h"
#include "machine.h"
#include "native.h"
#include "profiler.h"
#include "scheduler.h"
#include "truth.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_PROFILE = 256, KEY_COVER, KEY_QII, KEY_QII_OPTIONS, KEY_TELL, KEY_TRUTH, KEY_LOG };

struct arguments {
    const char *program;
    const char *library; /* NULL: run alone */
    const char *options;
    FILE *truth;
    FILE *log;
    int carriers;
    enum telling telling;
};

static const struct argp_option options[] = {
    {"carriers", 'c', "N", 0, "System threads that run the program's threads: 2", 0},
    {"profile", KEY_PROFILE, 0, 0, "Profile the program with libqprof", 0},
    {"cover", KEY_COVER, 0, 0, "Count what runs with libcprof", 0},
    {"qii", KEY_QII, "LIBRARY", 0, "Use this library: a name such as qprof, or a path", 0},
    {"qii-options", KEY_QII_OPTIONS, "TEXT", 0, "Options for the library", 0},
    {"tell", KEY_TELL, "calls|suspend|wake", 0, "How much the library is told: wake", 0},
    {"truth", KEY_TRUTH, "FILE", 0, "Write where the threads' time went by the machine's own clock", 0},
    {"log", KEY_LOG, "FILE", 0, "Write every change of a thread's state", 0},
    {0},
};

static FILE *create(const char *name)
{
    FILE *file = fopen(name, "w");
    if (!file) {
        perror(name);
        exit(2);
    }
    return file;
}

static enum telling telling_of(const char *name, struct argp_state *state)
{
    static const char *const names[] = {"calls", "suspend", "wake"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0)
            return (enum telling)i;
    argp_error(state, "--tell takes calls, suspend or wake");
    return TELL_CALLS;
}

static error_t take(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case 'c':
        arguments->carriers = atoi(argument);
        if (arguments->carriers < 1 || arguments->carriers > SCHEDULER_CARRIERS)
            argp_error(state, "between 1 and %d carriers", SCHEDULER_CARRIERS);
        return 0;
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
    case KEY_TELL:
        arguments->telling = telling_of(argument, state);
        return 0;
    case KEY_TRUTH:
        arguments->truth = create(argument);
        return 0;
    case KEY_LOG:
        arguments->log = create(argument);
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
    static const struct argp argp = {options, take, "PROGRAM", "Run a program of green threads.", NULL, NULL, NULL};
    struct arguments arguments = {.carriers = 2, .telling = TELL_WAKE};
    argp_parse(&argp, argc, argv, 0, NULL, &arguments);

    struct program program = {0};
    native_declare(&program);
    char *text = program_read(arguments.program);
    compiler_run(&program, arguments.program, text);
    free(text);

    struct profiler profiler = {.telling = arguments.telling};
    if (arguments.library && !profiler_open(&profiler, &program, native_flags, arguments.library, arguments.options))
        return 2;
    if (arguments.truth || arguments.log)
        truth_open(&program, arguments.log);
    int status = machine_run(&program, &profiler, arguments.carriers);
    profiler_close(&profiler);

    if (arguments.truth)
        truth_print(arguments.truth);
    truth_close();
    if (arguments.truth)
        fclose(arguments.truth);
    if (arguments.log)
        fclose(arguments.log);
    program_free(&program);
    return status;
}
