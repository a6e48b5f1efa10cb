/* cmd_check.c - qii check: check that a data file is valid. */
#include "base/number.h"
#include "profile/log/events.h"
#include "profile/load/ledger.h"
#include "profile/source/locations.h"
#include "format/sizes.h"
#include "show/dump.h"
#include "tools/qii/command.h"
#include "tools/qii/ranks.h"

#include <stdlib.h>
#include <string.h>

struct request {
    int (*dump)(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream);
    uint32_t reference; /* reference of the record, chunk or root to dump */
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
    int printed = request->chunks ? qp_dump_chunks(&input->profile, &stream)
                                  : request->dump(&input->profile, request->reference, &stream);
    if (printed)
        return printed < 0 ? qii_no_memory() : QII_OK;
    fprintf(stderr, "qii: no such record at %#x in %s\n", request->reference, input->path);
    return QII_NO;
}

static const struct qii_option options[] = {
    {"dump", 0, "WHAT",
     "dump a record, chunk or root of the file: REFERENCE, chunk:REFERENCE, root:REFERENCE or chunks", take_dump, 0},
    {.name = NULL},
};

/* ---- validation ------------------------------------------------------------------------------------------------ */

/* Read the log to its end and count its events. Return QII_OK, or another exit code after a message on stderr. */
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

/* Read the location records. Their addresses are not resolved, because that would need other files. */
static int read_locations(struct qp_profile *profile)
{
    struct qp_locations locations;
    if (!qp_locations_open(&locations, &profile->reader))
        return qii_no_memory();
    qp_locations_close(&locations);
    return QII_OK;
}

static void print_verdict(const struct qii_input *input, uint64_t events, const struct qp_ledgers *ledgers, FILE *out)
{
    const struct qp_reader *reader = &input->profile.reader;
    struct qp_number nodes = qp_number_count(input->profile.node_count);
    struct qp_number methods = qp_number_count(input->profile.method_count);
    if (reader->damages) {
        fprintf(out, "%s: damaged: %s", input->path, reader->damage);
        if (reader->damages > 1)
            fprintf(out, " (and %llu more)", (unsigned long long)reader->damages - 1);
        fprintf(out, "; %s function%s and %s node%s are readable\n", methods.text,
                qp_number_plural(input->profile.method_count), nodes.text, qp_number_plural(input->profile.node_count));
        return;
    }
    if (ledgers->off) {
        fprintf(out, "%s: times do not add up: %s", input->path, ledgers->first);
        if (ledgers->off > 1)
            fprintf(out, " (and %llu more of %llu sums)", (unsigned long long)ledgers->off - 1,
                    (unsigned long long)ledgers->checked);
        putc('\n', out);
        return;
    }
    fprintf(out, "%s: valid: %s function%s, %s node%s, %u thread%s", input->path, methods.text,
            qp_number_plural(input->profile.method_count), nodes.text, qp_number_plural(input->profile.node_count),
            input->profile.carrier_count, qp_number_plural(input->profile.carrier_count));
    if (events > 0)
        fprintf(out, ", %s event%s", qp_number_count(events).text, qp_number_plural(events));
    fprintf(out, "%s\n",
            reader->ending == QP_ENDING_RUNNING  ? "; still running"
            : reader->ending == QP_ENDING_KILLED ? "; the run was killed"
                                                 : "");
}

static int check_file(struct qii_input *input)
{
    uint64_t sizes[QP_KINDS], events = 0;
    struct qp_ledgers ledgers;
    qp_sizes_measure(&input->profile.reader, sizes);
    int code = qp_ledgers_check(&ledgers, &input->profile) ? count_events(&input->profile, &events) : qii_no_memory();
    if (!code)
        code = read_locations(&input->profile);
    if (code)
        return code;
    print_verdict(input, events, &ledgers, qii_output(&input->view).out);
    return input->profile.reader.damages || ledgers.off ? QII_NO : QII_OK;
}

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

/* Check a rank's file, and continue with the next one if it is not valid. */
static int check_rank(struct qii_input *rank, uint32_t file, void *code)
{
    (void)file;
    int result = check_file(rank);
    if (result == QII_NO)
        *(int *)code = QII_NO;
    return result == QII_NO ? QII_OK : result;
}

static void print_missing(void *missing, const char *sentence)
{
    *(bool *)missing = true;
    fprintf(stderr, "qii: %s\n", sentence);
}

/* Check each rank's file. A job without the file of a rank is not valid. */
static int check_job(struct qii_input *input)
{
    int result = QII_OK;
    bool missing = false;
    int code = qii_ranks_each(input, false, check_rank, &result);
    qp_job_note_missing(&input->job, print_missing, &missing);
    return code ? code : missing ? QII_NO : result;
}

static int run(struct qii_input *input, void *given)
{
    const struct request *request = given;
    bool dumps = request->dump || request->chunks;
    if (!qii_input_is_unopened(input))
        return dumps ? print_dump(input, request) : check_file(input);
    if (!dumps)
        return check_job(input);
    fputs("qii: --dump needs a single file\n", stderr);
    return QII_USAGE;
}

const struct qii_command qii_check = {
    .name = "check",
    .summary = "check that a data file is valid",
    .arguments = "[FILE]",
    .files = {.one_file = "each file is checked by itself", .ranks = true},
    .help =
        "Check that a data file is complete and consistent: no part is missing, every size, reference and text is "
        "valid, and times add up exactly: per thread, per virtual thread, and over the call trees of virtual "
        "threads.\v"
        "Exit codes: 0 valid, 1 damaged (reports show the readable part) or times do not add up, 3 unreadable. The "
        "file of a killed or running program is valid too; an event that was being recorded is missing. A job is valid "
        "if all its ranks have valid files.\n\n"
        "REFERENCE is the position of a record, as in damage messages. --dump=chunk:REFERENCE prints all records of a "
        "chunk, --dump=root:REFERENCE a root and its nodes, and --dump=chunks a list of all chunks.",
    .options = options,
    .quiet = true,
    .pages = true,
    .size = sizeof(struct request),
    .run = run,
};
