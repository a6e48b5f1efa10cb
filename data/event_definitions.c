#include "data/events.h"

#include "base/atomic.h"
#include "data/array.h"
#include "data/loader.h"

#include <math.h>
#include <string.h>

static bool load_scopes(struct qp_events *events)
{
    struct qp_reader *reader = &events->profile->reader;
    struct qp_walk walk = {.kind = QP_KIND_SCOPE};
    uint32_t room = 0;
    const struct qp_scope_record *record;
    while ((record = qp_reader_record(reader, &walk, sizeof *record))) {
        if (!qp_load_acquire(&record->published))
            continue;
        if (!qp_array_room(&events->scopes, events->scope_count, &room, sizeof *events->scopes))
            return false;
        events->scopes[events->scope_count++] =
            (struct qp_event_scope){record->handle & QP_EVENT_INDEX, qp_reader_text(reader, record->name),
                                    qp_reader_text(reader, record->class_name), record->begin, record->end};
    }
    if (events->scope_count)
        qsort(events->scopes, events->scope_count, sizeof *events->scopes, qp_array_by_reference);
    return true;
}

static bool load_channels(struct qp_events *events)
{
    struct qp_walk walk = {.kind = QP_KIND_CHANNEL};
    uint32_t room = 0;
    const struct qp_channel_record *record;
    while ((record = qp_reader_record(&events->profile->reader, &walk, sizeof *record))) {
        if (!qp_load_acquire(&record->published))
            continue;
        if (!qp_array_room(&events->channels, events->channel_count, &room, sizeof *events->channels))
            return false;
        events->channels[events->channel_count++] =
            (struct qp_event_channel){record->handle & QP_EVENT_INDEX, record->peer, record->tag, record->communicator};
    }
    if (events->channel_count)
        qsort(events->channels, events->channel_count, sizeof *events->channels, qp_array_by_reference);
    return true;
}

const struct qp_event_scope *qp_events_scope(const struct qp_events *events, uint32_t index)
{
    uint32_t found = qp_array_find(events->scopes, events->scope_count, sizeof *events->scopes, index);
    return found == UINT32_MAX ? NULL : &events->scopes[found];
}

const struct qp_event_channel *qp_events_channel(const struct qp_events *events, uint32_t index)
{
    uint32_t found = qp_array_find(events->channels, events->channel_count, sizeof *events->channels, index);
    return found == UINT32_MAX ? NULL : &events->channels[found];
}

const char *qp_events_kind_name(unsigned kind)
{
    static const char *const names[] = {
        [QP_EVENT_NONE] = "none",        [QP_EVENT_TIME] = "time",     [QP_EVENT_ENTER] = "enter",
        [QP_EVENT_LEAVE] = "leave",      [QP_EVENT_ON] = "on",         [QP_EVENT_OFF] = "off",
        [QP_EVENT_RETIRE] = "end",       [QP_EVENT_COUNT] = "count",   [QP_EVENT_SCOPE_BEGIN] = "begin",
        [QP_EVENT_SCOPE_END] = "finish", [QP_EVENT_SEND] = "send",     [QP_EVENT_RECEIVE] = "receive",
        [QP_EVENT_COMMENT] = "comment",  [QP_EVENT_THREAD] = "thread", [QP_EVENT_LOST] = "lost",
        [QP_EVENT_SENT] = "sent",        [QP_EVENT_GAP] = "gap",
    };
    return kind >= sizeof names / sizeof *names ? NULL : names[kind] == NULL ? "" : names[kind];
}

bool qp_events_sent(const struct qp_events *events, const struct qp_event *event, int64_t *ns)
{
    double sent;
    double start = (double)events->profile->reader.header.start_realtime_ns * 1e-9;
    memcpy(&sent, &event->value, sizeof sent);
    if (!(sent > 0 && fabs(sent - start) < 1e9)) /* NaN, or further away than 30 years */
        return false;
    *ns = (int64_t)((sent - start) * 1e9);
    return true;
}

uint32_t qp_events_state(const struct qp_events *events, uint32_t handle)
{
    uint64_t found = qp_map_get(&events->profile->method_map[QP_VT], handle);
    return found == 0 ? QP_NONE : (uint32_t)found - 1;
}

bool qp_events_load_definitions(struct qp_events *events)
{
    return load_scopes(events) && load_channels(events);
}
