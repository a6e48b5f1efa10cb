#include "tools/qii/event_text.h"

#include "base/number.h"

#include <inttypes.h>
#include <string.h>

static void show_scope(const struct qp_events *events, const struct qp_event *event, char *shown, size_t size)
{
    const struct qp_event_scope *scope = qp_events_scope(events, event->object);
    size_t length = 0;
    if (!scope) {
        snprintf(shown, size, "scope %u", event->object);
        return;
    }
    if (scope->class_name.length) {
        length = qp_text_show(scope->class_name, shown, size);
        length += (size_t)snprintf(shown + length, size - length, ":");
    }
    if (length < size)
        qp_text_show(scope->name, shown + length, size - length);
}

static void show_state(const struct qp_events *events, const struct qp_event *event, char *shown, size_t size)
{
    uint32_t method = qp_events_state(events, event->object);
    if (method == QP_NONE)
        snprintf(shown, size, "state %u", event->object);
    else
        qp_profile_method_name(events->profile, method, shown, size);
}

static void show_counter(const struct qp_events *events, const struct qp_event *event, char *shown, size_t size)
{
    uint32_t counter = qp_counters_find(&events->counters, event->object);
    if (counter == QP_NONE)
        snprintf(shown, size, "counter %u", event->object);
    else
        qp_counters_name(&events->counters.items[counter], shown, size);
}

void qii_event_object(const struct qp_events *events, const struct qp_event *event, char *shown, size_t size)
{
    *shown = '\0';
    switch (event->kind) {
    case QP_EVENT_ENTER:
    case QP_EVENT_LEAVE:
        show_state(events, event, shown, size);
        return;
    case QP_EVENT_SCOPE_BEGIN:
    case QP_EVENT_SCOPE_END:
        show_scope(events, event, shown, size);
        return;
    case QP_EVENT_COUNT:
        show_counter(events, event, shown, size);
        return;
    default:
        return;
    }
}

static void print_message(const struct qp_events *events, const struct qp_event *event, FILE *out)
{
    const struct qp_event_channel *channel = qp_events_channel(events, event->object);
    const char *way = event->kind == QP_EVENT_SEND ? "to" : "from";
    if (!channel) {
        fprintf(out, " on channel %u, %" PRIu64 " bytes", event->object, event->value);
        return;
    }
    fprintf(out, " %s %d, %" PRIu64 " bytes, tag %d", way, channel->peer, event->value, channel->tag);
    if (channel->communicator != 0)
        fprintf(out, ", communicator %d", channel->communicator);
}

static void print_count(const struct qp_events *events, const struct qp_event *event, FILE *out)
{
    uint32_t counter = qp_counters_find(&events->counters, event->object);
    const struct qp_counter_item *item = counter == QP_NONE ? NULL : &events->counters.items[counter];
    char value[QP_COUNTER_TEXT];
    qp_counters_show(value, item ? item->genre : QP_COUNTER_INTEGER64, event->value);
    fprintf(out, " = %s", value);
    if (item && item->unit.length) {
        putc(' ', out);
        qp_text_print(out, item->unit);
    }
}

static void print_sent(const struct qp_events *events, const struct qp_event *event, FILE *out)
{
    char duration[QP_NUMBER];
    int64_t sent;
    if (!qp_events_sent(events, event, &sent))
        return;
    int64_t before = (int64_t)qp_profile_since_start(events->profile, event->tick) - sent;
    qp_number_time(duration, (uint64_t)(before < 0 ? -before : before));
    fprintf(out, " %s %s", duration, before < 0 ? "later" : "before");
}

void qii_event_print_details(const struct qp_events *events, const struct qp_event *event, FILE *out)
{
    switch (event->kind) {
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
        print_message(events, event, out);
        return;
    case QP_EVENT_SENT:
        print_sent(events, event, out);
        return;
    case QP_EVENT_SCOPE_BEGIN:
    case QP_EVENT_SCOPE_END:
        fprintf(out, " #%" PRIu64, event->value);
        return;
    case QP_EVENT_COUNT:
        print_count(events, event, out);
        return;
    case QP_EVENT_COMMENT:
        fputc(' ', out);
        qp_text_print(out, qp_reader_text(&events->profile->reader, (uint32_t)event->value));
        return;
    case QP_EVENT_THREAD:
        fprintf(out, " begins (system id %" PRIu64 ")", event->value);
        return;
    case QP_EVENT_LOST:
        fprintf(out, " %" PRIu64 " events that found no room", event->value);
        return;
    case QP_EVENT_GAP:
        fprintf(out, " %" PRIu64 " blocks of events are missing", event->value);
        return;
    default:
        return;
    }
}
