/* cmd_trace.c - qii trace: the events of the log in order of time, one per line. */
#include "show/log/event_list.h"
#include "show/parts/heading.h"
#include "tools/qii/command.h"
#include "tools/qii/commands/trace_job.h"

#include <string.h>

/* Parse a list of kinds, such as "enter,leave", into bits. An empty word is refused, because it would select the
 * unused kinds, whose names are empty. */
static void take_kinds(void *field, const char *list, const char *option, struct argp_state *state)
{
    uint32_t kinds = 0;
    for (const char *word = list;; word++) {
        size_t length = strcspn(word, ",");
        const char *name;
        unsigned kind = 0;
        while ((name = qp_events_kind_name(kind)) && (strlen(name) != length || strncmp(name, word, length) != 0))
            kind++;
        if (!name || !*name)
            argp_error(state, "--%s: unknown kind '%.*s'; see --help", option, (int)length, word);
        kinds |= 1u << (kind & 31);
        word += length;
        if (*word == '\0')
            break;
    }
    *(uint32_t *)field = kinds;
}

static const struct qii_option options[] = {
    {"thread", 't', "N|NAME",
     "show only threads with this number, or with NAME in their name; virtual threads by ID or NAME", qii_text,
     offsetof(struct qp_event_list_choice, thread)},
    {"state", 's', "TEXT", "show only states with TEXT in their name", qii_text,
     offsetof(struct qp_event_list_choice, state)},
    {"kind", 'k', "KIND,...", "show only these kinds of event:", take_kinds,
     offsetof(struct qp_event_list_choice, kinds)},
    {"from", 'f', "SECONDS", "show only events from this time on, in seconds since the start", qii_seconds,
     offsetof(struct qp_event_list_choice, from)},
    {"until", 'u', "SECONDS", "show only events up to this time", qii_seconds,
     offsetof(struct qp_event_list_choice, to)},
    {"stack", 'l', NULL, "show all frames of a location, innermost first", qii_flag,
     offsetof(struct qp_event_list_choice, stack)},
    {.name = NULL},
};

/* Return the library to show in the heading: the one that wrote the log. NULL means the first library that has data
 * in the file. */
static const char *choose_product(const struct qp_events *events)
{
    if (qp_events_has(events, QP_QPROF))
        return qp_profile_product_name(QP_QPROF);
    bool vt = events->profile->reader.header.products & (1u << QP_VT);
    return vt ? qp_profile_product_name(QP_VT) : NULL;
}

static int print(struct qii_input *input, struct qp_log *log, struct qp_event_list_choice *choice)
{
    struct qp_stream stream = qii_output(&input->view);
    uint64_t shown = 0;
    choice->product = input->product;
    if (!input->product)
        input->product = choose_product(&log->events.events);
    int code = qii_input_query(input);
    if (code)
        return code;
    qp_heading_print(&input->query, &stream);
    bool ok = qp_event_list_print(&(struct qp_event_list_log){.log = log}, 1, choice, &stream, &shown);
    qp_heading_diagnostics(&input->profile, input->query.selection.product, &stream);
    return !ok ? qii_no_memory() : shown ? QII_OK : QII_NO;
}

static int trace_file(struct qii_input *input, struct qp_event_list_choice *choice)
{
    struct qp_error error = {0};
    struct qp_log log;
    if (qp_log_open(&log, &input->profile, &error))
        return qii_fail(NULL, &error);
    int code = print(input, &log, choice);
    qp_log_close(&log);
    return code;
}

static int run(struct qii_input *input, void *request)
{
    return qii_input_is_unopened(input) ? trace_job(input, request) : trace_file(input, request);
}

/* Append the kinds of event to the help of --kind. */
static char *add_kinds(int key, const char *text, void *input)
{
    const char *name;
    char *list = NULL;
    size_t size;
    (void)input;
    FILE *out = key == 'k' ? open_memstream(&list, &size) : NULL;
    if (!out)
        return (char *)text;
    fputs(text, out);
    for (unsigned kind = 0, count = 0; (name = qp_events_kind_name(kind)); kind++)
        if (*name)
            fprintf(out, "%s %s", count++ ? "," : "", name);
    return fclose(out) == 0 ? list : (char *)text;
}

const struct qii_command qii_trace = {
    .name = "trace",
    .summary = "show the event log: virtual thread switches, states, counters, messages",
    .arguments = "[FILE]",
    .files = {.one_file = "events of different runs have no common time", .ranks = true},
    .help =
        "Show the events logged by libvt, and by libqprof with -record-timeline, in order of time.\v"
        "Times are seconds since the start of the run. Indentation is the depth of open states of the thread. The end "
        "of a state shows its duration. The event of a virtual thread that leaves its system thread (ready, block, "
        "wait) shows the current function and how long the thread ran. The event of a virtual thread that resumes "
        "shows how long it was suspended and runnable. A wake-up and a creation show who caused them. Events that were "
        "dropped or overwritten by newer ones are reported where they are missing, and counted at the end.\n\n"
        "The events of a job's ranks are in one order of time, in seconds since the first rank started. Ranks of one "
        "host have one clock. Between hosts, times are as exact as their clocks.",
    .options = options,
    .selects = true,
    .pages = true,
    .size = sizeof(struct qp_event_list_choice),
    .defaults = &(const struct qp_event_list_choice){.kinds = UINT32_MAX, .to = UINT64_MAX},
    .more_help = add_kinds,
    .run = run,
};
