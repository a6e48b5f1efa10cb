#include "tools/qii/command.h"

#include "format/words.h"
#include "profile/query/measure.h"
#include "tools/qii/questions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MOST_OPTIONS 32
#define FIRST_KEY    0x1000 /* key of an option without a letter: this number plus the option's index in the list */

/* ---- option values --------------------------------------------------------------------------------------------- */

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

static void check_something(const char *argument, const char *option, struct argp_state *state)
{
    if (!*argument)
        argp_error(state, "--%s needs a value that is not empty", option);
}

void qii_nonempty(void *field, const char *argument, const char *option, struct argp_state *state)
{
    check_something(argument, option, state);
    qii_text(field, argument, option, state);
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

/* Round to the nearest nanosecond, so that a user can copy the time of an event from the output and gets that event. */
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
    check_something(argument, option, state);
    if (patterns->count == QP_PATTERNS)
        argp_error(state, "--%s can be given %d times at most", option, QP_PATTERNS);
    patterns->items[patterns->count++] = argument;
}

void qii_folder(void *field, const char *argument, const char *option, struct argp_state *state)
{
    struct qp_source_path *path = field;
    check_something(argument, option, state);
    if (path->count == QP_SOURCE_FOLDERS)
        argp_error(state, "--%s can be given %d times at most", option, QP_SOURCE_FOLDERS);
    path->folders[path->count++] = argument;
}

/* ---- common options -------------------------------------------------------------------------------------------- */

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
    {"phase", 0, "NAME|N", "show only this phase; phase 0 is the time before the first one", qii_text,
     offsetof(struct qii_input, phase)},
    {"context", 0, "PATTERN",
     "show only what counts for contexts (tests, requests) whose name contains PATTERN, or matches it if it has * or "
     "?; if PATTERN is the name of a context, only for this one",
     qii_nonempty, offsetof(struct qii_input, context)},
    {"product", 0, "qprof|cprof|vt", "library whose data is shown, if the run used several", take_product,
     offsetof(struct qii_input, product)},
    {"raw", 0, NULL, "do not subtract the recorder's overhead from times", qii_flag, offsetof(struct qii_input, raw)},
    {.name = NULL},
};

static void take_measure(void *field, const char *argument, const char *option, struct argp_state *state)
{
    unsigned *measure = field;
    for (*measure = QP_MEASURE_TIME; *measure <= QP_MEASURE_OBJECTS; ++*measure)
        if (strcmp(argument, qp_measure_word((enum qp_measure) * measure)) == 0)
            return;
    argp_error(state, "--%s is time, bytes or objects, not '%s'", option, argument);
}

static const struct qii_option measuring[] = {
    {"measure", 0, "time|bytes|objects",
     "show time (default), or the bytes or objects that functions allocated, as self and total", take_measure,
     offsetof(struct qii_input, measure)},
    {.name = NULL},
};

static const struct qii_option jobs[] = {
    {"job", 'j', NULL,
     "read the files of all ranks of the MPI job that FILE belongs to; they are in FILE's directory. A directory or a "
     "quoted pattern as FILE needs no --job",
     qii_flag, offsetof(struct qii_input, all_ranks)},
    {.name = NULL},
};

/* Return true if the command reads the files of a job. */
static bool takes_jobs(const struct qii_command *command)
{
    return command->run && (!command->opens_nothing || command->files.takes_sides);
}

static void take_format(void *field, const char *argument, const char *option, struct argp_state *state)
{
    bool tsv = strcmp(argument, "tsv") == 0;
    if (!tsv && strcmp(argument, "table") != 0)
        argp_error(state, "--%s is table or tsv, not '%s'", option, argument);
    *(bool *)field = tsv;
}

static const struct qii_option tables[] = {
    {"format", 0, "table|tsv",
     "output for people (default) or for programs: tab-separated cells, times in nanoseconds, shares as fractions of "
     "1, all rows unless limited by an option; everything but tables goes to standard error",
     take_format, offsetof(struct qii_input, view.tsv)},
    {.name = NULL},
};

static const struct qii_option pages[] = {
    {"no-pager", 0, NULL, "never use a pager ($QII_PAGER, $PAGER or less)", qii_flag,
     offsetof(struct qii_input, view.no_pager)},
    {.name = NULL},
};

static const struct qii_option configuring[] = {
    {"config", 0, "FILE", "project settings (default: .qiirc of this directory or above, up to the repository's root)",
     qii_nonempty, offsetof(struct qii_input, configured.file)},
    {"no-config", 0, NULL, "use no project settings", qii_flag, offsetof(struct qii_input, configured.none)},
    {.name = NULL},
};

static void take_watch(void *field, const char *argument, const char *option, struct argp_state *state)
{
    qii_seconds(field, argument ? argument : "2", option, state);
    if (*(uint64_t *)field == 0)
        argp_error(state, "--%s needs a number of seconds above 0", option);
}

static const struct qii_option watching[] = {
    {"watch", 'w', "?SECONDS", "repeat every SECONDS (default 2) until the run ends, using at most 2% of one CPU",
     take_watch, offsetof(struct qii_input, watch_ns)},
    {.name = NULL},
};

/* ---- command line ---------------------------------------------------------------------------------------------- */

struct parsing {
    const struct qii_command *command;
    struct qii_input *input;
    char *request;
    struct argp_option list[MOST_OPTIONS]; /* argp's list: the command's options, and common options after headings */
    const struct qii_option *options[MOST_OPTIONS];
    unsigned count;
    unsigned common; /* index of the first common option */
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

const char *const *qii_command_words(const struct qii_command *command, const char *option)
{
    const struct qii_words *it = command->words;
    while (it && it->option && strcmp(it->option, option) != 0)
        it++;
    return it ? it->words : NULL;
}

static void take_word(const char *const *words, unsigned *field, const char *argument, const char *option,
                      struct argp_state *state)
{
    char all[300] = "";
    for (unsigned i = 0; words[i]; i++) {
        size_t used = strlen(all);
        if (strcmp(words[i], argument) == 0) {
            *field = i;
            return;
        }
        snprintf(all + used, sizeof all - used, " %s", words[i]);
    }
    argp_error(state, "invalid --%s=%s; valid values:%s", option, argument, all);
}

static error_t take_key(int key, char *argument, struct argp_state *state)
{
    const struct parsing *parsing = state->input;
    const struct qii_command *command = parsing->command;
    for (unsigned i = 0; i < parsing->count; i++) {
        const struct qii_option *option = parsing->options[i];
        if (option && key == parsing->list[i].key) {
            char *fields = i < parsing->common ? parsing->request : (char *)parsing->input;
            if (option->take)
                option->take(fields + option->field, argument, option->name, state);
            else
                take_word(qii_command_words(command, option->name), (void *)(fields + option->field), argument,
                          option->name, state);
            return 0;
        }
    }
    switch (key) {
    case ARGP_KEY_ARG:
        return qii_files_take(&command->files, parsing->input, parsing->request, argument, state);
    case ARGP_KEY_END:
        qii_files_check(&command->files, parsing->input, parsing->request, state);
        if (command->check)
            command->check(parsing->request, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Return the command's text for a part of the help. In the last part, the examples precede the command's text. argp
 * frees the result. */
static char *complete_help(int key, const char *text, void *input)
{
    const struct qii_command *command = ((const struct parsing *)input)->command;
    char *own = command->more_help ? command->more_help(key, text, input) : (char *)text;
    if (key != ARGP_KEY_HELP_EXTRA)
        return own;
    char *examples = NULL;
    size_t size;
    FILE *out = open_memstream(&examples, &size);
    if (!out)
        return own;
    fputs("Examples:\n", out);
    qii_questions_examples(out, command->name);
    if (own)
        fprintf(out, "\n%s", own);
    free(own);
    return fclose(out) == 0 ? examples : NULL;
}

static struct argp list_all(struct parsing *parsing)
{
    const struct qii_command *command = parsing->command;
    list_options(parsing, command->options, 1);
    parsing->common = parsing->count;
    if (command->selects || command->configured || takes_jobs(command))
        parsing->list[parsing->count++] = (struct argp_option){.doc = "Data selection", .group = 10};
    if (takes_jobs(command))
        list_options(parsing, jobs, 10);
    if (command->selects)
        list_options(parsing, selecting, 10);
    if (command->measures)
        list_options(parsing, measuring, 10);
    if (command->configured)
        list_options(parsing, configuring, 10);
    if (command->tables || command->pages || command->watches)
        parsing->list[parsing->count++] = (struct argp_option){.doc = "Output", .group = 11};
    if (command->tables)
        list_options(parsing, tables, 11);
    if (command->pages)
        list_options(parsing, pages, 11);
    if (command->watches)
        list_options(parsing, watching, 11);
    return (struct argp){
        .options = parsing->count ? parsing->list : NULL, /* argp leaks memory if the list is empty */
        .parser = take_key,
        .args_doc = command->arguments,
        .doc = command->help,
        .help_filter = complete_help,
    };
}

#define LEAST_HELP 40 /* argp needs this width for its columns */

/* Limit argp's help to the width of the output, if that is narrower than argp's 79 columns. */
static void narrow_help(void)
{
    char format[32];
    uint32_t columns = qii_columns(stdout);
    snprintf(format, sizeof format, "rmargin=%u", columns > LEAST_HELP ? columns - 1 : LEAST_HELP);
    if (columns && columns < 80)
        setenv("ARGP_HELP_FMT", format, 0);
}

int qii_command_parse(const struct qii_command *command, int argc, char **argv, struct qii_input *input, void *request)
{
    struct parsing parsing = {.command = command, .input = input, .request = request};
    const struct argp argp = list_all(&parsing);
    qii_files_prepare(&command->files, argc, argv);
    narrow_help();
    error_t failed = argp_parse(&argp, argc, argv, 0, NULL, &parsing);
    return failed == ENOMEM ? qii_no_memory() : failed ? QII_USAGE : QII_OK;
}

_Noreturn void qii_command_help(const struct qii_command *command)
{
    char title[64], help[] = "--help";
    struct parsing parsing = {.command = command};
    const struct argp argp = list_all(&parsing);
    snprintf(title, sizeof title, "qii %s", command->name);
    narrow_help();
    argp_parse(&argp, 2, (char *[]){title, help, NULL}, ARGP_NO_EXIT, NULL, &parsing);
    exit(qii_output_end(QII_OK));
}

const struct qii_command *qii_command_named(const struct qii_command *const *commands, const char *name)
{
    while (*commands && strcmp((*commands)->name, name) != 0)
        commands++;
    return *commands;
}

const struct qii_option *qii_command_option(const struct qii_command *command, unsigned index)
{
    const struct qii_option *lists[] = {command->options,
                                        takes_jobs(command) ? jobs : NULL,
                                        command->selects ? selecting : NULL,
                                        command->measures ? measuring : NULL,
                                        command->configured ? configuring : NULL,
                                        command->tables ? tables : NULL,
                                        command->pages ? pages : NULL,
                                        command->watches ? watching : NULL};
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (const struct qii_option *it = lists[i]; it && it->name; it++) {
            if (index-- == 0)
                return it;
        }
    }
    return NULL;
}

const struct qii_option *qii_command_option_named(const struct qii_command *command, const char *name)
{
    size_t length = strcspn(name, "=");
    const struct qii_option *option;
    for (unsigned i = 0; (option = qii_command_option(command, i)); i++) {
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

const struct qii_option *qii_command_waiting(const struct qii_command *command, const char *word)
{
    const struct qii_option *option;
    if (strncmp(word, "--", 2) == 0)
        option = strchr(word, '=') ? NULL : qii_command_option_named(command, word + 2);
    else
        for (unsigned i = 0; (option = qii_command_option(command, i)); i++) {
            if (option->letter && word[0] == '-' && word[1] == option->letter && word[2] == '\0')
                break;
        }
    return option && option->argument && *option->argument != '?' ? option : NULL;
}
