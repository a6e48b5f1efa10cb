/* cmd_counters.c - qii counters: what was logged of each counter, as a table with plots or as single values. */
#include "data/events.h"
#include "export/heading.h"
#include "tools/qii/counter_table.h"
#include "tools/qii/qii.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct choice {
    struct qii_input input; /* first: the parent's input */
    const char *filter;
    const char *thread;
    bool csv;
};

enum { KEY_FILTER = 'f', KEY_THREAD = 't', KEY_CSV = 'c' };

static const struct argp_option options[] = {
    {"filter", KEY_FILTER, "TEXT", 0, "only counters with TEXT in their class:name", 1},
    {"thread", KEY_THREAD, "N|NAME", 0, "only what threads with this number, or NAME in their name, have or logged", 1},
    {"csv", KEY_CSV, NULL, 0, "every value in the log: time,thread,counter,value", 1},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->input;
        return 0;
    case KEY_FILTER:
        choice->filter = argument;
        return 0;
    case KEY_THREAD:
        choice->thread = argument;
        return 0;
    case KEY_CSV:
        choice->csv = true;
        return 0;
    case ARGP_KEY_ARG:
        return qii_take_file(&choice->input, argument, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&qii_input_argp, 0, "Which data", 10}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .args_doc = "[FILE]",
    .doc =
        "Show what libvt recorded of each counter: number of values, smallest, mean, largest and last, and a plot of "
        "their course.\v"
        "A counter has an instance per thread, process or host, as its definition says. A counter that is to be "
        "shown as a rate has its changes per second there. The plots' columns are the same times for all: from the "
        "first value of any to the last.\n\n"
        "--csv writes values as they were logged, also of rates, with the time in seconds since the start of the "
        "run; text is quoted as RFC 4180 says. Thread is the number of the thread that logged the value.",
    .children = children,
};

/* Which counters are asked for, by their index; NULL without memory. */
static bool *choose(const struct choice *choice, const struct qp_counters *counters)
{
    bool *chosen = calloc(counters->item_count + 1, sizeof *chosen);
    for (uint32_t i = 0; chosen && i < counters->item_count; i++) {
        const struct qp_counter_item *item = &counters->items[i];
        size_t size = 4 * ((size_t)item->class_name.length + item->name.length) + 2;
        char *name = choice->filter ? malloc(size) : NULL;
        if (choice->filter && !name) {
            free(chosen);
            return NULL;
        }
        if (name)
            qp_counters_name(item, name, size);
        chosen[i] = !name || strstr(name, choice->filter);
        free(name);
    }
    return chosen;
}

/* ---- single values --------------------------------------------------------------------------------------------- */

static void print_quoted(struct qp_text text)
{
    for (uint32_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '"')
            putchar('"');
        putchar(text.bytes[i]);
    }
}

static void print_name(const struct qp_counters *counters, uint32_t counter, uint32_t object)
{
    static const char special[] = "\",\r\n";
    if (counter == QP_NONE || !counters->items[counter].name.length) {
        printf("counter %u", object);
        return;
    }
    const struct qp_counter_item *item = &counters->items[counter];
    bool quotes = false;
    for (const char *it = special; *it; it++)
        quotes = quotes || (item->name.length && memchr(item->name.bytes, *it, item->name.length)) ||
                 (item->class_name.length && memchr(item->class_name.bytes, *it, item->class_name.length));
    if (quotes)
        putchar('"');
    print_quoted(item->class_name);
    if (item->class_name.length)
        putchar(':');
    print_quoted(item->name);
    if (quotes)
        putchar('"');
}

static void print_value(const struct qp_counters *counters, const struct qp_event *event, uint32_t counter)
{
    const struct qp_profile *profile = counters->profile;
    uint64_t ns = qp_profile_since_start(profile, event->tick);
    char value[QP_COUNTER_TEXT];
    qp_counters_show(value, counter == QP_NONE ? QP_COUNTER_INTEGER64 : counters->items[counter].genre, event->value);
    printf("%" PRIu64 ".%09" PRIu64 ",%u,", ns / 1000000000, ns % 1000000000, profile->threads[event->thread].number);
    print_name(counters, counter, event->object);
    printf(",%s\n", value);
}

static void print_values(const struct choice *choice, const struct qp_counters *counters, struct qp_events *events,
                         const bool *chosen)
{
    struct qp_event event;
    puts("time,thread,counter,value");
    while (!ferror(stdout) && qp_events_next(events, &event)) {
        if (event.kind != QP_EVENT_COUNT)
            continue;
        uint32_t counter = qp_counters_find(counters, event.object);
        if ((counter == QP_NONE ? !choice->filter : chosen[counter]) &&
            qii_thread_is(counters->profile, event.thread, choice->thread))
            print_value(counters, &event, counter);
    }
}

/* ---- the command ----------------------------------------------------------------------------------------------- */

static int show(const struct choice *choice, struct qp_events *events)
{
    const struct qp_counters *counters = &events->counters;
    bool *chosen = choose(choice, counters);
    bool ok = chosen != NULL;
    if (ok && choice->csv) {
        print_values(choice, counters, events, chosen);
    } else if (ok) {
        bool colour = qii_colour();
        const struct qii_counter_view view = {counters, chosen, choice->thread, colour};
        qp_heading_print(&choice->input.query, stdout, colour);
        ok = qii_counter_table_print(&view, events);
        qp_heading_diagnostics(&choice->input.profile, QP_VT, stdout, "note: ");
    }
    free(chosen);
    return ok ? QII_OK : qii_no_memory();
}

int qii_counters(int argc, char **argv)
{
    struct choice choice = {.csv = false};
    struct qp_events events;
    struct qp_error error = {0};
    choice.input.product = "vt";
    int code = qii_parse(&argp, argc, argv, &choice);
    if (!code)
        code = qii_input_open(&choice.input);
    if (code)
        return code;
    code = qii_input_query(&choice.input);
    if (!code && qp_events_open(&events, &choice.input.profile, &error)) {
        code = qii_fail(NULL, &error);
    } else if (!code) {
        code = show(&choice, &events);
        qp_events_close(&events);
    }
    qii_input_close(&choice.input);
    return qii_output_end(code);
}
