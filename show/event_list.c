#include "show/event_list.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- an event in words ------------------------------------------------------------------------------------------ */

static void show_scope(const struct qp_resolved *resolved, char *shown, size_t size)
{
    const struct qp_event_scope *scope = resolved->scope;
    if (scope)
        qp_text_show_pair(scope->class_name, ":", scope->name, shown, size);
    else
        snprintf(shown, size, "scope %u", resolved->event.object);
}

/* The name of what it happened to, shown safely; empty when it has none. */
static void show_object(const struct qp_events *events, const struct qp_resolved *resolved, char *shown, size_t size)
{
    *shown = '\0';
    switch (resolved->event.kind) {
    case QP_EVENT_ENTER:
    case QP_EVENT_LEAVE:
        if (resolved->method == QP_NONE)
            snprintf(shown, size, "state %u", resolved->event.object);
        else
            qp_profile_method_name(events->profile, resolved->method, shown, size);
        return;
    case QP_EVENT_SCOPE_BEGIN:
    case QP_EVENT_SCOPE_END:
        show_scope(resolved, shown, size);
        return;
    case QP_EVENT_COUNT:
        if (resolved->counter == QP_NONE)
            snprintf(shown, size, "counter %u", resolved->event.object);
        else
            qp_counters_name(&events->counters.items[resolved->counter], shown, size);
        return;
    default:
        return;
    }
}

static void print_message(const struct qp_resolved *resolved, FILE *out)
{
    const struct qp_event *event = &resolved->event;
    const struct qp_event_channel *channel = resolved->channel;
    const char *way = event->kind == QP_EVENT_SEND ? "to" : "from";
    if (!channel) {
        fprintf(out, " on channel %u, %" PRIu64 " bytes", event->object, event->value);
        return;
    }
    fprintf(out, " %s %d, %" PRIu64 " bytes, tag %d", way, channel->peer, event->value, channel->tag);
    if (channel->communicator != 0)
        fprintf(out, ", communicator %d", channel->communicator);
}

static void print_count(const struct qp_events *events, const struct qp_resolved *resolved, FILE *out)
{
    char value[QP_COUNTER_TEXT];
    qp_counters_show(value, resolved->genre, resolved->event.value);
    fprintf(out, " = %s", value);
    if (resolved->counter != QP_NONE && events->counters.items[resolved->counter].unit.length) {
        putc(' ', out);
        qp_text_print(out, events->counters.items[resolved->counter].unit);
    }
}

static void print_sent(const struct qp_resolved *resolved, FILE *out)
{
    int64_t before = (int64_t)resolved->ns - resolved->sent_ns;
    if (!resolved->sent_known)
        return;
    fprintf(out, " %s %s", qp_number_time((uint64_t)(before < 0 ? -before : before)).text,
            before < 0 ? "later" : "before");
}

/* What it says besides: value, bytes, tag, text. */
static void print_details(const struct qp_events *events, const struct qp_resolved *resolved, FILE *out)
{
    uint64_t value = resolved->event.value;
    switch (resolved->event.kind) {
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
        print_message(resolved, out);
        return;
    case QP_EVENT_SENT:
        print_sent(resolved, out);
        return;
    case QP_EVENT_SCOPE_BEGIN:
    case QP_EVENT_SCOPE_END:
        fprintf(out, " #%" PRIu64, value);
        return;
    case QP_EVENT_COUNT:
        print_count(events, resolved, out);
        return;
    case QP_EVENT_COMMENT:
        fputc(' ', out);
        qp_text_print(out, resolved->text);
        return;
    case QP_EVENT_THREAD:
        fprintf(out, " begins (system id %" PRIu64 ")", value);
        return;
    case QP_EVENT_LOST:
        fprintf(out, " %" PRIu64 " events that found no room", value);
        return;
    case QP_EVENT_GAP:
        fprintf(out, " %" PRIu64 " blocks of events are missing", value);
        return;
    default:
        return;
    }
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

#define DEEPEST 30 /* levels that are shown by indentation */

struct thread {
    char name[40];
    bool shown;
};

struct printer {
    const struct qp_event_list_choice *choice;
    const struct qp_stream *stream;
    struct qp_log *log;
    const struct qp_events *events; /* of the log */
    struct thread *threads;
    int name_width;
    uint64_t shown;
    bool failed; /* no memory */
};

static bool is_chosen(const struct printer *printer, const struct qp_resolved *resolved, const char *object)
{
    const struct qp_event_list_choice *choice = printer->choice;
    enum qp_event_kind kind = resolved->event.kind;
    bool state = kind == QP_EVENT_ENTER || kind == QP_EVENT_LEAVE;
    return printer->threads[resolved->event.thread].shown && resolved->ns >= choice->from &&
           resolved->ns <= choice->to && choice->kinds >> (kind & 31) & 1 &&
           (!choice->state || (state && strstr(object, choice->state)));
}

static void print_location(struct printer *printer, const struct qp_event *event)
{
    FILE *out = printer->stream->out;
    char shown[1000];
    const struct qp_located_stack *stack = qp_locate_frames(&printer->log->locate, event->location, event->tick);
    uint32_t count = !stack ? 0 : printer->choice->stack ? stack->count : 1;
    if (!qp_locate_show(&printer->log->locate, event->location, event->tick, shown, sizeof shown)) {
        printer->failed = true;
        return;
    }
    fprintf(out, "  at %s", shown);
    for (uint32_t i = 1; i < count; i++) {
        qp_located_show(&stack->frames[i], shown, sizeof shown);
        fprintf(out, "\n%*sfrom %s", 17 + printer->name_width, "", shown);
    }
}

static void print_event(struct printer *printer, const struct qp_resolved *resolved, const char *object)
{
    const struct qp_event *event = &resolved->event;
    const struct thread *thread = &printer->threads[event->thread];
    FILE *out = printer->stream->out;
    uint32_t depth = resolved->depth < DEEPEST ? resolved->depth : DEEPEST;
    char name[80];
    snprintf(name, sizeof name, "%s%*s", thread->name, printer->name_width - (int)qp_text_width(thread->name), "");
    fprintf(out, "%3" PRIu64 ".%09" PRIu64 "  ", resolved->ns / 1000000000, resolved->ns % 1000000000);
    qp_stream_put(printer->stream, QP_STYLE_DIM, name);
    fprintf(out, "  %*s%s", 2 * (int)depth, "", qp_events_kind_name(event->kind));
    if (*object) {
        fputc(' ', out);
        qp_stream_put(printer->stream, QP_STYLE_BOLD, object);
    }
    print_details(printer->events, resolved, out);
    if (resolved->entered)
        fprintf(out, "  after %s",
                qp_number_time(qp_profile_ns(printer->events->profile, event->tick - resolved->entered)).text);
    if (event->location)
        print_location(printer, event);
    fputc('\n', out);
    printer->shown++;
}

static void print_end(const struct printer *printer)
{
    const struct qp_profile *profile = printer->events->profile;
    FILE *out = printer->stream->out;
    uint64_t count = printer->log->events.count, lost = 0, overwritten = 0;
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        lost += profile->carriers[i].lost;
        overwritten += profile->carriers[i].overwritten;
    }
    if (printer->shown < count)
        fprintf(out, "%s of %s events shown", qp_number_count(printer->shown).text, qp_number_count(count).text);
    else if (count)
        fprintf(out, "%s event%s", qp_number_count(count).text, count == 1 ? "" : "s");
    else if (profile->reader.header.products & (1u << QP_VT))
        fputs("no log was kept: qii report and qii counters show the totals", out);
    else
        fputs("no log was kept: libvt had no part in this run", out);
    if (lost)
        fprintf(out, "; %s found no room in the log", qp_number_count(lost).text);
    if (overwritten)
        fprintf(out, "; %s older ones were overwritten", qp_number_count(overwritten).text);
    fputc('\n', out);
}

static bool name_threads(struct printer *printer)
{
    const struct qp_profile *profile = printer->events->profile;
    printer->threads = calloc((size_t)profile->carrier_count + 1, sizeof *printer->threads);
    for (uint32_t i = 0; printer->threads && i < profile->carrier_count; i++) {
        struct thread *thread = &printer->threads[i];
        qp_profile_thread_name(profile, i, thread->name, sizeof thread->name);
        thread->shown = qp_profile_thread_is(profile, i, printer->choice->thread);
        int width = (int)qp_text_width(thread->name);
        if (thread->shown && width > printer->name_width)
            printer->name_width = width;
    }
    return printer->threads;
}

bool qp_event_list_print(struct qp_log *log, const struct qp_event_list_choice *choice, const struct qp_stream *stream,
                         uint64_t *shown)
{
    struct printer printer = {.choice = choice, .stream = stream, .log = log, .events = &log->events.events};
    struct qp_resolved resolved;
    if (!name_threads(&printer))
        return false;
    while (!printer.failed && !ferror(stream->out) && qp_resolver_next(&log->events, &resolved)) {
        char object[400];
        show_object(printer.events, &resolved, object, sizeof object);
        if (is_chosen(&printer, &resolved, object))
            print_event(&printer, &resolved, object);
    }
    print_end(&printer);
    free(printer.threads);
    *shown = printer.shown;
    return !printer.failed && !log->events.failed;
}
