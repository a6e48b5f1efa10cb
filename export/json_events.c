/* json_events.c - the JSON of the log: one element an event, with what its kind has to say. */
#include "export/json.h"

static bool set(json_t *element, const char *name, json_t *value)
{
    return json_object_set_new_nocheck(element, name, value) == 0;
}

static bool set_scope(const struct qp_resolved *resolved, json_t *element)
{
    const struct qp_event_scope *scope = resolved->scope;
    return set(element, "scope", scope ? qp_json_text(scope->name) : json_null()) &&
           set(element, "class", scope ? qp_json_text_or_null(scope->class_name) : json_null()) &&
           set(element, "number", qp_json_number(resolved->event.value));
}

static bool set_message(const struct qp_resolved *resolved, json_t *element)
{
    const struct qp_event_channel *channel = resolved->channel;
    return set(element, "peer", channel ? json_integer(channel->peer) : json_null()) &&
           set(element, "tag", channel ? json_integer(channel->tag) : json_null()) &&
           set(element, "communicator", channel ? json_integer(channel->communicator) : json_null()) &&
           set(element, "bytes", qp_json_number(resolved->event.value));
}

static bool set_details(const struct qp_resolved *resolved, json_t *element)
{
    uint64_t value = resolved->event.value;
    switch (resolved->event.kind) {
    case QP_EVENT_ENTER:
    case QP_EVENT_LEAVE:
        return set(element, "state", qp_json_index_or_null(resolved->method));
    case QP_EVENT_COUNT:
        return set(element, "counter", qp_json_index_or_null(resolved->counter)) &&
               set(element, "value", qp_json_value(resolved->genre, value));
    case QP_EVENT_SCOPE_BEGIN:
    case QP_EVENT_SCOPE_END:
        return set_scope(resolved, element);
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
        return set_message(resolved, element);
    case QP_EVENT_SENT:
        return set(element, "sent_ns", resolved->sent_known ? json_integer(resolved->sent_ns) : json_null());
    case QP_EVENT_COMMENT:
        return set(element, "text", qp_json_text(resolved->text));
    case QP_EVENT_THREAD:
        return set(element, "system_id", qp_json_number(value));
    case QP_EVENT_LOST:
        return set(element, "events", qp_json_number(value));
    case QP_EVENT_GAP:
        return set(element, "missing_blocks", qp_json_number(value));
    default:
        return true;
    }
}

bool qp_json_event(struct qp_export *export, const struct qp_resolved *resolved)
{
    const struct qp_event *event = &resolved->event;
    json_t *element =
        QP_JSON_OBJECT({"kind", json_string(qp_events_kind_name(event->kind))},
                       {"thread", qp_json_number(event->thread)}, {"at_ns", qp_json_number(resolved->ns)});
    if (element && set_details(resolved, element) &&
        (event->location == 0 || set(element, "location", qp_json_number(event->location))))
        return qp_json_element(export, element);
    json_decref(element);
    return false;
}

static json_t *frame_of(const struct qp_located *frame)
{
    return QP_JSON_OBJECT({"function", qp_json_text_or_null(frame->function)},
                          {"file", qp_json_text_or_null(frame->file)},
                          {"line", frame->line ? json_integer(frame->line) : json_null()},
                          {"module", qp_json_text_or_null(frame->module)},
                          {"address", frame->address ? qp_json_hexadecimal(frame->address) : json_null()},
                          {"offset", frame->module.length ? qp_json_hexadecimal(frame->offset) : json_null()},
                          {"gap", frame->gap ? json_string(qp_located_gap_name(frame->gap)) : json_null()},
                          {"inlined", json_boolean(frame->inlined)}, {"interpreted", json_boolean(frame->interpreted)});
}

bool qp_json_location(struct qp_export *export, uint32_t handle, const struct qp_located_stack *stack)
{
    json_t *frames = json_array();
    for (uint32_t i = 0; i < stack->count; i++) {
        if (qp_json_append(frames, frame_of(&stack->frames[i])))
            continue;
        json_decref(frames);
        return false;
    }
    return qp_json_element(export, QP_JSON_OBJECT({"id", qp_json_number(handle)}, {"frames", frames}));
}
