#include "show/log/event_list.h"

#include "base/number.h"
#include "format/words.h"
#include "show/log/event_order.h"
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
    char name[60];
    bool shown;
};

struct printer {
    const struct qp_event_list_choice *choice;
    const struct qp_stream *stream;
    struct qp_log *log;
    const char *rank; /* rank and offset_ns: see struct qp_event_list_log */
    uint64_t offset_ns;
    const struct qp_events *events; /* of the log */
    struct qp_resolved next;        /* next event, if has_next is true */
    bool has_next;
    struct qp_timeline timeline;
    struct qp_timeline_step step; /* effect of the current event */
    struct thread *threads;
    int name_width; /* of the threads of all logs */
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
    ns += printer->offset_ns;
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
    ns += printer->offset_ns;
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
    begin_line(printer, ns, printer->rank ? printer->rank : "", 0, QP_EVENT_MARK);
    fprintf(out, " %s%s", qp_words_mark_shown(mark->kind), mark->text.length ? " " : "");
    qp_text_print(out, mark->text);
    fputc('\n', out);
    printer->shown++;
}

/* Return the next mark, NULL if there is none. Only libqprof's log is shown with marks. */
static const struct qp_profile_mark *next_mark(const struct printer *printer)
{
    const struct qp_profile *profile = printer->events->profile;
    bool any = qp_events_has(printer->events, QP_QPROF) && printer->next_mark < profile->mark_count;
    return any ? &profile->marks[printer->next_mark] : NULL;
}

/* Return true if a mark comes next. A mark precedes the event of the same tick. */
static bool mark_is_next(const struct printer *printer)
{
    const struct qp_profile_mark *mark = next_mark(printer);
    return mark && (!printer->has_next || mark->tick <= printer->next.event.tick);
}

static void take_mark(struct printer *printer)
{
    const struct qp_profile_mark *mark = next_mark(printer);
    printer->next_mark++;
    if (mark->product == QP_QPROF && is_in_list(printer, QP_QPROF, mark->tick))
        print_mark(printer, mark);
}

static void take_event(struct printer *printer, const struct qp_resolved *resolved)
{
    char object[400];
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

/* Print the number of events of all logs. */
static void print_end(const struct printer *printers, uint32_t logs)
{
    const struct qp_event_list_choice *choice = printers->choice;
    FILE *out = printers->stream->out;
    uint64_t count = 0, shown = 0, lost = 0, overwritten = 0;
    for (uint32_t log = 0; log < logs; log++) {
        const struct qp_profile *profile = printers[log].events->profile;
        count += printers[log].count;
        shown += printers[log].shown;
        for (uint32_t i = 0; i < profile->carrier_count; i++) {
            lost += profile->carriers[i].lost;
            overwritten += profile->carriers[i].overwritten;
        }
    }
    if (shown < count)
        fprintf(out, "%s of %s events shown", qp_number_count(shown).text, qp_number_count(count).text);
    else if (count)
        fprintf(out, "%s event%s", qp_number_count(count).text, qp_number_plural(count));
    else if (choice->product)
        fprintf(out, "lib%s has no log", choice->product);
    else
        fputs(reason_for_no_log(printers->events->profile), out);
    if (lost)
        fprintf(out, "; %s did not fit into the log", qp_number_count(lost).text);
    if (overwritten)
        fprintf(out, "; %s older events were overwritten", qp_number_count(overwritten).text);
    fputc('\n', out);
}

/* Write the name of a thread. With the name of its rank, the number of the first thread is left out. */
static void name_thread(const struct printer *printer, uint32_t thread, char *name, size_t size)
{
    const struct qp_profile_thread *it = &printer->events->profile->threads[thread];
    size_t length = 0;
    if (printer->rank)
        length = (size_t)snprintf(name, size, "%s ", printer->rank);
    if (!printer->rank || it->name.length || it->number > 1)
        qp_profile_thread_name(printer->events->profile, thread, name + length, size - length);
    else
        name[length - 1] = '\0';
}

static bool name_threads(struct printer *printer)
{
    const struct qp_profile *profile = printer->events->profile;
    const char *wanted = printer->choice->thread;
    printer->threads = calloc((size_t)profile->carrier_count + 1, sizeof *printer->threads);
    for (uint32_t i = 0; printer->threads && i < profile->carrier_count; i++) {
        struct thread *thread = &printer->threads[i];
        name_thread(printer, i, thread->name, sizeof thread->name);
        thread->shown = qp_profile_thread_is(profile, i, wanted) || (wanted && strcmp(thread->name, wanted) == 0);
        int width = (int)qp_text_width(thread->name);
        if ((thread->shown || qp_events_has(printer->events, QP_QPROF)) && width > printer->name_width)
            printer->name_width = width;
    }
    return printer->threads;
}

static bool begin_log(struct printer *printer)
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

/* Add the log's next event or mark to the order, if there is one. */
static void order_next(const struct printer *printers, uint32_t log, struct qp_event_order *order)
{
    const struct printer *printer = &printers[log];
    uint64_t ns = printer->next.ns;
    if (mark_is_next(printer))
        ns = qp_profile_since_start(printer->events->profile, next_mark(printer)->tick);
    else if (!printer->has_next)
        return;
    qp_event_order_add(order, (struct qp_event_next){ns + printer->offset_ns, log});
}

static void read_next(struct printer *printer)
{
    printer->has_next = qp_resolver_next(&printer->log->events, &printer->next);
    printer->failed |= printer->log->events.failed;
}

static bool print_logs(struct printer *printers, uint32_t count, struct qp_event_order *order)
{
    bool failed = false;
    for (uint32_t i = 0; i < count; i++) {
        read_next(&printers[i]);
        order_next(printers, i, order);
    }
    while (order->count && !failed && !ferror(printers->stream->out)) {
        uint32_t log = qp_event_order_take(order);
        struct printer *printer = &printers[log];
        if (mark_is_next(printer)) {
            take_mark(printer);
        } else {
            take_event(printer, &printer->next);
            read_next(printer);
        }
        order_next(printers, log, order);
        failed = printer->failed;
    }
    if (!failed)
        print_end(printers, count);
    return !failed;
}

bool qp_event_list_print(const struct qp_event_list_log *logs, uint32_t count,
                         const struct qp_event_list_choice *choice, const struct qp_stream *stream, uint64_t *shown)
{
    struct printer *printers = calloc((size_t)count + 1, sizeof *printers);
    struct qp_event_order order = {calloc((size_t)count + 1, sizeof *order.items), 0};
    uint32_t open = 0;
    int width = 0;
    bool ok = printers && order.items;
    for (; ok && open < count; open++) {
        printers[open] = (struct printer){.choice = choice,
                                          .stream = stream,
                                          .log = logs[open].log,
                                          .rank = logs[open].rank,
                                          .offset_ns = logs[open].offset_ns,
                                          .events = &logs[open].log->events.events};
        ok = begin_log(&printers[open]);
        if (!ok)
            break;
        width = printers[open].name_width > width ? printers[open].name_width : width;
    }
    for (uint32_t i = 0; i < open; i++)
        printers[i].name_width = width;
    ok = ok && print_logs(printers, count, &order);
    *shown = 0;
    for (uint32_t i = 0; i < open; i++) {
        *shown += printers[i].shown;
        free(printers[i].threads);
        qp_timeline_close(&printers[i].timeline);
    }
    free(printers);
    free(order.items);
    return ok;
}
