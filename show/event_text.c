#include "show/event_text.h"

#include "base/number.h"

#include <inttypes.h>

static void show_scope(const struct qp_resolved *resolved, char *shown, size_t size)
{
    const struct qp_event_scope *scope = resolved->scope;
    if (scope)
        qp_text_show_pair(scope->class_name, ":", scope->name, shown, size);
    else
        snprintf(shown, size, "scope %u", resolved->event.object);
}

void qp_event_text_object(const struct qp_events *events, const struct qp_resolved *resolved, char *shown, size_t size)
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
    char duration[QP_NUMBER];
    int64_t before = (int64_t)resolved->ns - resolved->sent_ns;
    if (!resolved->sent_known)
        return;
    qp_number_time(duration, (uint64_t)(before < 0 ? -before : before));
    fprintf(out, " %s %s", duration, before < 0 ? "later" : "before");
}

void qp_event_text_details(const struct qp_events *events, const struct qp_resolved *resolved, FILE *out)
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
