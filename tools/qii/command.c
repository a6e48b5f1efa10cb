#include "tools/qii/command.h"

#include "data/words.h"

#include <stdlib.h>
#include <string.h>

#define MOST_OPTIONS 16
#define FIRST_KEY    0x1000 /* of options without a letter: this and their number */

struct parsing {
    const struct qii_command *command;
    const struct qii_option *options; /* the command's, or the common ones */
    char *fields;                     /* the request, or the input */
    struct qii_input *input;
};

/* ---- values ---------------------------------------------------------------------------------------------------- */

uint32_t qii_number(const char *text, struct argp_state *state, const char *option)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || number >= UINT32_MAX)
        argp_error(state, "--%s takes a number, not '%s'", option, text);
    return (uint32_t)number;
}

static double parse_percent(const char *text, struct argp_state *state, const char *option)
{
    char *end;
    double percent = strtod(text, &end);
    if (end == text || *end || !(percent >= 0 && percent <= 100))
        argp_error(state, "--%s takes a number from 0 to 100, not '%s'", option, text);
    return percent;
}

/* To the nearest nanosecond, so that a time which was shown is its event's. */
static uint64_t parse_seconds(const char *text, struct argp_state *state, const char *option)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !(seconds >= 0))
        argp_error(state, "--%s takes seconds, not '%s'", option, text);
    return seconds < 1e9 ? (uint64_t)(seconds * 1e9 + 0.5) : UINT64_MAX;
}

static void take_option(const struct qii_option *option, char *request, char *argument, struct argp_state *state)
{
    void *field = request + option->field;
    switch (option->type) {
    case QII_FLAG:
        *(bool *)field = true;
        return;
    case QII_TEXT:
        *(const char **)field = argument;
        return;
    case QII_NUMBER:
        *(uint32_t *)field = qii_number(argument, state, option->name);
        return;
    case QII_PERCENT:
        *(double *)field = parse_percent(argument, state, option->name);
        return;
    case QII_SECONDS:
        *(uint64_t *)field = parse_seconds(argument, state, option->name);
        return;
    case QII_PARSED:
        option->parse(request, argument, state);
        return;
    }
}

/* ---- the common options ---------------------------------------------------------------------------------------- */

static void parse_product(void *request, const char *argument, struct argp_state *state)
{
    struct qii_input *input = request;
    for (unsigned product = 0; product < QP_PRODUCTS; product++) {
        if (strcmp(argument, qp_words_product(product)) == 0)
            input->product = argument;
    }
    if (input->product != argument)
        argp_error(state, "--product is qprof, cprof or vt");
}

static const struct qii_option selecting[] = {
    {"phase", 0, "NAME|N", "only this phase; phase 0 is what lies before the first one", QII_TEXT,
     offsetof(struct qii_input, phase), NULL},
    {"product", 0, "qprof|cprof|vt", "whose data, where the run used several libraries", QII_PARSED, 0, parse_product},
    {"raw", 0, NULL, "times with the recorder's own cost in them", QII_FLAG, offsetof(struct qii_input, raw), NULL},
    {.name = NULL},
};

/* ---- the line -------------------------------------------------------------------------------------------------- */

static int key_of(const struct qii_option *options, unsigned number)
{
    return options[number].letter ? options[number].letter : FIRST_KEY + (int)number;
}

static void take_argument(const struct parsing *parsing, char *argument, struct argp_state *state)
{
    const char **subject = (const char **)(void *)(parsing->fields + parsing->command->subject);
    if (parsing->command->no_subject && !*subject) {
        *subject = argument;
        return;
    }
    if (parsing->input->path)
        argp_error(state, "one FILE only");
    parsing->input->path = argument;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    const struct parsing *parsing = state->input;
    const struct qii_command *command = parsing->command;
    for (unsigned i = 0; parsing->options && parsing->options[i].name; i++) {
        if (key == key_of(parsing->options, i)) {
            take_option(&parsing->options[i], parsing->fields, argument, state);
            return 0;
        }
    }
    if (parsing->options == selecting)
        return ARGP_ERR_UNKNOWN;
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
            command->check(parsing->fields, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_all(int key, char *argument, struct argp_state *state)
{
    struct parsing *pair = state->input;
    if (key == ARGP_KEY_INIT && pair->command->selects)
        state->child_inputs[0] = &pair[1];
    return parse(key, argument, state);
}

static void list_options(const struct qii_option *options, int group, struct argp_option list[MOST_OPTIONS])
{
    unsigned count = 0;
    for (; options && options[count].name; count++) {
        const struct qii_option *it = &options[count];
        list[count] = (struct argp_option){it->name, key_of(options, count), it->argument, 0, it->help, group};
    }
    list[count] = (struct argp_option){0};
}

/* Returns QII_OK or QII_USAGE. */
static int parse_line(const struct qii_command *command, void *request, struct qii_input *input, int argc, char **argv)
{
    struct argp_option own[MOST_OPTIONS], common[MOST_OPTIONS];
    struct parsing pair[] = {{command, command->options, request, input}, {command, selecting, (char *)input, input}};
    list_options(command->options, 1, own);
    list_options(selecting, 10, common);
    const struct argp child = {.options = common, .parser = parse};
    const struct argp_child children[] = {{&child, 0, "Which data", 10}, {0}};
    const struct argp argp = {
        .options = command->options ? own : NULL, /* argp leaks an empty list */
        .parser = parse_all,
        .args_doc = command->arguments,
        .doc = command->help,
        .children = command->selects ? children : NULL,
        .help_filter = command->more_help,
    };
    return argp_parse(&argp, argc, argv, 0, NULL, pair) ? QII_USAGE : QII_OK;
}

int qii_command_run(const struct qii_command *command, int argc, char **argv)
{
    struct qii_input input = {.product = command->product, .cover = command->cover, .quiet = command->quiet};
    if (command->main)
        return command->main(argc, argv);
    void *request = calloc(1, command->size + 1);
    if (!request)
        return qii_no_memory();
    if (command->defaults)
        memcpy(request, command->defaults, command->size);
    int code = parse_line(command, request, &input, argc, argv);
    if (!code)
        code = qii_input_open(&input);
    if (!code) {
        if (command->queries)
            code = qii_input_query(&input);
        if (!code)
            code = command->run(&input, request);
        qii_input_close(&input);
        code = qii_output_end(code);
    }
    free(request);
    return code;
}
