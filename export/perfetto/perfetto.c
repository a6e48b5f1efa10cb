/* perfetto.c - Perfetto's trace format as protobuf, for ui.perfetto.dev and trace_processor, made from libvt's log and
 * libqprof's timeline. perfetto.proto has the part of the format that we use; protos/perfetto/trace in Perfetto's
 * sources has all.
 *
 * Times are exact nanoseconds since the start of the run, or of the first process of a job, whose processes are in one
 * trace, each a sequence of packets. The tracks of virtual threads, of carriers and of scopes each have a
 * parent track ("Virtual threads", ...), which is a child of the process. Notes about the data are the process's
 * description. Checked with protoc --decode. */
#include "export/perfetto/arrows.h"
#include "format/words.h"

#include <stdlib.h>

enum { CARRIERS = QP_PERFETTO_PROCESS + 1, VIRTUAL, SCOPES }; /* uuids of the parent tracks */
enum { BY_RANK = 3, NOT_MERGED = 2 };

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

/* Return the uuid of the parent of all tracks of a kind. At the first call for a kind, write the parent. */
static uint64_t parent_of(struct qp_perfetto *perfetto, enum qp_track_kind kind)
{
    uint64_t uuid = kind == QP_TRACK_CARRIER ? CARRIERS : kind == QP_TRACK_VIRTUAL ? VIRTUAL : SCOPES;
    Perfetto__TrackDescriptor descriptor = descriptor_of(uuid, QP_PERFETTO_PROCESS);
    if (!qp_map_get(&perfetto->declared, uuid)) {
        descriptor.name = uuid == CARRIERS ? "Carriers" : uuid == VIRTUAL ? "Virtual threads" : "Scopes";
        descriptor.has_child_ordering = 1;
        descriptor.child_ordering = BY_RANK;
        qp_perfetto_put_descriptor(perfetto, &descriptor);
    }
    return uuid;
}

static void put_thread(struct qp_perfetto *perfetto, const struct qp_track *track, char *name)
{
    const struct qp_profile *profile = perfetto->export->profile;
    Perfetto__TrackDescriptor descriptor =
        descriptor_of(QP_PERFETTO_FIRST + (uint64_t)track->number, QP_PERFETTO_PROCESS);
    Perfetto__ThreadDescriptor thread = PERFETTO__THREAD_DESCRIPTOR__INIT;
    uint64_t system_id = profile->carriers[track->thread].system_id;
    thread.has_pid = thread.has_tid = 1;
    thread.pid = (int32_t)profile->reader.header.pid;
    thread.tid = (int64_t)(system_id ? system_id : profile->threads[track->thread].number);
    thread.thread_name = name;
    descriptor.thread = &thread;
    qp_perfetto_put_descriptor(perfetto, &descriptor);
}

static void put_counter(struct qp_perfetto *perfetto, const struct qp_track *track, char *name)
{
    Perfetto__TrackDescriptor descriptor =
        descriptor_of(QP_PERFETTO_FIRST + (uint64_t)track->number, QP_PERFETTO_PROCESS);
    Perfetto__CounterDescriptor counter = PERFETTO__COUNTER_DESCRIPTOR__INIT;
    char unit[200];
    qp_drawn_unit(&perfetto->export->counters->items[track->counter], unit, sizeof unit);
    counter.unit_name = *unit ? unit : NULL;
    descriptor.name = name;
    descriptor.counter = &counter;
    qp_perfetto_put_descriptor(perfetto, &descriptor);
}

/* Write the track of a virtual thread, carrier or scope. If the name is NULL, it is not known yet. */
static void put_track(struct qp_perfetto *perfetto, enum qp_track_kind kind, uint32_t number, char *name)
{
    Perfetto__TrackDescriptor descriptor =
        descriptor_of(QP_PERFETTO_FIRST + (uint64_t)number, parent_of(perfetto, kind));
    descriptor.name = name;
    descriptor.has_sibling_order_rank = 1;
    descriptor.sibling_order_rank = (int32_t)number;
    descriptor.has_sibling_merge_behavior = 1;
    descriptor.sibling_merge_behavior = NOT_MERGED;
    qp_perfetto_put_descriptor(perfetto, &descriptor);
}

static bool take_track(void *to, const struct qp_track *track)
{
    struct qp_perfetto *perfetto = to;
    char name[QP_DRAWN_NAME];
    qp_drawn_track(perfetto->export, track, name);
    if (track->kind == QP_TRACK_THREAD)
        put_thread(perfetto, track, name);
    else if (track->kind == QP_TRACK_COUNTER)
        put_counter(perfetto, track, name);
    else
        put_track(perfetto, track->kind, track->number, name);
    return qp_perfetto_can_write(perfetto);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static void put_begin(struct qp_perfetto *perfetto, const struct qp_bar *bar)
{
    Perfetto__TrackEvent event = qp_perfetto_event_on(QP_PERFETTO_BEGIN, bar->track);
    struct qp_perfetto_annotations annotations = {.count = 0};
    struct qp_perfetto_interned interned = {.is_new = false};
    struct qp_drawn_detail details[QP_DRAWN_DETAILS];
    char name[QP_DRAWN_NAME], buffer[QP_DRAWN_NAME];
    uint64_t flow = bar->flow ? perfetto->first + bar->flow : 0;
    qp_drawn_bar(perfetto->export, bar, name);
    event.has_name_iid = 1;
    event.name_iid = qp_perfetto_intern(perfetto, &perfetto->names, qp_drawn_bar_key(bar), &interned, name);
    event.n_terminating_flow_ids = flow != 0;
    event.terminating_flow_ids = &flow;
    qp_perfetto_annotate_all(perfetto, &annotations, details,
                             qp_drawn_bar_details(perfetto->export, bar, buffer, details));
    qp_perfetto_put_event(perfetto, &event, bar->from, &interned, &annotations);
}

/* Write the begin of a bar. If the bar is a virtual thread that runs on a carrier, write nothing: take_end writes
 * its begin, because the virtual thread's name is not known earlier. */
static bool take_begin(void *to, const struct qp_bar *bar)
{
    struct qp_perfetto *perfetto = to;
    if (bar->kind == QP_BAR_RUN)
        return true;
    if (bar->kind == QP_BAR_STATE && !qp_map_get(&perfetto->declared, QP_PERFETTO_FIRST + (uint64_t)bar->track))
        put_track(perfetto, QP_TRACK_VIRTUAL, bar->track, NULL);
    put_begin(perfetto, bar);
    return qp_perfetto_can_write(perfetto);
}

static bool take_end(void *to, const struct qp_bar *bar)
{
    struct qp_perfetto *perfetto = to;
    struct qp_perfetto_annotations annotations = {.count = 0};
    Perfetto__TrackEvent event = qp_perfetto_event_on(QP_PERFETTO_END, bar->track);
    if (bar->kind == QP_BAR_RUN)
        put_begin(perfetto, bar);
    if (bar->cut)
        qp_perfetto_annotate(perfetto, &annotations, "end")->string_value = "not recorded";
    qp_perfetto_put_event(perfetto, &event, bar->until, NULL, &annotations);
    return qp_perfetto_can_write(perfetto);
}

static bool take_sample(void *to, const struct qp_sample *sample)
{
    struct qp_perfetto *perfetto = to;
    Perfetto__TrackEvent event = qp_perfetto_event_on(QP_PERFETTO_COUNTER, sample->track);
    bool is_real = (sample->genre & QP_COUNTER_DATA) == QP_COUNTER_FLOAT;
    event.has_double_counter_value = is_real;
    event.double_counter_value = sample->number;
    event.has_counter_value = !is_real;
    event.counter_value = (int64_t)sample->bits;
    qp_perfetto_put_event(perfetto, &event, sample->at, NULL, NULL);
    return qp_perfetto_can_write(perfetto);
}

static bool take_point(void *to, const struct qp_point *point)
{
    struct qp_perfetto *perfetto = to;
    qp_perfetto_put_point(perfetto, point);
    return qp_perfetto_can_write(perfetto);
}

static bool take_event(void *to, const struct qp_resolved *event)
{
    struct qp_perfetto *perfetto = to;
    if (perfetto->arrows)
        qp_flows_follow(&perfetto->arrows->flows, event);
    return qp_perfetto_can_write(perfetto);
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

/* Write the process's name, which has the rank if the trace has several processes. */
static void show_process(const struct qp_perfetto *perfetto, char name[QP_DRAWN_NAME])
{
    const struct qp_profile *profile = perfetto->export->profile;
    char program[QP_DRAWN_NAME - 40];
    qp_text_show(profile->program, program, sizeof program);
    const struct qp_header *header = &profile->reader.header;
    if (perfetto->export->job && header->world)
        snprintf(name, QP_DRAWN_NAME, "rank %u.%u: %s", header->world, header->rank, program);
    else if (perfetto->export->job && header->ranks)
        snprintf(name, QP_DRAWN_NAME, "rank %u: %s", header->rank, program);
    else
        snprintf(name, QP_DRAWN_NAME, "%s", *program ? program : "run");
}

static void put_process(struct qp_perfetto *perfetto)
{
    const struct qp_profile *profile = perfetto->export->profile;
    Perfetto__TrackDescriptor descriptor = descriptor_of(QP_PERFETTO_PROCESS, 0);
    Perfetto__ProcessDescriptor process = PERFETTO__PROCESS_DESCRIPTOR__INIT;
    char name[QP_DRAWN_NAME];
    char *description = describe(perfetto->export);
    show_process(perfetto, name);
    process.has_pid = 1;
    process.pid = (int32_t)profile->reader.header.pid;
    process.process_name = name;
    descriptor.process = &process;
    descriptor.description = description;
    perfetto->failed = !description;
    qp_perfetto_put_descriptor(perfetto, &descriptor);
    free(description);
}

static void put_mark(struct qp_perfetto *perfetto, const struct qp_profile_mark *mark)
{
    Perfetto__TrackEvent event = qp_perfetto_event_on(QP_PERFETTO_INSTANT, 0);
    struct qp_perfetto_annotations annotations = {.count = 0};
    const struct qp_drawn_detail detail = {.name = "text", .text = mark->text};
    event.track_uuid = QP_PERFETTO_PROCESS;
    event.name = (char *)qp_words_mark_shown(mark->kind);
    qp_perfetto_annotate_all(perfetto, &annotations, &detail, mark->text.length != 0);
    qp_perfetto_put_event(perfetto, &event, qp_profile_since_start(perfetto->export->profile, mark->tick), NULL,
                          &annotations);
}

static bool write_events(struct qp_perfetto *perfetto)
{
    struct qp_export *export = perfetto->export;
    const struct qp_tracks_calls calls = {
        take_track, take_begin, take_end, take_sample, take_point, qp_drawn_without(export), take_event};
    put_process(perfetto);
    for (uint32_t i = 0; qp_perfetto_can_write(perfetto) && i < export->profile->mark_count; i++)
        put_mark(perfetto, &export->profile->marks[i]);
    bool ok = qp_tracks_read(&export->log->events, &calls, perfetto);
    qp_perfetto_arrows_end(perfetto);
    return ok && !perfetto->failed;
}

static bool write_trace(struct qp_export *export)
{
    const struct qp_export_job *job = export->job;
    struct qp_perfetto perfetto = {.export = export};
    struct qp_perfetto_arrows arrows;
    if (job) {
        perfetto.process = job->process;
        perfetto.first = (uint64_t)job->process << 32;
        perfetto.delay_ns = job->delay_ns;
        if (!qp_perfetto_arrows_open(&arrows, export))
            return false;
        perfetto.arrows = &arrows;
    }
    bool ok = write_events(&perfetto);
    if (job)
        qp_perfetto_arrows_close(&arrows);
    qp_map_fini(&perfetto.names);
    qp_map_fini(&perfetto.keys);
    qp_map_fini(&perfetto.declared);
    return ok;
}

const struct qp_exporter qp_export_perfetto = {
    .name = "perfetto",
    .summary = "timeline for ui.perfetto.dev and trace_processor; requires an event log",
    .binary = true,
    .timeline = true,
    .labelled = true,
    .job = true,
    .write = write_trace,
};
