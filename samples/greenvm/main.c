/* main.c - greenvm: run a program of green threads on several system threads, with or without a QII library. */
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

enum { KEY_REPORT = 256, KEY_SLICE, KEY_TRUTH, KEY_LOG, KEY_NUMBER };

struct choice {
    struct arguments arguments;
    FILE *truth;
    FILE *log;
    int carriers;
    int64_t slice;
    enum reporting reporting;
    bool numbered;
};

static const struct argp_option options[] = {
    {"carriers", 'c', "N", 0, "Number of system threads that run the program's threads (default: 2)", 0},
    {"slice", KEY_SLICE, "N", 0, "Statements after which a thread yields to others (default: 10000)", 0},
    {"report", KEY_REPORT, "calls|suspend|wake", 0, "Events reported to the library (default: wake)", 0},
    {"number-threads", KEY_NUMBER, NULL, 0, "Name each thread by its first function and a number: worker-7", 0},
    {"truth", KEY_TRUTH, "FILE", 0, "Write the threads' times by the machine's own clock", 0},
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

static enum reporting reporting_of(const char *name, struct argp_state *state)
{
    static const char *const names[] = {[REPORT_CALLS] = "calls", [REPORT_SUSPEND] = "suspend", [REPORT_WAKE] = "wake"};
    for (int reporting = REPORT_CALLS; reporting <= REPORT_WAKE; reporting++)
        if (strcmp(name, names[reporting]) == 0)
            return (enum reporting)reporting;
    argp_error(state, "--report takes calls, suspend or wake");
    return REPORT_CALLS;
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
            argp_error(state, "--carriers must be between 1 and %d", SCHEDULER_CARRIERS);
        return 0;
    case KEY_SLICE:
        choice->slice = atoll(argument);
        return 0;
    case KEY_REPORT:
        choice->reporting = reporting_of(argument, state);
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
    struct choice choice = {.carriers = 2, .slice = MACHINE_SLICE, .reporting = REPORT_WAKE};
    const struct arguments *arguments = &choice.arguments;
    argp_parse(&argp, argc, argv, 0, NULL, &choice);

    struct program program = {0};
    native_declare(&program);
    char *text = program_read(arguments->program);
    compiler_run(&program, arguments->program, text);
    free(text);

    struct profiler profiler = {.reporting = choice.reporting, .numbered = choice.numbered};
    if (arguments->library && !profiler_open(&profiler, &program, native_flags, arguments->library, arguments->options))
        return 2;
    if (choice.truth || choice.log)
        truth_open(&program, native_flags, choice.log);
    int status = machine_run(&program, &profiler, choice.carriers, choice.slice);
    truth_carrier_end(); /* again, to include the wait for the other carriers, which the library records, too */
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
