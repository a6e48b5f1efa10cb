/* json_events.c - the JSON of the log: an element for each event, with the fields of its kind. */
#include "export/json/json.h"

static void add_scope(struct qp_export *export, const struct qp_resolved *resolved)
{
    const struct qp_event_scope *scope = resolved->scope;
    qp_json_put(export, "scope", scope ? qp_json_text(scope->name) : qp_json_null());
    qp_json_put(export, "class", scope ? qp_json_text_or_null(scope->class_name) : qp_json_null());
    qp_json_put(export, "number", qp_json_number(resolved->event.value));
}

static void add_message(struct qp_export *export, const struct qp_resolved *resolved)
{
    const struct qp_event_channel *channel = resolved->channel;
    qp_json_put(export, "peer", channel ? qp_json_integer(channel->peer) : qp_json_null());
    qp_json_put(export, "tag", channel ? qp_json_integer(channel->tag) : qp_json_null());
    qp_json_put(export, "communicator", channel ? qp_json_integer(channel->communicator) : qp_json_null());
    qp_json_put(export, "bytes", qp_json_number(resolved->event.value));
    if (resolved->event.in_call || resolved->event.kind == QP_EVENT_COLLECTIVE)
        qp_json_put(export, "channel", channel ? qp_json_word(qp_messages_kind_name(channel->kind)) : qp_json_null());
}

/* Add the fields of events within an MPI call: when the call was entered, and the request. */
static void add_call(struct qp_export *export, const struct qp_resolved *resolved)
{
    uint32_t request = resolved->event.request;
    if (resolved->event.kind != QP_EVENT_COLLECTIVE)
        qp_json_put(export, "request", request ? qp_json_number(request) : qp_json_null());
    qp_json_put(export, "entered_ns", resolved->entered ? qp_json_moment(export, resolved->entered) : qp_json_null());
}

static struct qp_json_value virtual_id_of(const struct qp_timeline *timeline, uint32_t life)
{
    uint64_t id = life == QP_NONE ? 0 : timeline->lives[life].id;
    return id ? qp_json_id(id) : qp_json_null();
}

/* Add the fields of libqprof's events: those of virtual threads. */
static void add_virtual_thread(struct qp_export *export, enum qp_event_kind kind)
{
    const struct qp_json *json = export->state;
    const struct qp_timeline *timeline = &json->timeline;
    const struct qp_timeline_step *step = &json->step;
    const struct qp_life *life = step->life == QP_NONE ? NULL : &timeline->lives[step->life];
    qp_json_put(export, "virtual_id", virtual_id_of(timeline, step->life));
    qp_json_put(export, "virtual_thread", qp_json_index(life ? life->thread : QP_NONE));
    qp_json_put(export, "group", qp_json_index(life ? life->group : QP_NONE));
    if (qp_event_is_leaving(kind))
        qp_json_put(export, "node", qp_json_index(life ? life->node : QP_NONE));
    if (kind == QP_EVENT_WAKE || kind == QP_EVENT_CREATE)
        qp_json_put(export, "by", virtual_id_of(timeline, step->by));
}

static void add_details(struct qp_export *export, const struct qp_resolved *resolved)
{
    uint64_t value = resolved->event.value;
    switch (resolved->event.kind) {
    case QP_EVENT_ENTER:
    case QP_EVENT_LEAVE:
        qp_json_put(export, "state", qp_json_index(resolved->method));
        return;
    case QP_EVENT_COUNT:
        qp_json_put(export, "counter", qp_json_index(resolved->counter));
        qp_json_put(export, "value", qp_json_bits(resolved->genre, value));
        return;
    case QP_EVENT_SCOPE_BEGIN:
    case QP_EVENT_SCOPE_END:
        add_scope(export, resolved);
        return;
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
        add_message(export, resolved);
        if (resolved->event.in_call)
            add_call(export, resolved);
        return;
    case QP_EVENT_COLLECTIVE:
        add_message(export, resolved);
        qp_json_put(export, "received_bytes", qp_json_number(resolved->event.received));
        add_call(export, resolved);
        return;
    case QP_EVENT_POST:
    case QP_EVENT_COMPLETE:
        add_call(export, resolved);
        return;
    case QP_EVENT_SENT:
        qp_json_put(export, "sent_ns", resolved->sent_known ? qp_json_integer(resolved->sent_ns) : qp_json_null());
        return;
    case QP_EVENT_COMMENT:
        qp_json_put(export, "text", qp_json_text(resolved->text));
        return;
    case QP_EVENT_THREAD:
        qp_json_put(export, "system_id", qp_json_number(value));
        return;
    case QP_EVENT_RUN:
    case QP_EVENT_READY:
    case QP_EVENT_BLOCK:
    case QP_EVENT_WAIT:
    case QP_EVENT_RESUME:
    case QP_EVENT_WAKE:
    case QP_EVENT_CREATE:
    case QP_EVENT_DESTROY:
        add_virtual_thread(export, resolved->event.kind);
        return;
    case QP_EVENT_LOST:
        qp_json_put(export, "events", qp_json_number(value));
        return;
    case QP_EVENT_GAP:
        qp_json_put(export, "missing_blocks", qp_json_number(value));
        return;
    default:
        return;
    }
}

bool qp_json_event(struct qp_export *export, const struct qp_resolved *resolved)
{
    const struct qp_event *event = &resolved->event;
    qp_json_open(export, "\n");
    qp_json_put(export, "kind", qp_json_word(qp_events_kind_name(event->kind)));
    qp_json_put(export, "thread", qp_json_number(event->thread));
    qp_json_put(export, "at_ns", qp_json_number(resolved->ns));
    add_details(export, resolved);
    if (event->location)
        qp_json_put(export, "location", qp_json_number(event->location));
    return qp_json_close(export);
}

static bool write_frames(struct qp_export *export, const void *of)
{
    const struct qp_located_stack *stack = of;
    for (uint32_t i = 0; i < stack->count; i++) {
        const struct qp_located *frame = &stack->frames[i];
        QP_JSON_OBJECT(
            export, {"function", qp_json_text_or_null(frame->function)}, {"file", qp_json_text_or_null(frame->file)},
            {"line", frame->line ? qp_json_integer(frame->line) : qp_json_null()},
            {"module", qp_json_text_or_null(frame->module)},
            {"address", frame->address ? qp_json_id(frame->address) : qp_json_null()},
            {"offset", frame->module.length ? qp_json_id(frame->offset) : qp_json_null()},
            {"gap", frame->gap ? qp_json_word(qp_located_gap_name(frame->gap)) : qp_json_null()},
            {"inlined", qp_json_boolean(frame->inlined)}, {"interpreted", qp_json_boolean(frame->interpreted)});
    }
    return true;
}

bool qp_json_location(struct qp_export *export, uint32_t handle, const struct qp_located_stack *stack)
{
    return QP_JSON_ELEMENT(export, {"id", qp_json_number(handle)}, {"frames", qp_json_list(write_frames, stack)});
}
