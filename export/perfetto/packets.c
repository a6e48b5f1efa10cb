#include "export/perfetto/packets.h"

#include "export/protobuf.h"

#include <stdlib.h>

enum { STATE_CLEARED = 1, NEEDS_STATE = 2 }; /* TracePacket.sequence_flags */

/* ---- packets ----------------------------------------------------------------------------------------------------- */

/* Write a packet as a trace of its own: concatenated protobuf messages form one message. */
static void put_packet(struct qp_perfetto *perfetto, Perfetto__TracePacket *packet)
{
    Perfetto__Trace trace = PERFETTO__TRACE__INIT;
    packet->has_trusted_packet_sequence_id = 1;
    packet->trusted_packet_sequence_id = perfetto->process + 1;
    trace.n_packet = 1;
    trace.packet = &packet;
    qp_protobuf_put(&perfetto->export->put, &trace.base);
}

/* ---- names and details ------------------------------------------------------------------------------------------- */

uint64_t qp_perfetto_intern(struct qp_perfetto *perfetto, struct qp_map *map, uint64_t key,
                            struct qp_perfetto_interned *interned, char *text)
{
    uint64_t iid = qp_map_get(map, key);
    interned->is_new = !iid;
    if (iid)
        return iid;
    interned->string = (Perfetto__InternedString)PERFETTO__INTERNED_STRING__INIT;
    interned->string.has_iid = 1;
    interned->string.iid = iid = map->count + 1;
    interned->string.name = text;
    if (qp_map_put(map, key, iid) != 0)
        perfetto->failed = true;
    return iid;
}

Perfetto__DebugAnnotation *qp_perfetto_annotate(struct qp_perfetto *perfetto,
                                                struct qp_perfetto_annotations *annotations, const char *name)
{
    uint32_t at = annotations->count++;
    Perfetto__DebugAnnotation *item = annotations->pointers[at] = &annotations->items[at];
    *item = (Perfetto__DebugAnnotation)PERFETTO__DEBUG_ANNOTATION__INIT;
    item->has_name_iid = 1;
    item->name_iid =
        qp_perfetto_intern(perfetto, &perfetto->keys, (uintptr_t)name, &annotations->keys[at], (char *)name);
    return item;
}

void qp_perfetto_annotate_all(struct qp_perfetto *perfetto, struct qp_perfetto_annotations *annotations,
                              const struct qp_drawn_detail *details, uint32_t count)
{
    perfetto->failed |= count == QP_NONE;
    for (uint32_t i = 0; !perfetto->failed && i < count; i++) {
        Perfetto__DebugAnnotation *item = qp_perfetto_annotate(perfetto, annotations, details[i].name);
        if (details[i].text.bytes) {
            size_t size = 4 * (size_t)details[i].text.length + 1;
            item->string_value = annotations->texts[i] = malloc(size);
            if (item->string_value)
                qp_text_show(details[i].text, item->string_value, size);
            else
                perfetto->failed = true;
        } else {
            item->has_int_value = 1;
            item->int_value = details[i].number;
        }
    }
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

Perfetto__TrackEvent qp_perfetto_event_on(uint32_t type, uint32_t track)
{
    Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
    event.has_type = 1;
    event.type = type;
    event.has_track_uuid = 1;
    event.track_uuid = QP_PERFETTO_FIRST + (uint64_t)track;
    return event;
}

void qp_perfetto_put_event(struct qp_perfetto *perfetto, Perfetto__TrackEvent *event, uint64_t ns,
                           struct qp_perfetto_interned *name, struct qp_perfetto_annotations *annotations)
{
    Perfetto__TracePacket packet = PERFETTO__TRACE_PACKET__INIT;
    Perfetto__InternedData data = PERFETTO__INTERNED_DATA__INIT;
    Perfetto__InternedString *names[1], *keys[QP_DRAWN_DETAILS + 1];
    data.event_names = names;
    data.debug_annotation_names = keys;
    if (name && name->is_new)
        names[data.n_event_names++] = &name->string;
    for (uint32_t i = 0; annotations && i < annotations->count; i++) {
        if (annotations->keys[i].is_new)
            keys[data.n_debug_annotation_names++] = &annotations->keys[i].string;
    }
    if (annotations) {
        event->n_debug_annotations = annotations->count;
        event->debug_annotations = annotations->pointers;
    }
    packet.has_timestamp = 1;
    packet.timestamp = perfetto->delay_ns + ns;
    event->track_uuid += perfetto->first;
    packet.track_event = event;
    packet.interned_data = data.n_event_names || data.n_debug_annotation_names ? &data : NULL;
    packet.has_sequence_flags = 1;
    packet.sequence_flags = NEEDS_STATE;
    if (!perfetto->failed)
        put_packet(perfetto, &packet);
    for (uint32_t i = 0; annotations && i < QP_DRAWN_DETAILS; i++)
        free(annotations->texts[i]);
}

void qp_perfetto_put_descriptor(struct qp_perfetto *perfetto, Perfetto__TrackDescriptor *descriptor)
{
    Perfetto__TracePacket packet = PERFETTO__TRACE_PACKET__INIT;
    bool first = perfetto->declared.count == 0;
    uint64_t uuid = descriptor->uuid;
    descriptor->uuid += perfetto->first;
    descriptor->parent_uuid += descriptor->has_parent_uuid ? perfetto->first : 0;
    packet.track_descriptor = descriptor;
    packet.has_sequence_flags = first;
    packet.sequence_flags = STATE_CLEARED;
    put_packet(perfetto, &packet);
    if (qp_map_put(&perfetto->declared, uuid, 1) != 0)
        perfetto->failed = true;
}

bool qp_perfetto_can_write(const struct qp_perfetto *perfetto)
{
    return !perfetto->failed && !ferror(perfetto->export->put.out);
}
