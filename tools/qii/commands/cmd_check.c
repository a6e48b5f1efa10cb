/* cmd_check.c - qii check: is the data file sound? */
#include "base/number.h"
#include "profile/log/events.h"
#include "profile/load/ledger.h"
#include "profile/source/locations.h"
#include "format/sizes.h"
#include "show/dump.h"
#include "tools/qii/command.h"

#include <stdlib.h>
#include <string.h>

struct request {
    bool (*dump)(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream, bool *found);
    uint32_t reference; /* of what is dumped */
    bool chunks;
};

/* ---- --dump ---------------------------------------------------------------------------------------------------- */

static void take_dump(void *given, const char *argument, const char *option, struct argp_state *state)
{
    struct request *request = given;
    (void)option;
    request->chunks = strcmp(argument, "chunks") == 0;
    if (request->chunks)
        return;
    const char *colon = strchr(argument, ':');
    const char *digits = colon ? colon + 1 : argument;
    request->dump = !colon                                ? qp_dump_record
                    : strncmp(argument, "chunk:", 6) == 0 ? qp_dump_chunk
                    : strncmp(argument, "root:", 5) == 0  ? qp_dump_root
                                                          : NULL;
    char *end;
    unsigned long reference = strtoul(digits, &end, 0);
    if (!request->dump || *digits < '0' || *digits > '9' || *end || reference > UINT32_MAX)
        argp_error(state, "--dump takes a reference, chunk:REFERENCE, root:REFERENCE or chunks, not '%s'", argument);
    request->reference = (uint32_t)reference;
}

static int print_dump(struct qii_input *input, const struct request *request)
{
    struct qp_stream stream = qii_output(&input->view);
    bool found = true;
    bool ok = request->chunks ? qp_dump_chunks(&input->profile, &stream)
                              : request->dump(&input->profile, request->reference, &stream, &found);
    if (!ok)
        return qii_no_memory();
    if (found)
        return QII_OK;
    fprintf(stderr, "qii: nothing of that kind lies at %#x in %s\n", request->reference, input->path);
    return QII_NO;
}

static const struct qii_option options[] = {
    {"dump", 0, "WHAT", "show a record, a chunk or a root as it is in the file", take_dump, 0},
    {.name = NULL},
};

/* ---- is it sound? ---------------------------------------------------------------------------------------------- */

/* Read the log to its end. Returns QII_OK or an exit code, after a line on standard error. */
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
static int read_locations(struct qp_profile *profile)
{
    struct qp_locations locations;
    if (!qp_locations_open(&locations, &profile->reader))
        return qii_no_memory();
    qp_locations_close(&locations);
    return QII_OK;
}

static void print_verdict(const struct qii_input *input, uint64_t events, const struct qp_ledgers *ledgers)
{
    const struct qp_reader *reader = &input->profile.reader;
    struct qp_number nodes = qp_number_count(input->profile.node_count);
    struct qp_number methods = qp_number_count(input->profile.method_count);
    if (reader->damages) {
        printf("%s: damaged: %s", input->path, reader->damage);
        if (reader->damages > 1)
            printf(" (and %llu more)", (unsigned long long)reader->damages - 1);
        printf("; readable are %s function%s and %s node%s\n", methods.text,
               qp_number_plural(input->profile.method_count), nodes.text, qp_number_plural(input->profile.node_count));
        return;
    }
    if (ledgers->off) {
        printf("%s: its times do not add up: %s", input->path, ledgers->first);
        if (ledgers->off > 1)
            printf(" (and %llu more of %llu sums)", (unsigned long long)ledgers->off - 1,
                   (unsigned long long)ledgers->checked);
        putchar('\n');
        return;
    }
    printf("%s: sound: %s function%s, %s node%s, %u thread%s", input->path, methods.text,
           qp_number_plural(input->profile.method_count), nodes.text, qp_number_plural(input->profile.node_count),
           input->profile.carrier_count, qp_number_plural(input->profile.carrier_count));
    if (events > 0)
        printf(", %s event%s", qp_number_count(events).text, qp_number_plural(events));
    printf("%s\n", reader->ending == QP_ENDING_RUNNING  ? "; the run goes on"
                   : reader->ending == QP_ENDING_KILLED ? "; the run did not end by itself"
                                                        : "");
}

static int run(struct qii_input *input, void *given)
{
    const struct request *request = given;
    if (request->dump || request->chunks)
        return print_dump(input, request);
    uint64_t sizes[QP_KINDS], events = 0;
    struct qp_ledgers ledgers;
    qp_sizes_measure(&input->profile.reader, sizes);
    int code = qp_ledgers_check(&ledgers, &input->profile) ? count_events(&input->profile, &events) : qii_no_memory();
    if (!code)
        code = read_locations(&input->profile);
    if (code)
        return code;
    print_verdict(input, events, &ledgers);
    return input->profile.reader.damages || ledgers.off ? QII_NO : QII_OK;
}

const struct qii_command qii_check = {
    .name = "check",
    .summary = "is the data file sound?",
    .arguments = "[FILE]",
    .files = {.one_file = "each file is sound or not"},
    .help =
        "Tell whether all of a data file can be read: nothing is cut off, every size, reference and text is whole; and "
        "whether its times add up, to the tick: each thread's clock, each virtual thread's life, and the trees of "
        "virtual threads with both.\v"
        "Exit codes: 0 it is sound, 1 parts are damaged (reports show the rest) or times do not add up, 3 it cannot be "
        "read at all. A file of a run that was killed, or still runs, is sound too: what an event was under way in is "
        "left out.\n\n"
        "WHAT is a REFERENCE, as damage names it: the record there; chunk:REFERENCE: all records of the chunk there; "
        "root:REFERENCE: a root and its nodes; or chunks, a list of them all, to begin with.",
    .options = options,
    .quiet = true,
    .pages = true,
    .size = sizeof(struct request),
    .run = run,
};
