/* perfetto.c - Perfetto's trace format as protobuf, for ui.perfetto.dev and trace_processor, made from libvt's log and
 * libqprof's timeline. perfetto.proto has the part of the format that we use; protos/perfetto/trace in Perfetto's
 * sources has all.
 *
 * All packets belong to one sequence. Event names are interned: the first packet that uses a name defines it. Times are
 * exact nanoseconds since the start of the run. The tracks of virtual threads, of carriers and of scopes each have a
 * parent track ("Virtual threads", ...), which is a child of the process. Notes about the data are the process's
 * description. Checked with protoc --decode. */
#include "base/map.h"
#include "export/drawn.h"
#include "export/protobuf.h"
#include "format/words.h"

#include <perfetto.pb-c.h>
#include <stdlib.h>

enum { BEGIN = 1, END, INSTANT, COUNTER };   /* TrackEvent.type */
enum { PROCESS = 1, FIRST = 16 };            /* uuids of tracks; the log's track with number n has the uuid FIRST + n */
enum { STATE_CLEARED = 1, NEEDS_STATE = 2 }; /* TracePacket.sequence_flags */

enum { CARRIERS = PROCESS + 1, VIRTUAL, SCOPES }; /* uuids of the parent tracks */
enum { BY_RANK = 3, NOT_MERGED = 2 };

struct state {
    struct qp_export *export;
    struct qp_map names;    /* maps qp_drawn_bar_key of an event to the iid of its name */
    struct qp_map keys;     /* maps the address of the name of a detail to the name's iid */
    struct qp_map declared; /* uuids of the tracks written so far */
    bool failed;            /* out of memory */
};

/* An interned name, which the packet has to define if it is new. */
struct interned {
    Perfetto__InternedString string;
    bool is_new;
};

/* Details of an event as Perfetto's annotations, and memory for their texts. `count` must be 0 at first. */
struct annotations {
    Perfetto__DebugAnnotation items[QP_DRAWN_DETAILS + 1];
    Perfetto__DebugAnnotation *pointers[QP_DRAWN_DETAILS + 1];
    struct interned keys[QP_DRAWN_DETAILS + 1];
    char *texts[QP_DRAWN_DETAILS];
    uint32_t count;
};

/* ---- packets ----------------------------------------------------------------------------------------------------- */

/* Write a packet as a trace of its own: concatenated protobuf messages form one message. */
static void put_packet(struct state *state, Perfetto__TracePacket *packet)
{
    Perfetto__Trace trace = PERFETTO__TRACE__INIT;
    packet->has_trusted_packet_sequence_id = 1;
    packet->trusted_packet_sequence_id = 1;
    trace.n_packet = 1;
    trace.packet = &packet;
    qp_protobuf_put(&state->export->put, &trace.base);
}

/* ---- names and details ------------------------------------------------------------------------------------------- */

/* Return the iid of the name with this key. A name that is new must live until the packet is written, because the
 * packet defines it. */
static uint64_t intern(struct state *state, struct qp_map *map, uint64_t key, struct interned *interned, char *text)
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
        state->failed = true;
    return iid;
}

/* Add a detail; the caller sets its value. The name must be a constant. */
static Perfetto__DebugAnnotation *annotate(struct state *state, struct annotations *annotations, const char *name)
{
    uint32_t at = annotations->count++;
    Perfetto__DebugAnnotation *item = annotations->pointers[at] = &annotations->items[at];
    *item = (Perfetto__DebugAnnotation)PERFETTO__DEBUG_ANNOTATION__INIT;
    item->has_name_iid = 1;
    item->name_iid = intern(state, &state->keys, (uintptr_t)name, &annotations->keys[at], (char *)name);
    return item;
}

/* Add the details of a bar or point (drawn.h). If the count is QP_NONE, qp_drawn_..._details ran out of memory. */
static void annotate_all(struct state *state, struct annotations *annotations, const struct qp_drawn_detail *details,
                         uint32_t count)
{
    state->failed |= count == QP_NONE;
    for (uint32_t i = 0; !state->failed && i < count; i++) {
        Perfetto__DebugAnnotation *item = annotate(state, annotations, details[i].name);
        if (details[i].text.bytes) {
            size_t size = 4 * (size_t)details[i].text.length + 1;
            item->string_value = annotations->texts[i] = malloc(size);
            if (item->string_value)
                qp_text_show(details[i].text, item->string_value, size);
            else
                state->failed = true;
        } else {
            item->has_int_value = 1;
            item->int_value = details[i].number;
        }
    }
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Return an event on a track of the log. */
static Perfetto__TrackEvent event_on(uint32_t type, uint32_t track)
{
    Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
    event.has_type = 1;
    event.type = type;
    event.has_track_uuid = 1;
    event.track_uuid = FIRST + (uint64_t)track;
    return event;
}

/* Write an event at `ns`, and free the texts of its annotations. Name and annotations may be NULL. */
static void put_event(struct state *state, Perfetto__TrackEvent *event, uint64_t ns, struct interned *name,
                      struct annotations *annotations)
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
    packet.timestamp = ns;
    packet.track_event = event;
    packet.interned_data = data.n_event_names || data.n_debug_annotation_names ? &data : NULL;
    packet.has_sequence_flags = 1;
    packet.sequence_flags = NEEDS_STATE;
    if (!state->failed)
        put_packet(state, &packet);
    for (uint32_t i = 0; annotations && i < QP_DRAWN_DETAILS; i++)
        free(annotations->texts[i]);
}

static bool can_write(const struct state *state)
{
    return !state->failed && !ferror(state->export->put.out);
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

static Perfetto__TrackDescriptor descriptor_of(uint64_t uuid, uint64_t parent)
{
    Perfetto__TrackDescriptor descriptor = PERFETTO__TRACK_DESCRIPTOR__INIT;
    descriptor.has_uuid = 1;
    descriptor.uuid = uuid;
    descriptor.has_parent_uuid = parent != 0;
    descriptor.parent_uuid = parent;
    return descriptor;
}

static void put_descriptor(struct state *state, Perfetto__TrackDescriptor *descriptor)
{
    Perfetto__TracePacket packet = PERFETTO__TRACE_PACKET__INIT;
    bool first = state->declared.count == 0;
    packet.track_descriptor = descriptor;
    packet.has_sequence_flags = first;
    packet.sequence_flags = STATE_CLEARED;
    put_packet(state, &packet);
    if (qp_map_put(&state->declared, descriptor->uuid, 1) != 0)
        state->failed = true;
}

/* Return the uuid of the parent of all tracks of a kind. At the first call for a kind, write the parent. */
static uint64_t parent_of(struct state *state, enum qp_track_kind kind)
{
    uint64_t uuid = kind == QP_TRACK_CARRIER ? CARRIERS : kind == QP_TRACK_VIRTUAL ? VIRTUAL : SCOPES;
    Perfetto__TrackDescriptor descriptor = descriptor_of(uuid, PROCESS);
    if (!qp_map_get(&state->declared, uuid)) {
        descriptor.name = uuid == CARRIERS ? "Carriers" : uuid == VIRTUAL ? "Virtual threads" : "Scopes";
        descriptor.has_child_ordering = 1;
        descriptor.child_ordering = BY_RANK;
        put_descriptor(state, &descriptor);
    }
    return uuid;
}

static void put_thread(struct state *state, const struct qp_track *track, char *name)
{
    const struct qp_profile *profile = state->export->profile;
    Perfetto__TrackDescriptor descriptor = descriptor_of(FIRST + (uint64_t)track->number, PROCESS);
    Perfetto__ThreadDescriptor thread = PERFETTO__THREAD_DESCRIPTOR__INIT;
    uint64_t system_id = profile->carriers[track->thread].system_id;
    thread.has_pid = thread.has_tid = 1;
    thread.pid = (int32_t)profile->reader.header.pid;
    thread.tid = (int64_t)(system_id ? system_id : profile->threads[track->thread].number);
    thread.thread_name = name;
    descriptor.thread = &thread;
    put_descriptor(state, &descriptor);
}

static void put_counter(struct state *state, const struct qp_track *track, char *name)
{
    Perfetto__TrackDescriptor descriptor = descriptor_of(FIRST + (uint64_t)track->number, PROCESS);
    Perfetto__CounterDescriptor counter = PERFETTO__COUNTER_DESCRIPTOR__INIT;
    char unit[200];
    qp_drawn_unit(&state->export->counters->items[track->counter], unit, sizeof unit);
    counter.unit_name = *unit ? unit : NULL;
    descriptor.name = name;
    descriptor.counter = &counter;
    put_descriptor(state, &descriptor);
}

/* Write the track of a virtual thread, carrier or scope. If the name is NULL, it is not known yet. */
static void put_track(struct state *state, enum qp_track_kind kind, uint32_t number, char *name)
{
    Perfetto__TrackDescriptor descriptor = descriptor_of(FIRST + (uint64_t)number, parent_of(state, kind));
    descriptor.name = name;
    descriptor.has_sibling_order_rank = 1;
    descriptor.sibling_order_rank = (int32_t)number;
    descriptor.has_sibling_merge_behavior = 1;
    descriptor.sibling_merge_behavior = NOT_MERGED;
    put_descriptor(state, &descriptor);
}

static bool take_track(void *to, const struct qp_track *track)
{
    struct state *state = to;
    char name[QP_DRAWN_NAME];
    qp_drawn_track(state->export, track, name);
    if (track->kind == QP_TRACK_THREAD)
        put_thread(state, track, name);
    else if (track->kind == QP_TRACK_COUNTER)
        put_counter(state, track, name);
    else
        put_track(state, track->kind, track->number, name);
    return can_write(state);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static void put_begin(struct state *state, const struct qp_bar *bar)
{
    Perfetto__TrackEvent event = event_on(BEGIN, bar->track);
    struct annotations annotations = {.count = 0};
    struct interned interned = {.is_new = false};
    struct qp_drawn_detail details[QP_DRAWN_DETAILS];
    char name[QP_DRAWN_NAME], buffer[QP_DRAWN_NAME];
    uint64_t flow = bar->flow;
    qp_drawn_bar(state->export, bar, name);
    event.has_name_iid = 1;
    event.name_iid = intern(state, &state->names, qp_drawn_bar_key(bar), &interned, name);
    event.n_terminating_flow_ids = flow != 0;
    event.terminating_flow_ids = &flow;
    annotate_all(state, &annotations, details, qp_drawn_bar_details(state->export, bar, buffer, details));
    put_event(state, &event, bar->from, &interned, &annotations);
}

/* Write the begin of a bar. If the bar is a virtual thread that runs on a carrier, write nothing: take_end writes
 * its begin, because the virtual thread's name is not known earlier. */
static bool take_begin(void *to, const struct qp_bar *bar)
{
    struct state *state = to;
    if (bar->kind == QP_BAR_RUN)
        return true;
    if (bar->kind == QP_BAR_STATE && !qp_map_get(&state->declared, FIRST + (uint64_t)bar->track))
        put_track(state, QP_TRACK_VIRTUAL, bar->track, NULL);
    put_begin(state, bar);
    return can_write(state);
}

static bool take_end(void *to, const struct qp_bar *bar)
{
    struct state *state = to;
    struct annotations annotations = {.count = 0};
    Perfetto__TrackEvent event = event_on(END, bar->track);
    if (bar->kind == QP_BAR_RUN)
        put_begin(state, bar);
    if (bar->cut)
        annotate(state, &annotations, "end")->string_value = "not recorded";
    put_event(state, &event, bar->until, NULL, &annotations);
    return can_write(state);
}

static bool take_sample(void *to, const struct qp_sample *sample)
{
    struct state *state = to;
    Perfetto__TrackEvent event = event_on(COUNTER, sample->track);
    bool is_real = (sample->genre & QP_COUNTER_DATA) == QP_COUNTER_FLOAT;
    event.has_double_counter_value = is_real;
    event.double_counter_value = sample->number;
    event.has_counter_value = !is_real;
    event.counter_value = (int64_t)sample->bits;
    put_event(state, &event, sample->at, NULL, NULL);
    return can_write(state);
}

static bool take_point(void *to, const struct qp_point *point)
{
    struct state *state = to;
    Perfetto__TrackEvent event = event_on(INSTANT, point->track);
    struct annotations annotations = {.count = 0};
    struct qp_drawn_detail details[QP_DRAWN_DETAILS];
    char name[QP_DRAWN_NAME], buffer[QP_DRAWN_NAME];
    uint64_t flow = point->flow;
    qp_drawn_point(point, name);
    event.name = name;
    event.n_flow_ids = flow != 0;
    event.flow_ids = &flow;
    annotate_all(state, &annotations, details, qp_drawn_point_details(state->export, point, buffer, details));
    put_event(state, &event, point->at, NULL, &annotations);
    return can_write(state);
}

/* ---- run --------------------------------------------------------------------------------------------------------- */

static char *describe(const struct qp_export *export)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    for (int i = 0; memory && i < QP_PRODUCTS; i++) {
        const struct qp_quality *quality = &export->quality[i];
        for (uint32_t k = 0; export->queries[i] && k < quality->count; k++)
            fprintf(memory, "lib%s, %s: %s\n", qp_profile_product_name((enum qp_product)i),
                    qp_quality_level_name(quality->items[k].level), quality->items[k].text);
    }
    if (memory)
        fclose(memory);
    return text;
}

static void put_process(struct state *state)
{
    const struct qp_profile *profile = state->export->profile;
    Perfetto__TrackDescriptor descriptor = descriptor_of(PROCESS, 0);
    Perfetto__ProcessDescriptor process = PERFETTO__PROCESS_DESCRIPTOR__INIT;
    char program[QP_DRAWN_NAME];
    char *description = describe(state->export);
    qp_text_show(profile->program, program, sizeof program);
    process.has_pid = 1;
    process.pid = (int32_t)profile->reader.header.pid;
    process.process_name = *program ? program : "run";
    descriptor.process = &process;
    descriptor.description = description;
    state->failed = !description;
    put_descriptor(state, &descriptor);
    free(description);
}

static void put_mark(struct state *state, const struct qp_profile_mark *mark)
{
    Perfetto__TrackEvent event = event_on(INSTANT, 0);
    struct annotations annotations = {.count = 0};
    const struct qp_drawn_detail detail = {.name = "text", .text = mark->text};
    event.track_uuid = PROCESS;
    event.name = (char *)qp_words_mark_shown(mark->kind);
    annotate_all(state, &annotations, &detail, mark->text.length != 0);
    put_event(state, &event, qp_profile_since_start(state->export->profile, mark->tick), NULL, &annotations);
}

static bool write_trace(struct qp_export *export)
{
    const struct qp_tracks_calls calls = {take_track,  take_begin, take_end,
                                          take_sample, take_point, qp_drawn_without(export)};
    struct state state = {.export = export};
    put_process(&state);
    for (uint32_t i = 0; can_write(&state) && i < export->profile->mark_count; i++)
        put_mark(&state, &export->profile->marks[i]);
    bool ok = qp_tracks_read(&export->log->events, &calls, &state) && !state.failed;
    qp_map_fini(&state.names);
    qp_map_fini(&state.keys);
    qp_map_fini(&state.declared);
    return ok;
}

const struct qp_exporter qp_export_perfetto = {
    .name = "perfetto",
    .summary = "timeline for ui.perfetto.dev and trace_processor; requires an event log",
    .binary = true,
    .timeline = true,
    .labelled = true,
    .write = write_trace,
};
