#include "tools/qii/qii.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the line ----------------------------------------------------------------------------------------------- */

enum { KEY_PHASE = 0x100, KEY_RAW, KEY_PRODUCT };

static const struct argp_option options[] = {
    {"phase", KEY_PHASE, "NAME|N", 0, "only this phase; phase 0 is what lies before the first one", 10},
    {"product", KEY_PRODUCT, "qprof|cprof|vt", 0, "whose data, where the run used several libraries", 10},
    {"raw", KEY_RAW, NULL, 0, "times with the recorder's own cost in them", 10},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct qii_input *input = state->input;
    switch (key) {
    case KEY_PHASE:
        input->phase = argument;
        return 0;
    case KEY_PRODUCT:
        if (strcmp(argument, "qprof") != 0 && strcmp(argument, "cprof") != 0 && strcmp(argument, "vt") != 0)
            argp_error(state, "--product is qprof, cprof or vt");
        input->product = argument;
        return 0;
    case KEY_RAW:
        input->raw = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp qii_input_argp = {.options = options, .parser = parse_option};

int qii_parse(const struct argp *argp, int argc, char **argv, void *choice)
{
    return argp_parse(argp, argc, argv, 0, NULL, choice) ? QII_USAGE : QII_OK;
}

uint32_t qii_number(const char *text, struct argp_state *state, const char *option)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || number >= UINT32_MAX)
        argp_error(state, "%s takes a number, not '%s'", option, text);
    return (uint32_t)number;
}

error_t qii_take_file(struct qii_input *input, char *argument, struct argp_state *state)
{
    if (input->path)
        argp_error(state, "one FILE only");
    input->path = argument;
    return 0;
}

/* ---- the file ----------------------------------------------------------------------------------------------- */

static bool is_newer(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

static bool find_newest(struct qii_input *input)
{
    DIR *directory = opendir(".");
    struct timespec newest = {0, 0};
    bool found = false;
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        size_t length = strlen(entry->d_name);
        struct stat status;
        if (length < 5 || length >= sizeof input->newest || strcmp(entry->d_name + length - 4, ".qii") != 0 ||
            stat(entry->d_name, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        if (found && !is_newer(&status.st_mtim, &newest))
            continue;
        found = true;
        newest = status.st_mtim;
        strcpy(input->newest, entry->d_name);
    }
    if (directory)
        closedir(directory);
    return found;
}

int qii_fail(const char *what, const struct qp_error *error)
{
    fprintf(stderr, "qii: %s%s%s\n", what ? what : "", what ? ": " : "", error->text);
    switch (error->code) {
    case QP_ERR_MEMORY:
        return QII_MEMORY;
    case QP_ERR_WRITE:
        return QII_UNWRITABLE;
    case QP_ERR_CHOICE:
        return QII_NO;
    default:
        return QII_UNREADABLE;
    }
}

int qii_no_memory(void)
{
    struct qp_error error = {0};
    qp_error_memory(&error);
    return qii_fail(NULL, &error);
}

void qii_input_tell_damage(const struct qii_input *input)
{
    const struct qp_reader *reader = &input->profile.reader;
    if (reader->damages == 0)
        return;
    fprintf(stderr, "qii: %s is damaged: %s", input->path, reader->damage);
    if (reader->damages > 1)
        fprintf(stderr, " (and %llu more)", (unsigned long long)reader->damages - 1);
    fputs("; what is whole is shown\n", stderr);
}

int qii_input_open(struct qii_input *input)
{
    struct qp_error error = {0};
    if (!input->path) {
        if (!find_newest(input)) {
            fputs("qii: no *.qii in the current directory; name a data file\n", stderr);
            return QII_UNREADABLE;
        }
        input->path = input->newest;
        fprintf(stderr, "qii: reading %s\n", input->path);
    }
    if (qp_profile_open(&input->profile, input->path, &error))
        return qii_fail(input->path, &error);
    if (!input->quiet)
        qii_input_tell_damage(input);
    return QII_OK;
}

static enum qp_product choose_product(const struct qii_input *input)
{
    for (int product = 0; input->product && product < QP_PRODUCTS; product++)
        if (strcmp(input->product, qp_profile_product_name((enum qp_product)product)) == 0)
            return (enum qp_product)product;
    if (input->cover && (input->profile.reader.header.products & (1u << QP_CPROF)))
        return QP_CPROF;
    return qp_profile_product(&input->profile);
}

struct qp_selection qii_input_selection(const struct qii_input *input)
{
    struct qp_selection selection = qp_selection_of(choose_product(input));
    selection.phase = input->phase;
    selection.raw = input->raw;
    return selection;
}

int qii_input_query(struct qii_input *input)
{
    struct qp_error error = {0};
    struct qp_selection selection = qii_input_selection(input);
    if (qp_query_open(&input->query, &input->profile, &selection, &error))
        return qii_fail(NULL, &error);
    return QII_OK;
}

void qii_input_close(struct qii_input *input)
{
    qp_query_close(&input->query);
    qp_profile_close(&input->profile);
}
