#include "tools/qii/command.h"

#include "data/words.h"
#include "watch/pace.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_OPTIONS 24
#define FIRST_KEY    0x1000 /* of options without a letter: this and their place in the list */

/* ---- values ---------------------------------------------------------------------------------------------------- */

void qii_flag(void *field, const char *argument, const char *option, struct argp_state *state)
{
    (void)argument, (void)option, (void)state;
    *(bool *)field = true;
}

void qii_text(void *field, const char *argument, const char *option, struct argp_state *state)
{
    (void)option, (void)state;
    *(const char **)field = argument;
}

void qii_number(void *field, const char *argument, const char *option, struct argp_state *state)
{
    char *end;
    unsigned long number = strtoul(argument, &end, 10);
    if (*argument < '0' || *argument > '9' || *end || number >= UINT32_MAX)
        argp_error(state, "--%s takes a number, not '%s'", option, argument);
    *(uint32_t *)field = (uint32_t)number;
}

void qii_percent(void *field, const char *argument, const char *option, struct argp_state *state)
{
    char *end;
    double percent = strtod(argument, &end);
    if (end == argument || *end || !(percent >= 0 && percent <= 100))
        argp_error(state, "--%s takes a number from 0 to 100, not '%s'", option, argument);
    *(double *)field = percent;
}

/* To the nearest nanosecond, so that a time which was shown is its event's. */
void qii_seconds(void *field, const char *argument, const char *option, struct argp_state *state)
{
    char *end;
    double seconds = strtod(argument, &end);
    if (end == argument || *end || !(seconds >= 0))
        argp_error(state, "--%s takes seconds, not '%s'", option, argument);
    *(uint64_t *)field = seconds < 1e9 ? (uint64_t)(seconds * 1e9 + 0.5) : UINT64_MAX;
}

/* ---- the common options ---------------------------------------------------------------------------------------- */

static void take_product(void *field, const char *argument, const char *option, struct argp_state *state)
{
    bool known = false;
    for (unsigned product = 0; product < QP_PRODUCTS; product++)
        known |= strcmp(argument, qp_words_product(product)) == 0;
    if (!known)
        argp_error(state, "--product is qprof, cprof or vt");
    qii_text(field, argument, option, state);
}

static const struct qii_option selecting[] = {
    {"phase", 0, "NAME|N", "only this phase; phase 0 is what lies before the first one", qii_text,
     offsetof(struct qii_input, phase)},
    {"product", 0, "qprof|cprof|vt", "whose data, where the run used several libraries", take_product,
     offsetof(struct qii_input, product)},
    {"raw", 0, NULL, "times with the recorder's own cost in them", qii_flag, offsetof(struct qii_input, raw)},
    {.name = NULL},
};

static void take_watch(void *field, const char *argument, const char *option, struct argp_state *state)
{
    qii_seconds(field, argument ? argument : "2", option, state);
    if (*(uint64_t *)field == 0)
        argp_error(state, "--%s takes more than 0 seconds", option);
}

static const struct qii_option watching[] = {
    {"watch", 'w', "?SECONDS",
     "show it again every SECONDS (default 2) until the run ends, or as often as 2 % of a processor allow", take_watch,
     offsetof(struct qii_input, watch_ns)},
    {.name = NULL},
};

/* ---- the line -------------------------------------------------------------------------------------------------- */

struct parsing {
    const struct qii_command *command;
    struct qii_input *input;
    char *request;
    struct argp_option list[MOST_OPTIONS]; /* for argp: the command's, a heading, the common ones */
    const struct qii_option *options[MOST_OPTIONS];
    unsigned count;
    unsigned common; /* the first of them */
};

static void list_options(struct parsing *parsing, const struct qii_option *options, int group)
{
    for (; options && options->name; options++) {
        int key = options->letter ? options->letter : FIRST_KEY + (int)parsing->count;
        bool optional = options->argument && *options->argument == '?';
        parsing->list[parsing->count] = (struct argp_option){
            options->name, key, options->argument + optional, optional ? OPTION_ARG_OPTIONAL : 0, options->help, group};
        parsing->options[parsing->count++] = options;
    }
}

static void take_argument(const struct parsing *parsing, char *argument, struct argp_state *state)
{
    const char **subject = (const char **)(void *)(parsing->request + parsing->command->subject);
    if (parsing->command->no_subject && !*subject) {
        *subject = argument;
        return;
    }
    if (!parsing->input->path) {
        parsing->input->path = argument;
        return;
    }
    const char **second = (const char **)(void *)(parsing->request + parsing->command->second);
    if (!parsing->command->takes_second)
        argp_error(state, "one FILE only");
    else if (*second)
        argp_error(state, "two FILEs at most");
    else
        *second = argument;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    const struct parsing *parsing = state->input;
    const struct qii_command *command = parsing->command;
    for (unsigned i = 0; i < parsing->count; i++) {
        const struct qii_option *option = parsing->options[i];
        if (option && key == parsing->list[i].key) {
            char *fields = i < parsing->common ? parsing->request : (char *)parsing->input;
            option->take(fields + option->field, argument, option->name, state);
            return 0;
        }
    }
    switch (key) {
    case ARGP_KEY_ARG:
        take_argument(parsing, argument, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        if (command->no_subject)
            argp_error(state, "%s", command->no_subject);
        return 0;
    case ARGP_KEY_END:
        if (command->check)
            command->check(parsing->request, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static struct argp list_all(struct parsing *parsing)
{
    const struct qii_command *command = parsing->command;
    list_options(parsing, command->options, 1);
    parsing->common = parsing->count;
    if (command->selects) {
        parsing->list[parsing->count++] = (struct argp_option){.doc = "Which data", .group = 10};
        list_options(parsing, selecting, 10);
    }
    if (command->watches)
        list_options(parsing, watching, 10);
    return (struct argp){
        .options = parsing->count ? parsing->list : NULL, /* argp leaks an empty list */
        .parser = parse,
        .args_doc = command->arguments,
        .doc = command->help,
        .help_filter = command->more_help,
    };
}

/* Returns QII_OK or QII_USAGE. */
static int parse_line(const struct qii_command *command, void *request, struct qii_input *input, int argc, char **argv)
{
    struct parsing parsing = {.command = command, .input = input, .request = request};
    const struct argp argp = list_all(&parsing);
    return argp_parse(&argp, argc, argv, 0, NULL, &parsing) ? QII_USAGE : QII_OK;
}

void qii_command_help(const struct qii_command *command, FILE *out)
{
    char title[64];
    struct parsing parsing = {.command = command};
    const struct argp argp = list_all(&parsing);
    snprintf(title, sizeof title, "qii %s", command->name);
    argp_help(&argp, out, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK, title);
}

const struct qii_option *qii_command_option(const struct qii_command *command, unsigned index)
{
    const struct qii_option *lists[] = {command->options, command->selects ? selecting : NULL,
                                        command->watches ? watching : NULL};
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (const struct qii_option *it = lists[i]; it && it->name; it++) {
            if (index-- == 0)
                return it;
        }
    }
    return NULL;
}

/* ---- the answer ------------------------------------------------------------------------------------------------ */

/* goes_on: whether another answer may be another one. */
static int answer(const struct qii_command *command, struct qii_input *input, void *request, bool *goes_on)
{
    int code = command->opens ? QII_OK : qii_input_open(input);
    if (code)
        return code;
    if (command->queries)
        code = qii_input_query(input);
    if (!code)
        code = command->run(input, request);
    *goes_on = input->profile.reader.ending == QP_ENDING_RUNNING;
    qii_input_close(input);
    return qii_output_end(code);
}

static void wait_for(uint64_t ns)
{
    struct timespec rest = {.tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000)};
    while (nanosleep(&rest, &rest) != 0)
        continue;
}

static int answer_again(const struct qii_command *command, struct qii_input *input, void *request)
{
    struct qp_pace pace = {.asked_ns = input->watch_ns};
    for (bool again = false;; again = true) {
        bool goes_on = false;
        qp_pace_begin(&pace);
        qii_output_renew(again);
        int code = answer(command, input, request, &goes_on);
        uint64_t wait = qp_pace_end(&pace);
        if (code || !goes_on)
            return code;
        wait_for(wait);
    }
}

int qii_command_run(const struct qii_command *command, int argc, char **argv)
{
    struct qii_input input = {.product = command->product, .cover = command->cover, .quiet = command->quiet};
    bool goes_on;
    if (command->main)
        return command->main(argc, argv);
    void *request = calloc(1, command->size + 1);
    if (!request)
        return qii_no_memory();
    if (command->defaults)
        memcpy(request, command->defaults, command->size);
    int code = parse_line(command, request, &input, argc, argv);
    if (!code && input.watch_ns)
        code = answer_again(command, &input, request);
    else if (!code)
        code = answer(command, &input, request, &goes_on);
    free(request);
    return code;
}
