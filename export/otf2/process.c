#include "export/otf2/process.h"

#include "export/otf2/moves.h"
#include "format/array.h"

#include <stdlib.h>

static bool can_write(const struct qp_otf2_log *log)
{
    return !log->definitions->failed && !log->archive->error.code;
}

/* ---- other events ------------------------------------------------------------------------------------------------ */

static void count(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    OTF2_MetricValue value;
    OTF2_Type type = qp_otf2_counters_type(event->genre);
    if (event->counter == QP_NONE)
        return;
    uint32_t metric = qp_otf2_counters_metric(&log->counters, event->counter, event->event.thread, lane->self);
    if (log->definitions->failed)
        return;
    value.unsigned_int = event->event.value;
    lane->last = qp_otf2_lane_now(log, lane, event);
    OTF2_EvtWriter_Metric(lane->writer, NULL, lane->last, metric, 1, &type, &value);
}

static void lose(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    char text[60];
    uint64_t time = qp_otf2_lane_now(log, lane, event);
    qp_otf2_lane_leave_all(lane, time);
    snprintf(text, sizeof text, "%llu %s", (unsigned long long)event->event.value,
             event->event.kind == QP_EVENT_GAP ? "blocks of events were overwritten" : "events were lost");
    qp_otf2_archive_mark(log->archive, QP_OTF2_LOST, lane->self, time, time, qp_text_of(text));
}

static void turn(const struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    lane->last = qp_otf2_lane_now(log, lane, event);
    OTF2_EvtWriter_MeasurementOnOff(lane->writer, NULL, lane->last,
                                    event->event.kind == QP_EVENT_ON ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF);
}

static void comment(const struct qp_otf2_log *log, const struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    uint64_t time = qp_otf2_lane_now(log, lane, event);
    qp_otf2_archive_mark(log->archive, QP_OTF2_COMMENT, lane->self, time, time, event->text);
}

static void take(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    if (lane->completed)
        qp_otf2_settle(log, lane, &event->event);
    switch (event->event.kind) {
    case QP_EVENT_ENTER:
        qp_otf2_lane_enter(log, lane, event);
        return;
    case QP_EVENT_LEAVE:
        qp_otf2_lane_leave(lane, qp_otf2_lane_now(log, lane, event));
        return;
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
        qp_otf2_message(log, lane, event);
        return;
    case QP_EVENT_POST:
        qp_otf2_post(log, lane, event);
        return;
    case QP_EVENT_COMPLETE:
        qp_otf2_complete(log, lane, event);
        return;
    case QP_EVENT_COLLECTIVE:
        qp_otf2_collect(log, lane, event);
        return;
    case QP_EVENT_COUNT:
        count(log, lane, event);
        return;
    case QP_EVENT_COMMENT:
        comment(log, lane, event);
        return;
    case QP_EVENT_ON:
    case QP_EVENT_OFF:
        turn(log, lane, event);
        return;
    case QP_EVENT_LOST:
    case QP_EVENT_GAP:
        lose(log, lane, event);
        return;
    case QP_EVENT_END:
        qp_otf2_lane_leave_all(lane, qp_otf2_lane_now(log, lane, event));
        return;
    default:
        return;
    }
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static void begin_lane(struct qp_otf2_log *log, struct qp_otf2_lane *lane, uint32_t thread)
{
    lane->self = (uint64_t)thread << 32 | log->counters.process;
    lane->writer = OTF2_Archive_GetEvtWriter(log->archive->archive, lane->self);
}

/* Define a thread, and close its events. */
static void end_lane(struct qp_otf2_log *log, uint32_t thread, bool is_main)
{
    struct qp_otf2_lane *lane = &log->lanes[thread];
    char name[200];
    if (is_main && !lane->writer)
        begin_lane(log, lane, thread);
    if (!lane->writer)
        return;
    uint64_t events = 0;
    if (lane->completed)
        qp_otf2_settle(log, lane, NULL);
    qp_otf2_lane_leave_all(lane, qp_otf2_lane_at(lane, log->start_ns + qp_profile_duration_ns(log->export->profile)));
    if (lane->last > log->definitions->end_ns)
        log->definitions->end_ns = lane->last;
    OTF2_EvtWriter_GetNumberOfEvents(lane->writer, &events);
    OTF2_Archive_CloseEvtWriter(log->archive->archive, lane->writer);
    qp_profile_thread_name(log->export->profile, thread, name, sizeof name);
    uint32_t string = qp_otf2_string(log->definitions, name);
    log->definitions->failed |=
        !QP_ARRAY_APPEND(&log->definitions->locations, &log->definitions->location_count,
                         (struct qp_otf2_location){lane->self, string, log->counters.process, events});
}

/* Return the index of the main thread: the one with the smallest number. */
static uint32_t main_thread(const struct qp_profile *profile)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < profile->carrier_count; i++)
        if (profile->threads[i].number < profile->threads[found].number)
            found = i;
    return found;
}

static void write_events(struct qp_otf2_log *log)
{
    struct qp_resolver *resolver = &log->export->log->events;
    struct qp_resolved event;
    while (can_write(log) && qp_resolver_next(resolver, &event)) {
        struct qp_otf2_lane *lane = &log->lanes[event.event.thread];
        if (event.event.product != QP_VT)
            continue;
        if (!lane->writer)
            begin_lane(log, lane, event.event.thread);
        if (lane->writer)
            take(log, lane, &event);
    }
    log->definitions->failed |= resolver->failed;
}

static void close_state(struct qp_otf2_log *log)
{
    for (uint32_t i = 0; log->lanes && i < log->export->profile->carrier_count; i++)
        free(log->lanes[i].open);
    free(log->lanes);
    free(log->peers);
    free(log->requests);
    qp_map_fini(&log->request_map);
    qp_otf2_sites_fini(&log->sites);
    qp_otf2_counters_fini(&log->counters);
}

/* ---- process ----------------------------------------------------------------------------------------------------- */

/* Make the process a rank of its world. A process that is no rank has no number among them, but if it is alone, it is
 * rank 0, since programs may report messages without MPI. */
static void claim_rank(struct qp_otf2_log *log, const struct qp_otf2_self *self, bool is_rank)
{
    const struct qp_header *header = &log->export->profile->reader.header;
    uint32_t most = header->ranks < QP_OTF2_RANKS ? header->ranks : QP_OTF2_RANKS;
    if (self->rank >= QP_OTF2_RANKS)
        return;
    uint32_t size = self->rank < most ? most : self->rank + 1;
    uint32_t world = qp_otf2_world(log->definitions, self->world, size);
    if (log->definitions->failed)
        return;
    uint32_t *process = &log->definitions->worlds[world].processes[self->rank];
    if (*process != QP_OTF2_NONE && is_rank)
        qp_error_set(&log->archive->error, QP_ERR_CHOICE, "two files are of rank %u; export each job alone",
                     self->rank);
    if (*process == QP_OTF2_NONE)
        *process = self->process;
}

static void define_process(struct qp_otf2_log *log, const struct qp_otf2_self *self, struct qp_messages *messages)
{
    const struct qp_profile *profile = log->export->profile;
    bool is_rank = profile->reader.header.ranks != 0;
    char program[200], name[240];
    qp_text_show(profile->program, program, sizeof program);
    if (is_rank && self->world)
        snprintf(name, sizeof name, "MPI Rank %u.%u", self->world, self->rank);
    else if (is_rank)
        snprintf(name, sizeof name, "MPI Rank %u", self->rank);
    else
        snprintf(name, sizeof name, "%s (process %u)", program, profile->reader.header.pid);
    const struct qp_otf2_process process = {qp_otf2_string(log->definitions, name), log->counters.host,
                                            (uint64_t)main_thread(profile) << 32 | self->process, false};
    log->definitions->failed |=
        !QP_ARRAY_APPEND(&log->definitions->processes, &log->definitions->process_count, process);
    claim_rank(log, self, is_rank);
    log->peers = qp_otf2_peers(log->definitions, self, messages, &log->export->log->events.events.definitions);
}

/* Take the moments of the first start. Without a recorded log, the end of the run counts as the last event. */
static void set_clock(struct qp_otf2_log *log)
{
    const struct qp_profile *profile = log->export->profile;
    struct qp_otf2_definitions *definitions = log->definitions;
    uint64_t end = log->start_ns + qp_profile_duration_ns(profile);
    if (definitions->process_count == 0 || log->start_ns < definitions->start_ns) {
        definitions->start_ns = log->start_ns;
        definitions->start_realtime_ns = profile->reader.header.start_realtime_ns;
    }
    if (end > definitions->end_ns)
        definitions->end_ns = end;
}

/* Write an empty list of events for a process without a thread. */
static void write_without_threads(struct qp_otf2_log *log)
{
    struct qp_otf2_lane none = {.depth = 0};
    begin_lane(log, &none, 0);
    if (none.writer)
        OTF2_Archive_CloseEvtWriter(log->archive->archive, none.writer);
    log->definitions->failed |= !QP_ARRAY_APPEND(&log->definitions->locations, &log->definitions->location_count,
                                                 (struct qp_otf2_location){none.self, 0, log->counters.process, 0});
}

static void write_process(struct qp_otf2_log *log, struct qp_messages *messages)
{
    const struct qp_profile *profile = log->export->profile;
    const struct qp_otf2_self self = {
        .process = log->counters.process,
        .world = profile->reader.header.world,
        .rank = profile->reader.header.rank,
    };
    set_clock(log);
    define_process(log, &self, messages);
    if (log->export->queries[QP_VT])
        write_events(log);
    for (uint32_t i = 0; i < profile->carrier_count && can_write(log); i++)
        end_lane(log, i, i == main_thread(profile));
    if (profile->carrier_count == 0 && can_write(log))
        write_without_threads(log);
}

bool qp_otf2_process_write(struct qp_otf2_archive *archive, struct qp_export *export)
{
    struct qp_otf2_definitions *definitions = &archive->definitions;
    const struct qp_profile *profile = export->profile;
    struct qp_error error = {0};
    struct qp_messages messages;
    struct qp_otf2_log log = {
        .archive = archive,
        .definitions = definitions,
        .export = export,
        .sites = {.export = export, .definitions = definitions},
        .counters = {.definitions = definitions,
                     .counters = export->counters,
                     .process = definitions->process_count,
                     .host =
                         qp_otf2_host(definitions, profile->host.length ? profile->host : qp_text_of("unknown host"))},
        .start_ns = export->job->start_ns + export->job->delay_ns,
        .lanes = calloc((size_t)profile->carrier_count + 1, sizeof *log.lanes),
    };
    definitions->failed |= !log.lanes || qp_messages_open(&messages, (struct qp_profile *)profile, &error) != 0;
    if (!definitions->failed) {
        write_process(&log, &messages);
        qp_messages_close(&messages);
    }
    close_state(&log);
    return !definitions->failed;
}
