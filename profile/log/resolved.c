#include "profile/log/resolved.h"

#include "format/array.h"

struct qp_open_state {
    uint64_t entered; /* tick */
    uint32_t handle;
};

struct qp_open_states {
    struct qp_open_state *states;
    uint32_t depth;
};

static bool is_in_call(const struct qp_event *event)
{
    return event->in_call || event->kind == QP_EVENT_COLLECTIVE || event->kind == QP_EVENT_POST ||
           event->kind == QP_EVENT_COMPLETE;
}

/* Update the stack of a thread's open states. After a loss of events, the stack is unknown, and treated as empty. */
static void follow(struct qp_resolver *resolver, struct qp_resolved *resolved)
{
    struct qp_event *event = &resolved->event;
    struct qp_open_states *open = &resolver->open[event->thread];
    const struct qp_open_state *top = open->depth > 0 ? &open->states[open->depth - 1] : NULL;
    if (event->product != QP_VT)
        return;
    if (event->kind == QP_EVENT_GAP || event->kind == QP_EVENT_LOST)
        open->depth = 0;
    if (top && (event->kind == QP_EVENT_LEAVE || is_in_call(event)))
        resolved->entered = top->entered;
    if (top && event->kind == QP_EVENT_LEAVE) {
        event->object = event->object != 0 ? event->object : top->handle;
        open->depth--;
    }
    resolved->depth = open->depth;
    if (event->kind == QP_EVENT_ENTER)
        resolver->failed |=
            !QP_ARRAY_APPEND(&open->states, &open->depth, (struct qp_open_state){event->tick, event->object});
}

static void refer(const struct qp_events *events, struct qp_resolved *resolved)
{
    const struct qp_event *event = &resolved->event;
    switch (event->kind) {
    case QP_EVENT_ENTER:
    case QP_EVENT_LEAVE:
        resolved->method = qp_events_state(events, event->object);
        return;
    case QP_EVENT_COUNT:
        resolved->counter = qp_counters_find(&events->counters, event->object);
        resolved->genre =
            resolved->counter == QP_NONE ? QP_COUNTER_INTEGER64 : events->counters.items[resolved->counter].genre;
        return;
    case QP_EVENT_SCOPE_BEGIN:
    case QP_EVENT_SCOPE_END:
        resolved->scope = qp_event_definitions_scope(&events->definitions, event->object);
        return;
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
    case QP_EVENT_COLLECTIVE:
        resolved->channel = qp_event_definitions_channel(&events->definitions, event->object);
        return;
    case QP_EVENT_SENT:
        resolved->sent_known = qp_events_sent(events, event, &resolved->sent_ns);
        return;
    case QP_EVENT_COMMENT:
        resolved->text = qp_reader_text(&events->profile->reader, (uint32_t)event->value);
        return;
    default:
        return;
    }
}

bool qp_resolver_next(struct qp_resolver *resolver, struct qp_resolved *resolved)
{
    struct qp_event event;
    if (resolver->failed || !qp_events_next(&resolver->events, &event))
        return false;
    *resolved = (struct qp_resolved){.event = event, .method = QP_NONE, .counter = QP_NONE};
    resolved->ns = qp_profile_since_start(resolver->events.profile, event.tick);
    resolver->count++;
    follow(resolver, resolved);
    refer(&resolver->events, resolved);
    return !resolver->failed;
}

int qp_resolver_open(struct qp_resolver *resolver, struct qp_profile *profile, struct qp_error *error)
{
    *resolver = (struct qp_resolver){.open = calloc((size_t)profile->carrier_count + 1, sizeof *resolver->open)};
    int code = resolver->open ? qp_events_open(&resolver->events, profile, error) : qp_error_memory(error);
    if (code)
        qp_resolver_close(resolver);
    return code;
}

void qp_resolver_close(struct qp_resolver *resolver)
{
    for (uint32_t i = 0; resolver->events.profile && i < resolver->events.profile->carrier_count; i++)
        free(resolver->open[i].states);
    free(resolver->open);
    qp_events_close(&resolver->events);
    *resolver = (struct qp_resolver){0};
}
