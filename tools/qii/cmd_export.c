/* cmd_export.c - qii export: the profile in a format of other programs. */
#include "tools/qii/qii.h"

#include "export/export.h"
#include "tools/qii/log.h"

#include <errno.h>
#include <string.h>

struct choice {
    struct qii_input input; /* first: the parent's input */
    const struct qp_exporter *exporter;
    const char *output;
    bool events;
};

enum { KEY_FORMAT = 'F', KEY_OUTPUT = 'o', KEY_EVENTS = 'e' };

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "the format (needed)", 1},
    {"events", KEY_EVENTS, NULL, 0, "with each event of libvt's log (json)", 1},
    {"output", KEY_OUTPUT, "FILE", 0, "write to FILE, not to standard output", 1},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->input;
        return 0;
    case KEY_FORMAT:
        choice->exporter = qp_export_named(argument);
        if (!choice->exporter)
            argp_error(state, "no format '%s'; --help lists them", argument);
        return 0;
    case KEY_OUTPUT:
        choice->output = argument;
        return 0;
    case KEY_EVENTS:
        choice->events = true;
        return 0;
    case ARGP_KEY_ARG:
        return qii_take_file(&choice->input, argument, state);
    case ARGP_KEY_END:
        if (!choice->exporter)
            argp_error(state, "--format=FORMAT is needed; --help lists them");
        if (choice->events && !choice->exporter->event)
            argp_error(state, "format %s has no events", choice->exporter->name);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The list of formats at the end of the help. */
static char *add_formats(int key, const char *text, void *input)
{
    (void)input;
    if (key != ARGP_KEY_HELP_EXTRA)
        return (char *)text;
    char *list = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&list, &size);
    if (!memory)
        return NULL;
    fputs("Formats:\n", memory);
    for (const struct qp_exporter *const *it = qp_exporters; *it; it++)
        fprintf(memory, "  %-6s %s\n", (*it)->name, (*it)->summary);
    fclose(memory);
    return list;
}

static const struct argp_child children[] = {{&qii_input_argp, 0, "Which data", 10}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .args_doc = "[FILE]",
    .doc = "Write a profile in a format that other programs read.",
    .children = children,
    .help_filter = add_formats,
};

static FILE *open_output(const struct choice *choice)
{
    if (!choice->output)
        return stdout;
    FILE *out = fopen(choice->output, "we");
    if (!out)
        fprintf(stderr, "qii: %s: %s\n", choice->output, strerror(errno));
    return out;
}

static int write_profile(struct choice *choice, FILE *out, struct qp_error *error)
{
    struct qp_selection selection = qii_input_selection(&choice->input);
    bool every = !choice->input.product;
    struct qii_log log;
    if (!choice->events) {
        qp_export_write(choice->exporter, &choice->input.profile, &selection, every, NULL, out, error);
        return QII_OK;
    }
    int code = qii_log_open(&log, &choice->input.profile);
    if (code)
        return code;
    const struct qp_export_log given = {&log.events, &log.locate};
    qp_export_write(choice->exporter, &choice->input.profile, &selection, every, &given, out, error);
    qii_log_close(&log);
    return QII_OK;
}

static int write_output(struct choice *choice)
{
    struct qp_error error = {0};
    FILE *out = open_output(choice);
    if (!out)
        return QII_UNWRITABLE;
    int code = write_profile(choice, out, &error);
    if (out != stdout && fclose(out) != 0)
        qp_error_set(&error, QP_ERR_WRITE, "cannot write: %s", strerror(errno));
    if (error.code == QP_ERR_WRITE && !choice->output)
        return qii_output_end(QII_UNWRITABLE);
    return error.code ? qii_fail(choice->output, &error) : code;
}

int qii_export(int argc, char **argv)
{
    struct choice choice = {0};
    int code = qii_parse(&argp, argc, argv, &choice);
    if (!code) {
        choice.input.cover = choice.exporter->coverage_first;
        code = qii_input_open(&choice.input);
    }
    if (code)
        return code;
    code = write_output(&choice);
    qii_input_close(&choice.input);
    return code ? code : qii_output_end(code);
}
