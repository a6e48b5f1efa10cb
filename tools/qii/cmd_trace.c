/* cmd_trace.c - qii trace: the events of libvt's log, one line each, in the order of time. */
#include "tools/qii/qii.h"

#include "base/number.h"
#include "export/heading.h"
#include "export/table.h"
#include "tools/qii/event_text.h"
#include "tools/qii/log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 30 /* levels that are shown by indentation */

struct choice {
    struct qii_input input; /* first: the parent's input */
    const char *thread;     /* number or part of a name; NULL = all, as the next */
    const char *state;
    uint32_t kinds; /* bits 1 << kind */
    uint64_t from;  /* nanoseconds since the start, as times are shown */
    uint64_t to;
    bool stack; /* all frames of a location */
    bool colour;
};

enum { KEY_STACK = 'l', KEY_THREAD = 't', KEY_STATE = 's', KEY_KIND = 'k', KEY_FROM = 'f', KEY_TO = 'u' };

static const struct argp_option options[] = {
    {"thread", KEY_THREAD, "N|NAME", 0, "only threads with this number, or NAME in their name", 1},
    {"state", KEY_STATE, "TEXT", 0, "only states with TEXT in their name", 1},
    {"kind", KEY_KIND, "KIND,...", 0,
     "only these: enter, leave, count, begin, finish (of scopes), send, receive, sent, comment, thread, end, on, off, "
     "lost, gap",
     1},
    {"from", KEY_FROM, "SECONDS", 0, "only what happened from then on, counted from the start", 1},
    {"until", KEY_TO, "SECONDS", 0, "only what happened until then", 1},
    {"stack", KEY_STACK, NULL, 0, "all frames of a location, innermost first", 1},
    {0},
};

/* ---- the line ----------------------------------------------------------------------------------------------- */

/* Numbers that no event has are called "". */
static uint32_t parse_kinds(const char *list, struct argp_state *state)
{
    uint32_t kinds = 0;
    for (const char *word = list;; word++) {
        size_t length = strcspn(word, ",");
        const char *name;
        unsigned kind = 0;
        while ((name = qp_events_kind_name(kind)) && (strlen(name) != length || strncmp(name, word, length) != 0))
            kind++;
        if (!name || !*name || kind <= QP_EVENT_TIME)
            argp_error(state, "--kind: no kind '%.*s'; --help lists them", (int)length, word);
        kinds |= 1u << (kind & 31);
        word += length;
        if (*word == '\0')
            return kinds;
    }
}

/* To the nearest nanosecond, so that a time which was shown is its event's. */
static uint64_t parse_seconds(const char *text, struct argp_state *state, const char *option)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !(seconds >= 0))
        argp_error(state, "%s takes seconds, not '%s'", option, text);
    return seconds < 1e9 ? (uint64_t)(seconds * 1e9 + 0.5) : UINT64_MAX;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->input;
        return 0;
    case KEY_THREAD:
        choice->thread = argument;
        return 0;
    case KEY_STATE:
        choice->state = argument;
        return 0;
    case KEY_KIND:
        choice->kinds = parse_kinds(argument, state);
        return 0;
    case KEY_FROM:
        choice->from = parse_seconds(argument, state, "--from");
        return 0;
    case KEY_TO:
        choice->to = parse_seconds(argument, state, "--until");
        return 0;
    case KEY_STACK:
        choice->stack = true;
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
    .doc = "Show the events that libvt logged, in the order of time.\v"
           "Times are seconds since the start of the run. The indentation is the depth of open states of the thread; "
           "a state that is left shows how long it was open. Events that found no room, or were overwritten by newer "
           "ones, are told where they are missing, and counted at the end.",
    .children = children,
};

/* ---- the open states of each thread --------------------------------------------------------------------------- */

struct thread {
    char name[40];
    bool shown;
    uint64_t *entered; /* ticks, of the open states */
    uint32_t depth;
    uint32_t room;
};

struct printer {
    const struct choice *choice;
    struct qii_log *log;
    const struct qp_events *events; /* of the log */
    struct thread *threads;
    int name_width;
    uint64_t shown;
    bool failed; /* no memory */
};

static void name_thread(const struct qp_profile *profile, uint32_t index, const struct choice *choice,
                        struct thread *thread)
{
    qii_thread_name(profile, index, thread->name, sizeof thread->name);
    thread->shown = qii_thread_is(profile, index, choice->thread);
}

static void enter(struct printer *printer, struct thread *thread, uint64_t tick)
{
    if (thread->depth == thread->room) {
        uint32_t room = thread->room ? 2 * thread->room : 16;
        uint64_t *grown = realloc(thread->entered, room * sizeof *grown);
        if (!grown) {
            printer->failed = true;
            return;
        }
        thread->entered = grown;
        thread->room = room;
    }
    thread->entered[thread->depth++] = tick;
}

/* ---- events --------------------------------------------------------------------------------------------------- */

static bool is_chosen(const struct printer *printer, const struct qp_event *event, const char *object)
{
    const struct choice *choice = printer->choice;
    uint64_t ns = qp_profile_since_start(printer->events->profile, event->tick);
    bool state = event->kind == QP_EVENT_ENTER || event->kind == QP_EVENT_LEAVE;
    return printer->threads[event->thread].shown && ns >= choice->from && ns <= choice->to &&
           choice->kinds >> (event->kind & 31) & 1 && (!choice->state || (state && strstr(object, choice->state)));
}

static void print_location(struct printer *printer, const struct qp_event *event)
{
    char shown[1000];
    const struct qp_located_stack *stack = qp_locate_frames(&printer->log->locate, event->location, event->tick);
    uint32_t count = !stack ? 0 : printer->choice->stack ? stack->count : 1;
    if (!qp_locate_show(&printer->log->locate, event->location, event->tick, shown, sizeof shown)) {
        printer->failed = true;
        return;
    }
    printf("  at %s", shown);
    for (uint32_t i = 1; i < count; i++) {
        qp_located_show(&stack->frames[i], shown, sizeof shown);
        printf("\n%*sfrom %s", 17 + printer->name_width, "", shown);
    }
}

static void print_event(struct printer *printer, const struct qp_event *event, const char *object, uint32_t depth,
                        uint64_t entered)
{
    const struct qp_profile *profile = printer->events->profile;
    const struct thread *thread = &printer->threads[event->thread];
    uint64_t ns = qp_profile_since_start(profile, event->tick);
    bool colour = printer->choice->colour;
    printf("%3" PRIu64 ".%09" PRIu64 "  ", ns / 1000000000, ns % 1000000000);
    qp_style_begin(stdout, QP_STYLE_DIM, colour);
    printf("%s%*s", thread->name, printer->name_width - (int)qp_text_width(thread->name), "");
    qp_style_end(stdout, QP_STYLE_DIM, colour);
    printf("  %*s%s", 2 * (int)(depth < DEEPEST ? depth : DEEPEST), "", qp_events_kind_name(event->kind));
    if (*object) {
        putchar(' ');
        qp_style_begin(stdout, QP_STYLE_BOLD, colour);
        fputs(object, stdout);
        qp_style_end(stdout, QP_STYLE_BOLD, colour);
    }
    qii_event_print_details(printer->events, event, stdout);
    if (event->kind == QP_EVENT_LEAVE && entered) {
        char duration[QP_NUMBER];
        qp_number_time(duration, qp_profile_ns(profile, event->tick - entered));
        printf("  after %s", duration);
    }
    if (event->location)
        print_location(printer, event);
    putchar('\n');
    printer->shown++;
}

static void show_event(struct printer *printer, const struct qp_event *event)
{
    struct thread *thread = &printer->threads[event->thread];
    char object[400];
    uint64_t entered = 0;
    if (event->kind == QP_EVENT_GAP || event->kind == QP_EVENT_LOST)
        thread->depth = 0; /* what was open when the log went on is not known */
    if (event->kind == QP_EVENT_LEAVE && thread->depth > 0)
        entered = thread->entered[--thread->depth];
    uint32_t depth = thread->depth;
    if (event->kind == QP_EVENT_ENTER)
        enter(printer, thread, event->tick);
    qii_event_object(printer->events, event, object, sizeof object);
    if (is_chosen(printer, event, object))
        print_event(printer, event, object, depth, entered);
}

static void print_end(const struct printer *printer, uint64_t all)
{
    const struct qp_profile *profile = printer->events->profile;
    char shown[QP_NUMBER], count[QP_NUMBER];
    uint64_t lost = 0, overwritten = 0;
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        lost += profile->threads[i].lost;
        overwritten += profile->threads[i].overwritten;
    }
    qp_number_count(shown, printer->shown);
    qp_number_count(count, all);
    printf("%s of %s events shown", shown, count);
    qp_number_count(count, lost);
    if (lost)
        printf("; %s found no room in the log", count);
    qp_number_count(count, overwritten);
    if (overwritten)
        printf("; %s older ones were overwritten", count);
    putchar('\n');
}

static int print_events(const struct choice *choice, struct qii_log *log)
{
    const struct qp_profile *profile = log->events.profile;
    struct printer printer = {.choice = choice, .log = log, .events = &log->events};
    struct qp_event event;
    uint64_t all = 0;
    printer.threads = calloc(profile->carrier_count + 1, sizeof *printer.threads);
    if (!printer.threads)
        return qii_no_memory();
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        name_thread(profile, i, choice, &printer.threads[i]);
        int width = (int)qp_text_width(printer.threads[i].name);
        if (printer.threads[i].shown && width > printer.name_width)
            printer.name_width = width;
    }
    for (; !printer.failed && !ferror(stdout) && qp_events_next(&log->events, &event); all++)
        show_event(&printer, &event);
    print_end(&printer, all);
    for (uint32_t i = 0; i < profile->carrier_count; i++)
        free(printer.threads[i].entered);
    free(printer.threads);
    if (printer.failed)
        return qii_no_memory();
    return printer.shown ? QII_OK : QII_NO;
}

int qii_trace(int argc, char **argv)
{
    struct choice choice = {.kinds = UINT32_MAX, .to = UINT64_MAX, .colour = qii_colour()};
    struct qii_log log;
    choice.input.product = "vt";
    int code = qii_parse(&argp, argc, argv, &choice);
    if (!code)
        code = qii_input_open(&choice.input);
    if (code)
        return code;
    code = qii_input_query(&choice.input);
    if (!code) {
        qp_heading_print(&choice.input.query, stdout, choice.colour);
        code = qii_log_open(&log, &choice.input.profile);
    }
    if (!code) {
        code = print_events(&choice, &log);
        qii_log_close(&log);
        qp_heading_diagnostics(&choice.input.profile, QP_VT, stdout, "note: ");
    }
    qii_input_close(&choice.input);
    return qii_output_end(code);
}
