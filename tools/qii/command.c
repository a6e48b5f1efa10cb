#include "tools/qii/command.h"

#include "data/words.h"

#include <stdlib.h>
#include <string.h>

#define MOST_OPTIONS 32
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

void qii_pattern(void *field, const char *argument, const char *option, struct argp_state *state)
{
    struct qp_patterns *patterns = field;
    if (patterns->count == QP_PATTERNS)
        argp_error(state, "--%s can be given %d times at most", option, QP_PATTERNS);
    patterns->items[patterns->count++] = argument;
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

static void take_format(void *field, const char *argument, const char *option, struct argp_state *state)
{
    bool tsv = strcmp(argument, "tsv") == 0;
    if (!tsv && strcmp(argument, "table") != 0)
        argp_error(state, "--%s is table or tsv, not '%s'", option, argument);
    *(bool *)field = tsv;
}

static const struct qii_option tables[] = {
    {"format", 0, "table|tsv",
     "tables for people (default), or for programs: a tab between the cells, times in nanoseconds, shares as fractions "
     "of 1, all rows unless an option says otherwise; all that is no table goes to standard error",
     take_format, offsetof(struct qii_input, view.tsv)},
    {.name = NULL},
};

static const struct qii_option pages[] = {
    {"no-pager", 0, NULL, "on a terminal, too: not through $QII_PAGER, $PAGER or less", qii_flag,
     offsetof(struct qii_input, view.no_pager)},
    {.name = NULL},
};

/* ---- the line -------------------------------------------------------------------------------------------------- */

/* Stands for -- in the line of a command with two sides, where argp would only end the options at it. */
static char separator[] = "-";

struct parsing {
    const struct qii_command *command;
    struct qii_input *input;
    char *request;
    struct argp_option list[MOST_OPTIONS]; /* for argp: the command's, a heading, the common ones */
    const struct qii_option *options[MOST_OPTIONS];
    unsigned count;
    unsigned common; /* the first of them */
    bool separated;  /* a -- was met */
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

static struct qii_sides *sides_of(const struct parsing *parsing)
{
    return (struct qii_sides *)(void *)(parsing->request + parsing->command->sides);
}

static void take_file_of_side(struct parsing *parsing, char *argument, struct argp_state *state)
{
    struct qii_sides *sides = sides_of(parsing);
    if (argument == separator && parsing->separated)
        argp_error(state, "one -- only");
    else if (argument == separator)
        parsing->separated = true;
    else
        sides->paths[sides->counts[0] + sides->counts[1]++] = argument;
    if (argument != separator && !parsing->separated) {
        sides->counts[0]++;
        sides->counts[1]--;
    }
}

/* After all FILEs. */
static void check_sides(const struct parsing *parsing, struct argp_state *state)
{
    struct qii_sides *sides = sides_of(parsing);
    uint32_t count = sides->counts[0] + sides->counts[1];
    if (!parsing->separated && count == 2)
        sides->counts[0] = sides->counts[1] = 1;
    else if (!parsing->separated && count > 2)
        argp_error(state, "of more than two FILEs, -- stands between those before and those after the change");
    if (!sides->counts[0] || !sides->counts[1])
        argp_error(state, "name data files of before and after the change");
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
    struct parsing *parsing = state->input;
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
        if (command->takes_sides)
            take_file_of_side(parsing, argument, state);
        else
            take_argument(parsing, argument, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        if (command->no_subject)
            argp_error(state, "%s", command->no_subject);
        return 0;
    case ARGP_KEY_END:
        if (command->takes_sides)
            check_sides(parsing, state);
        if (command->check)
            command->check(parsing->request, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Room for the paths of both sides, and what argp shall see of --. */
static bool prepare_sides(const struct parsing *parsing, int argc, char **argv)
{
    struct qii_sides *sides = sides_of(parsing);
    sides->paths = calloc((size_t)argc + 1, sizeof *sides->paths);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0)
            argv[i] = separator;
    }
    return sides->paths;
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
    if (command->tables || command->pages)
        parsing->list[parsing->count++] = (struct argp_option){.doc = "How it is shown", .group = 11};
    if (command->tables)
        list_options(parsing, tables, 11);
    if (command->pages)
        list_options(parsing, pages, 11);
    return (struct argp){
        .options = parsing->count ? parsing->list : NULL, /* argp leaks an empty list */
        .parser = parse,
        .args_doc = command->arguments,
        .doc = command->help,
        .help_filter = command->more_help,
    };
}

/* Returns QII_OK, QII_USAGE or QII_MEMORY. */
static int parse_line(const struct qii_command *command, void *request, struct qii_input *input, int argc, char **argv)
{
    struct parsing parsing = {.command = command, .input = input, .request = request};
    const struct argp argp = list_all(&parsing);
    if (command->takes_sides && !prepare_sides(&parsing, argc, argv))
        return qii_no_memory();
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
                                        command->tables ? tables : NULL, command->pages ? pages : NULL};
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (const struct qii_option *it = lists[i]; it && it->name; it++) {
            if (index-- == 0)
                return it;
        }
    }
    return NULL;
}

static int open_and_run(const struct qii_command *command, struct qii_input *input, void *request)
{
    int code = command->takes_sides || command->lists ? QII_OK : qii_input_open(input);
    if (code)
        return code;
    if (command->queries)
        code = qii_input_query(input);
    if (!code) {
        qii_view_begin(&input->view, command->pages);
        code = command->run(input, request);
    }
    qii_input_close(input);
    return code;
}

int qii_command_run(const struct qii_command *command, int argc, char **argv)
{
    struct qii_input input = {.product = command->product, .cover = command->cover, .quiet = command->quiet};
    if (command->main)
        return command->main(argc, argv);
    char *request = calloc(1, command->size + 1);
    if (!request)
        return qii_no_memory();
    if (command->defaults)
        memcpy(request, command->defaults, command->size);
    int code = parse_line(command, request, &input, argc, argv);
    if (!code)
        code = qii_output_end(open_and_run(command, &input, request));
    if (command->takes_sides)
        free(((struct qii_sides *)(void *)(request + command->sides))->paths);
    free(request);
    return code;
}
