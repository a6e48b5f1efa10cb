/* cmd_check.c - qii check: is the data file sound? */
#include "tools/qii/qii.h"

#include "base/number.h"
#include "data/events.h"
#include "data/places.h"
#include "data/sizes.h"

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    return qii_take_file(state->input, argument, state);
}

static const struct argp argp = {
    .parser = parse_option,
    .args_doc = "[FILE]",
    .doc = "Tell whether all of a data file can be read: nothing is cut off, every size, reference and text is whole.\v"
           "Exit codes: 0 it is sound, 1 parts are damaged (reports show the rest), 3 it cannot be read at all. A file "
           "of a run that was killed, or still runs, is sound too.",
};

/* Read the log to its end. Returns. QII_OK or an exit code, after a line on standard error. */
static int count_events(struct qp_profile *profile, uint64_t *count)
{
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    if (qp_events_open(&events, profile, &error))
        return qii_fail(NULL, &error);
    for (*count = 0; qp_events_next(&events, &event); ++*count)
        ;
    qp_events_close(&events);
    return QII_OK;
}

/* Their records only: what their addresses mean is a question to other files. */
static int read_places(struct qp_profile *profile)
{
    struct qp_places places;
    if (!qp_places_open(&places, &profile->reader))
        return qii_no_memory();
    qp_places_close(&places);
    return QII_OK;
}

static void print_verdict(const struct qii_input *input, uint64_t events)
{
    const struct qp_reader *reader = &input->profile.reader;
    char nodes[QP_NUMBER], methods[QP_NUMBER], logged[QP_NUMBER];
    qp_number_count(nodes, input->profile.node_count);
    qp_number_count(methods, input->profile.method_count);
    qp_number_count(logged, events);
    if (reader->damages) {
        printf("%s: damaged: %s", input->path, reader->damage);
        if (reader->damages > 1)
            printf(" (and %llu more)", (unsigned long long)reader->damages - 1);
        printf("; readable are %s functions and %s nodes\n", methods, nodes);
        return;
    }
    printf("%s: sound: %s functions, %s nodes, %u thread%s", input->path, methods, nodes, input->profile.carrier_count,
           input->profile.carrier_count == 1 ? "" : "s");
    if (events > 0)
        printf(", %s events", logged);
    printf("%s\n", reader->ending == QP_ENDING_RUNNING  ? "; the run goes on"
                   : reader->ending == QP_ENDING_KILLED ? "; the run did not end by itself"
                                                        : "");
}

int qii_check(int argc, char **argv)
{
    struct qii_input input = {.quiet = true};
    int code = qii_parse(&argp, argc, argv, &input);
    if (!code)
        code = qii_input_open(&input);
    if (code)
        return code;
    uint64_t sizes[QP_KINDS], events = 0;
    qp_sizes_measure(&input.profile.reader, sizes);
    code = count_events(&input.profile, &events);
    if (!code)
        code = read_places(&input.profile);
    if (!code) {
        print_verdict(&input, events);
        code = input.profile.reader.damages ? QII_NO : QII_OK;
    }
    qii_input_close(&input);
    return qii_output_end(code);
}
