#include "show/log/event_list.h"

#include "base/number.h"
#include "format/words.h"
#include "show/log/timeline_words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- event text ------------------------------------------------------------------------------------------------- */

static void show_scope(const struct qp_resolved *resolved, char *shown, size_t size)
{
    const struct qp_event_scope *scope = resolved->scope;
    if (scope)
        qp_text_show_pair(scope->class_name, ":", scope->name, shown, size);
    else
        snprintf(shown, size, "scope %u", resolved->event.object);
}

/* Write the printable name of the event's object: its state, scope or counter. Write an empty string if the event has
 * no object. */
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
    const char *direction = event->kind == QP_EVENT_SEND ? "to" : "from";
    if (!channel) {
        fprintf(out, " on channel %u, %" PRIu64 " bytes", event->object, event->value);
        return;
    }
    fprintf(out, " %s %d, %" PRIu64 " bytes, tag %d", direction, channel->peer, event->value, channel->tag);
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

static void print_collective(const struct qp_resolved *resolved, FILE *out)
{
    const struct qp_event *event = &resolved->event;
    fprintf(out, " operation, %" PRIu64 " bytes sent, %" PRIu64 " received", event->value, event->received);
    if (resolved->channel && resolved->channel->peer >= 0)
        fprintf(out, ", root %d", resolved->channel->peer);
    if (resolved->channel && resolved->channel->communicator != 0)
        fprintf(out, ", communicator %d", resolved->channel->communicator);
}

/* Print the rest of the event, such as its value, bytes, tag or text. */
static void print_details(const struct qp_events *events, const struct qp_resolved *resolved, FILE *out)
{
    uint64_t value = resolved->event.value;
    switch (resolved->event.kind) {
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
        print_message(resolved, out);
        return;
    case QP_EVENT_COLLECTIVE:
        print_collective(resolved, out);
        return;
    case QP_EVENT_POST:
    case QP_EVENT_COMPLETE:
        fprintf(out, " request %" PRIu32, resolved->event.request);
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
        fprintf(out, " %" PRIu64 " events", value);
        return;
    case QP_EVENT_GAP:
        fprintf(out, " %" PRIu64 " blocks of events are missing", value);
        return;
    default:
        return;
    }
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

#define DEEPEST 30 /* maximum number of levels of indentation */

struct thread {
    char name[40];
    bool shown;
};

struct printer {
    const struct qp_event_list_choice *choice;
    const struct qp_stream *stream;
    struct qp_log *log;
    const struct qp_events *events; /* of the log */
    struct qp_timeline timeline;
    struct qp_timeline_step step; /* effect of the current event */
    struct thread *threads;
    int name_width;
    uint32_t next_mark;
    uint64_t begin[QP_PRODUCTS]; /* tick of the last clear; earlier events are not shown */
    uint64_t count;              /* number of events since the last clear, shown or not */
    uint64_t shown;
    bool failed; /* out of memory */
};

/* Return true if an event or mark is of a chosen library, and not older than the library's last clear. */
static bool is_in_list(const struct printer *printer, uint32_t product, uint64_t tick)
{
    const char *wanted = printer->choice->product;
    return tick >= printer->begin[product] &&
           (!wanted || strcmp(wanted, qp_profile_product_name((enum qp_product)product)) == 0);
}

static bool is_of_kind(const struct printer *printer, enum qp_event_kind kind, uint64_t ns)
{
    const struct qp_event_list_choice *choice = printer->choice;
    return ns >= choice->from && ns <= choice->to && choice->kinds >> (kind & 31) & 1;
}

static bool is_chosen(const struct printer *printer, const struct qp_resolved *resolved, const char *object)
{
    const char *wanted = printer->choice->state;
    enum qp_event_kind kind = resolved->event.kind;
    bool state = kind == QP_EVENT_ENTER || kind == QP_EVENT_LEAVE;
    return is_of_kind(printer, kind, resolved->ns) && (!wanted || (state && strstr(object, wanted))) &&
           (printer->threads[resolved->event.thread].shown ||
            qp_timeline_words_match(&printer->timeline, &printer->step, printer->choice->thread));
}

/* Print the time and the thread, then the kind of event, indented by `levels`. */
static void begin_line(const struct printer *printer, uint64_t ns, const char *thread, uint32_t levels,
                       enum qp_event_kind kind)
{
    FILE *out = printer->stream->out;
    int depth = (int)(levels < DEEPEST ? levels : DEEPEST), width = (int)qp_text_width(thread);
    char name[80];
    snprintf(name, sizeof name, "%s%*s", thread, printer->name_width > width ? printer->name_width - width : 0, "");
    fprintf(out, "%3" PRIu64 ".%09" PRIu64 "  ", ns / 1000000000, ns % 1000000000);
    qp_stream_put(printer->stream, QP_STYLE_DIM, name);
    fprintf(out, "  %*s%s", 2 * depth, "", qp_events_kind_name(kind));
}

static void print_location(struct printer *printer, const struct qp_event *event)
{
    FILE *out = printer->stream->out;
    char shown[1000];
    const struct qp_located_stack *stack = qp_locate_frames(&printer->log->locate, event->location, event->tick);
    if (!stack || !qp_locate_show(&printer->log->locate, event->location, event->tick, shown, sizeof shown)) {
        printer->failed = true;
        return;
    }
    fprintf(out, "  at %s", shown);
    uint32_t count = printer->choice->stack ? stack->count : 1;
    for (uint32_t i = 1; i < count; i++) {
        qp_located_show(&stack->frames[i], shown, sizeof shown);
        fprintf(out, "\n%*sfrom %s", 17 + printer->name_width, "", shown);
    }
}

static void print_event(struct printer *printer, const struct qp_resolved *resolved, const char *object)
{
    const struct qp_event *event = &resolved->event;
    FILE *out = printer->stream->out;
    begin_line(printer, resolved->ns, printer->threads[event->thread].name, resolved->depth, event->kind);
    if (*object) {
        fputc(' ', out);
        qp_stream_put(printer->stream, QP_STYLE_BOLD, object);
    }
    print_details(printer->events, resolved, out);
    qp_timeline_words_print(&printer->timeline, event, &printer->step, out);
    if (resolved->entered)
        fprintf(out, "  after %s",
                qp_number_time(qp_profile_ns(printer->events->profile, event->tick - resolved->entered)).text);
    if (event->location)
        print_location(printer, event);
    fputc('\n', out);
    printer->shown++;
}

static void print_mark(struct printer *printer, const struct qp_profile_mark *mark)
{
    FILE *out = printer->stream->out;
    uint64_t ns = qp_profile_since_start(printer->events->profile, mark->tick);
    printer->count++;
    if (!is_of_kind(printer, QP_EVENT_MARK, ns) || printer->choice->thread || printer->choice->state)
        return;
    begin_line(printer, ns, "", 0, QP_EVENT_MARK);
    fprintf(out, " %s%s", qp_words_mark_shown(mark->kind), mark->text.length ? " " : "");
    qp_text_print(out, mark->text);
    fputc('\n', out);
    printer->shown++;
}

/* Print the marks up to a tick that were not printed yet. They precede the event of that tick. */
static void print_marks(struct printer *printer, uint64_t until)
{
    const struct qp_profile *profile = printer->events->profile;
    bool any = qp_events_has(printer->events, QP_QPROF);
    for (; any && printer->next_mark < profile->mark_count; printer->next_mark++) {
        const struct qp_profile_mark *mark = &profile->marks[printer->next_mark];
        if (mark->tick > until)
            return;
        if (mark->product == QP_QPROF && is_in_list(printer, QP_QPROF, mark->tick))
            print_mark(printer, mark);
    }
}

static void take_event(struct printer *printer, const struct qp_resolved *resolved)
{
    char object[400];
    print_marks(printer, resolved->event.tick);
    printer->failed = !qp_timeline_follow(&printer->timeline, &resolved->event, &printer->step);
    if (printer->failed || !is_in_list(printer, resolved->event.product, resolved->event.tick))
        return;
    printer->count++;
    show_object(printer->events, resolved, object, sizeof object);
    if (printer->step.life != QP_NONE)
        qp_life_show(printer->timeline.profile, &printer->timeline.lives[printer->step.life], object, sizeof object);
    if (is_chosen(printer, resolved, object))
        print_event(printer, resolved, object);
}

static const char *reason_for_no_log(const struct qp_profile *profile)
{
    uint32_t products = profile->reader.header.products;
    return qp_profile_is_merged(profile) ? "merged runs have no common time and no log"
           : products & (1u << QP_VT)    ? "no log was recorded; see qii report and qii counters for totals"
           : products & (1u << QP_QPROF) ? "no log was recorded; use libqprof's option -record-timeline"
                                         : "no log was recorded: the run used neither libvt nor libqprof";
}

static void print_end(const struct printer *printer)
{
    const struct qp_profile *profile = printer->events->profile;
    FILE *out = printer->stream->out;
    uint64_t count = printer->count, lost = 0, overwritten = 0;
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        lost += profile->carriers[i].lost;
        overwritten += profile->carriers[i].overwritten;
    }
    if (printer->shown < count)
        fprintf(out, "%s of %s events shown", qp_number_count(printer->shown).text, qp_number_count(count).text);
    else if (count)
        fprintf(out, "%s event%s", qp_number_count(count).text, qp_number_plural(count));
    else if (printer->choice->product)
        fprintf(out, "lib%s has no log", printer->choice->product);
    else
        fputs(reason_for_no_log(profile), out);
    if (lost)
        fprintf(out, "; %s did not fit into the log", qp_number_count(lost).text);
    if (overwritten)
        fprintf(out, "; %s older events were overwritten", qp_number_count(overwritten).text);
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
        if ((thread->shown || qp_events_has(printer->events, QP_QPROF)) && width > printer->name_width)
            printer->name_width = width;
    }
    return printer->threads;
}

static bool begin_list(struct printer *printer)
{
    struct qp_profile *profile = printer->events->profile;
    for (uint32_t i = 0; i < QP_PRODUCTS; i++)
        printer->begin[i] = qp_profile_epoch_tick(profile, i, profile->clear_epoch[i]);
    if (!qp_timeline_open(&printer->timeline, profile))
        return false;
    if (name_threads(printer))
        return true;
    qp_timeline_close(&printer->timeline);
    return false;
}

bool qp_event_list_print(struct qp_log *log, const struct qp_event_list_choice *choice, const struct qp_stream *stream,
                         uint64_t *shown)
{
    struct printer printer = {.choice = choice, .stream = stream, .log = log, .events = &log->events.events};
    struct qp_resolved resolved;
    if (!begin_list(&printer))
        return false;
    while (!printer.failed && !ferror(stream->out) && qp_resolver_next(&log->events, &resolved))
        take_event(&printer, &resolved);
    print_marks(&printer, UINT64_MAX);
    print_end(&printer);
    free(printer.threads);
    qp_timeline_close(&printer.timeline);
    *shown = printer.shown;
    return !printer.failed && !log->events.failed;
}
