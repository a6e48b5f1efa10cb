/* cmd_trace.c - qii trace: the events of libvt's log, one line each, in the order of time. */
#include "show/event_list.h"
#include "show/heading.h"
#include "tools/qii/command.h"

#include <string.h>

/* Numbers that no event has are called "". */
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
            argp_error(state, "--%s: no kind '%.*s'; --help lists them", option, (int)length, word);
        kinds |= 1u << (kind & 31);
        word += length;
        if (*word == '\0')
            break;
    }
    *(uint32_t *)field = kinds;
}

static const struct qii_option options[] = {
    {"thread", 't', "N|NAME", "only threads with this number, or NAME in their name", qii_text,
     offsetof(struct qp_event_list_choice, thread)},
    {"state", 's', "TEXT", "only states with TEXT in their name", qii_text,
     offsetof(struct qp_event_list_choice, state)},
    {"kind", 'k', "KIND,...",
     "only these: enter, leave, count, begin, finish (of scopes), send, receive, sent, comment, thread, end, on, off, "
     "lost, gap",
     take_kinds, offsetof(struct qp_event_list_choice, kinds)},
    {"from", 'f', "SECONDS", "only what happened from then on, counted from the start", qii_seconds,
     offsetof(struct qp_event_list_choice, from)},
    {"until", 'u', "SECONDS", "only what happened until then", qii_seconds, offsetof(struct qp_event_list_choice, to)},
    {"stack", 'l', NULL, "all frames of a location, innermost first", qii_flag,
     offsetof(struct qp_event_list_choice, stack)},
    {.name = NULL},
};

static int run(struct qii_input *input, void *request)
{
    struct qp_stream stream = qii_output();
    struct qp_error error = {0};
    struct qp_log log;
    uint64_t shown = 0;
    qp_heading_print(&input->query, &stream);
    if (qp_log_open(&log, &input->profile, &error))
        return qii_fail(NULL, &error);
    bool ok = qp_event_list_print(&log, request, &stream, &shown);
    qp_log_close(&log);
    int code = !ok ? qii_no_memory() : shown ? QII_OK : QII_NO;
    qp_heading_diagnostics(&input->profile, QP_VT, &stream, "note: ");
    return code;
}

const struct qii_command qii_trace = {
    .name = "trace",
    .summary = "the events of libvt's log in order: states, counters, messages",
    .arguments = "[FILE]",
    .help = "Show the events that libvt logged, in the order of time.\v"
            "Times are seconds since the start of the run. The indentation is the depth of open states of the thread; "
            "a state that is left shows how long it was open. Events that found no room, or were overwritten by newer "
            "ones, are told where they are missing, and counted at the end.",
    .options = options,
    .selects = true,
    .queries = true,
    .product = "vt",
    .size = sizeof(struct qp_event_list_choice),
    .defaults = &(const struct qp_event_list_choice){.kinds = UINT32_MAX, .to = UINT64_MAX},
    .run = run,
};
