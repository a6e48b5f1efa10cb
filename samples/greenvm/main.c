/* main.c - greenvm: run a program of green threads on several system threads, alone or under a QII library. */
#include "../tinyvm/arguments.h"
#include "../tinyvm/compiler.h"
#include "machine.h"
#include "native.h"
#include "profiler.h"
#include "scheduler.h"
#include "truth.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_TELL = 256, KEY_SLICE, KEY_TRUTH, KEY_LOG, KEY_NUMBER };

struct choice {
    struct arguments arguments;
    FILE *truth;
    FILE *log;
    int carriers;
    int64_t slice;
    enum telling telling;
    bool numbered;
};

static const struct argp_option options[] = {
    {"carriers", 'c', "N", 0, "System threads that run the program's threads: 2", 0},
    {"slice", KEY_SLICE, "N", 0, "Statements after which a thread lets others run: 10000", 0},
    {"tell", KEY_TELL, "calls|suspend|wake", 0, "How much the library is told: wake", 0},
    {"number-threads", KEY_NUMBER, NULL, 0, "Name each thread by its first function and a number: worker-7", 0},
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
    static const char *const names[] = {[TELL_CALLS] = "calls", [TELL_SUSPEND] = "suspend", [TELL_WAKE] = "wake"};
    for (int telling = TELL_CALLS; telling <= TELL_WAKE; telling++)
        if (strcmp(name, names[telling]) == 0)
            return (enum telling)telling;
    argp_error(state, "--tell takes calls, suspend or wake");
    return TELL_CALLS;
}

static error_t take(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->arguments;
        return 0;
    case 'c':
        choice->carriers = atoi(argument);
        if (choice->carriers < 1 || choice->carriers > SCHEDULER_CARRIERS)
            argp_error(state, "between 1 and %d carriers", SCHEDULER_CARRIERS);
        return 0;
    case KEY_SLICE:
        choice->slice = atoll(argument);
        return 0;
    case KEY_TELL:
        choice->telling = telling_of(argument, state);
        return 0;
    case KEY_NUMBER:
        choice->numbered = true;
        return 0;
    case KEY_TRUTH:
        choice->truth = create(argument);
        return 0;
    case KEY_LOG:
        choice->log = create(argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    static const struct argp_child children[] = {{&arguments_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {options, take, "PROGRAM", "Run a program of green threads.", children, NULL, NULL};
    struct choice choice = {.carriers = 2, .slice = MACHINE_SLICE, .telling = TELL_WAKE};
    const struct arguments *arguments = &choice.arguments;
    argp_parse(&argp, argc, argv, 0, NULL, &choice);

    struct program program = {0};
    native_declare(&program);
    char *text = program_read(arguments->program);
    compiler_run(&program, arguments->program, text);
    free(text);

    struct profiler profiler = {.telling = choice.telling, .numbered = choice.numbered};
    if (arguments->library && !profiler_open(&profiler, &program, native_flags, arguments->library, arguments->options))
        return 2;
    if (choice.truth || choice.log)
        truth_open(&program, native_flags, choice.log);
    int status = machine_run(&program, &profiler, choice.carriers, choice.slice);
    profiler_close(&profiler);

    if (choice.truth)
        truth_print(choice.truth);
    truth_close();
    if (choice.truth)
        fclose(choice.truth);
    if (choice.log)
        fclose(choice.log);
    program_free(&program);
    return status;
}
