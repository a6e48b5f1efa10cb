#include "export/otf2/process.h"

#include "export/otf2/counters.h"
#include "export/otf2/sites.h"
#include "format/array.h"

#include <stdlib.h>

/* A state that is open on a thread. */
struct open_state {
    uint32_t context;
    uint32_t region;
};

/* A thread. */
struct lane {
    OTF2_EvtWriter *writer; /* NULL = no event yet */
    uint64_t self;          /* its location */
    uint64_t last;          /* time of its last event */
    struct open_state *open;
    uint32_t depth;
    uint32_t completed; /* request that was completed by the last event, 0 = none: the next event shows how */
};

/* A request. OTF2 needs numbers that are not reused. */
struct request {
    uint64_t id;
    enum { CLOSED, SENDS, RECEIVES, COLLECTS } kind;
    OTF2_CollectiveOp operation;
    bool named; /* `operation` is known */
};

struct state {
    struct qp_otf2_archive *archive;
    struct qp_otf2_definitions *definitions;
    struct qp_export *export;
    struct qp_otf2_sites sites;
    struct qp_otf2_counters counters;
    struct qp_otf2_peer *peers; /* for each channel of the log */
    struct lane *lanes;         /* for each carrier */
    struct qp_map request_map;  /* maps the recorded number of a request to its index + 1 */
    struct request *requests;
    uint32_t request_count;
    uint64_t next_request;
    uint64_t next_access; /* number of the next one-sided access */
    uint64_t start_ns;    /* CLOCK_MONOTONIC at the start of the run */
};

static bool can_write(const struct state *state)
{
    return !state->definitions->failed && !state->archive->error.code;
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

/* Return the time of the event, or of the thread's last event if that is later. */
static uint64_t at(const struct lane *lane, uint64_t ns)
{
    return ns > lane->last ? ns : lane->last;
}

static uint64_t now(const struct state *state, const struct lane *lane, const struct qp_resolved *event)
{
    return at(lane, state->start_ns + event->ns);
}

/* Return the time at which the call on top was entered. Events of a call that come before this one may be later. */
static uint64_t entered(const struct state *state, const struct lane *lane, const struct qp_resolved *event)
{
    if (!event->entered)
        return now(state, lane, event);
    return at(lane, state->start_ns + qp_profile_since_start(state->export->profile, event->entered));
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

static void enter(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    uint32_t parent = lane->depth ? lane->open[lane->depth - 1].context : QP_OTF2_NONE;
    uint32_t site = qp_otf2_sites_enter(&state->sites, event);
    uint32_t context = qp_otf2_context(state->definitions, parent, site);
    if (state->definitions->failed)
        return;
    struct open_state open = {context, state->definitions->sites[site].region};
    state->definitions->failed |= !QP_ARRAY_APPEND(&lane->open, &lane->depth, open);
    lane->last = now(state, lane, event);
    /* The distance counts the entered region, and the one that was running, which is the parent. */
    OTF2_EvtWriter_CallingContextEnter(lane->writer, NULL, lane->last, context, 2);
}

static void leave(struct lane *lane, uint64_t time)
{
    if (!lane->depth)
        return;
    lane->last = time;
    OTF2_EvtWriter_CallingContextLeave(lane->writer, NULL, time, lane->open[--lane->depth].context);
}

/* Leave all open states, because the log has no ends of them. */
static void leave_all(struct lane *lane, uint64_t time)
{
    while (lane->depth)
        leave(lane, time);
}

static const struct qp_otf2_region *top(const struct state *state, const struct lane *lane)
{
    return lane->depth ? &state->definitions->regions[lane->open[lane->depth - 1].region] : NULL;
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

static struct request *find_request(const struct state *state, uint32_t number)
{
    uint32_t found = (uint32_t)qp_map_get(&state->request_map, number) - 1;
    return found == QP_OTF2_NONE ? NULL : &state->requests[found];
}

/* Return the request that is started with this number, or NULL if out of memory. */
static struct request *start_request(struct state *state, uint32_t number)
{
    uint32_t found = QP_ARRAY_KEYED(&state->request_map, number, &state->requests, &state->request_count,
                                    (struct request){.kind = CLOSED});
    state->definitions->failed |= found == QP_OTF2_NONE;
    if (found == QP_OTF2_NONE)
        return NULL;
    state->requests[found] = (struct request){.id = state->next_request++};
    return &state->requests[found];
}

static void post(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_region *region = top(state, lane);
    struct request *request = start_request(state, event->event.request);
    if (!request)
        return;
    lane->last = entered(state, lane, event);
    if (region && region->function.collective) {
        request->kind = COLLECTS;
        request->operation = region->function.operation;
        request->named = true;
        OTF2_EvtWriter_NonBlockingCollectiveRequest(lane->writer, NULL, lane->last, request->id);
    } else {
        request->kind = RECEIVES;
        OTF2_EvtWriter_MpiIrecvRequest(lane->writer, NULL, lane->last, request->id);
    }
}

static void complete(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    struct request *request = find_request(state, event->event.request);
    if (!request || request->kind == CLOSED)
        return;
    lane->last = now(state, lane, event);
    if (request->kind != SENDS) {
        lane->completed = event->event.request;
        return;
    }
    request->kind = CLOSED;
    OTF2_EvtWriter_MpiIsendComplete(lane->writer, NULL, lane->last, request->id);
}

/* Settle a completed request that was not a send: unless the next event is what it received, it was cancelled. */
static void settle(struct state *state, struct lane *lane, const struct qp_event *next)
{
    struct request *request = find_request(state, lane->completed);
    bool used = next && (next->kind == QP_EVENT_COLLECTIVE ||
                         (next->kind == QP_EVENT_RECEIVE && next->request == lane->completed));
    if (used && next->kind == QP_EVENT_COLLECTIVE)
        return;
    lane->completed = 0;
    if (used || !request || request->kind == CLOSED)
        return;
    request->kind = CLOSED;
    OTF2_EvtWriter_MpiRequestCancelled(lane->writer, NULL, lane->last, request->id);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static const struct qp_otf2_peer *peer_of(const struct state *state, const struct qp_resolved *event)
{
    return event->channel ? &state->peers[event->channel - state->export->log->events.events.definitions.channels]
                          : NULL;
}

/* A message was sent when its call was entered, but its event comes at the end of the call. */
static void send(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_peer *peer = peer_of(state, event);
    uint32_t tag = event->channel ? (uint32_t)event->channel->tag : 0;
    if (!peer || peer->comm == QP_OTF2_NONE)
        return;
    lane->last = entered(state, lane, event);
    if (!event->event.request) {
        OTF2_EvtWriter_MpiSend(lane->writer, NULL, lane->last, peer->rank, peer->comm, tag, event->event.value);
        return;
    }
    struct request *request = start_request(state, event->event.request);
    if (!request)
        return;
    request->kind = SENDS;
    OTF2_EvtWriter_MpiIsend(lane->writer, NULL, lane->last, peer->rank, peer->comm, tag, event->event.value,
                            request->id);
}

static void receive(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_peer *peer = peer_of(state, event);
    struct request *request = event->event.request ? find_request(state, event->event.request) : NULL;
    uint32_t tag = event->channel ? (uint32_t)event->channel->tag : 0;
    if (!peer || peer->comm == QP_OTF2_NONE)
        return;
    lane->last = now(state, lane, event);
    if (!request || request->kind != RECEIVES) {
        OTF2_EvtWriter_MpiRecv(lane->writer, NULL, lane->last, peer->rank, peer->comm, tag, event->event.value);
        return;
    }
    request->kind = CLOSED;
    OTF2_EvtWriter_MpiIrecv(lane->writer, NULL, lane->last, peer->rank, peer->comm, tag, event->event.value,
                            request->id);
}

/* Write an access to a window of memory, which is complete at the end of the call. */
static void access_window(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_peer *peer = peer_of(state, event);
    uint64_t number = state->next_access++;
    if (!peer || peer->comm == QP_OTF2_NONE)
        return;
    lane->last = entered(state, lane, event);
    if (event->event.kind == QP_EVENT_SEND)
        OTF2_EvtWriter_RmaPut(lane->writer, NULL, lane->last, peer->comm, peer->rank, event->event.value, number);
    else
        OTF2_EvtWriter_RmaGet(lane->writer, NULL, lane->last, peer->comm, peer->rank, event->event.value, number);
    lane->last = now(state, lane, event);
    OTF2_EvtWriter_RmaOpCompleteBlocking(lane->writer, NULL, lane->last, peer->comm, number);
}

static void message(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    uint16_t kind = event->channel ? event->channel->kind : QP_CHANNEL_MESSAGE;
    if (kind == QP_CHANNEL_ONE_SIDED)
        access_window(state, lane, event);
    else if (kind == QP_CHANNEL_MESSAGE)
        event->event.kind == QP_EVENT_SEND ? send(state, lane, event) : receive(state, lane, event);
}

/* ---- collective operations --------------------------------------------------------------------------------------- */

static void collect(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    const struct qp_otf2_peer *peer = peer_of(state, event);
    const struct qp_otf2_region *region = top(state, lane);
    const struct qp_event *it = &event->event;
    struct request *request = lane->completed ? find_request(state, lane->completed) : NULL;
    OTF2_CollectiveOp operation = it->value || it->received ? OTF2_COLLECTIVE_OP_ALLTOALL : OTF2_COLLECTIVE_OP_BARRIER;
    lane->completed = 0;
    if (!peer || peer->comm == QP_OTF2_NONE)
        return;
    if (request && request->kind != CLOSED) {
        request->kind = CLOSED;
        lane->last = now(state, lane, event);
        OTF2_EvtWriter_NonBlockingCollectiveComplete(lane->writer, NULL, lane->last,
                                                     request->named ? request->operation : operation, peer->comm,
                                                     peer->rank, it->value, it->received, request->id);
        return;
    }
    if (region && region->function.collective)
        operation = region->function.operation;
    lane->last = entered(state, lane, event);
    OTF2_EvtWriter_MpiCollectiveBegin(lane->writer, NULL, lane->last);
    lane->last = now(state, lane, event);
    OTF2_EvtWriter_MpiCollectiveEnd(lane->writer, NULL, lane->last, operation, peer->comm, peer->rank, it->value,
                                    it->received);
}

/* ---- other events ------------------------------------------------------------------------------------------------ */

static void count(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    OTF2_MetricValue value;
    OTF2_Type type = qp_otf2_counters_type(event->genre);
    if (event->counter == QP_NONE)
        return;
    uint32_t metric = qp_otf2_counters_metric(&state->counters, event->counter, event->event.thread, lane->self);
    if (state->definitions->failed)
        return;
    value.unsigned_int = event->event.value;
    lane->last = now(state, lane, event);
    OTF2_EvtWriter_Metric(lane->writer, NULL, lane->last, metric, 1, &type, &value);
}

static void lose(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    char text[60];
    uint64_t time = now(state, lane, event);
    leave_all(lane, time);
    snprintf(text, sizeof text, "%llu %s", (unsigned long long)event->event.value,
             event->event.kind == QP_EVENT_GAP ? "blocks of events were overwritten" : "events were lost");
    qp_otf2_archive_mark(state->archive, QP_OTF2_LOST, lane->self, time, time, qp_text_of(text));
}

static void turn(const struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    lane->last = now(state, lane, event);
    OTF2_EvtWriter_MeasurementOnOff(lane->writer, NULL, lane->last,
                                    event->event.kind == QP_EVENT_ON ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF);
}

static void comment(const struct state *state, const struct lane *lane, const struct qp_resolved *event)
{
    uint64_t time = now(state, lane, event);
    qp_otf2_archive_mark(state->archive, QP_OTF2_COMMENT, lane->self, time, time, event->text);
}

static void take(struct state *state, struct lane *lane, const struct qp_resolved *event)
{
    if (lane->completed)
        settle(state, lane, &event->event);
    switch (event->event.kind) {
    case QP_EVENT_ENTER:
        enter(state, lane, event);
        return;
    case QP_EVENT_LEAVE:
        leave(lane, now(state, lane, event));
        return;
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
        message(state, lane, event);
        return;
    case QP_EVENT_POST:
        post(state, lane, event);
        return;
    case QP_EVENT_COMPLETE:
        complete(state, lane, event);
        return;
    case QP_EVENT_COLLECTIVE:
        collect(state, lane, event);
        return;
    case QP_EVENT_COUNT:
        count(state, lane, event);
        return;
    case QP_EVENT_COMMENT:
        comment(state, lane, event);
        return;
    case QP_EVENT_ON:
    case QP_EVENT_OFF:
        turn(state, lane, event);
        return;
    case QP_EVENT_LOST:
    case QP_EVENT_GAP:
        lose(state, lane, event);
        return;
    case QP_EVENT_END:
        leave_all(lane, now(state, lane, event));
        return;
    default:
        return;
    }
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static void begin_lane(struct state *state, struct lane *lane, uint32_t thread)
{
    lane->self = (uint64_t)thread << 32 | state->counters.process;
    lane->writer = OTF2_Archive_GetEvtWriter(state->archive->archive, lane->self);
}

/* Define a thread, and close its events. */
static void end_lane(struct state *state, uint32_t thread, bool is_main)
{
    struct lane *lane = &state->lanes[thread];
    char name[200];
    if (is_main && !lane->writer)
        begin_lane(state, lane, thread);
    if (!lane->writer)
        return;
    uint64_t events = 0;
    if (lane->completed)
        settle(state, lane, NULL);
    leave_all(lane, at(lane, state->start_ns + qp_profile_duration_ns(state->export->profile)));
    if (lane->last > state->definitions->end_ns)
        state->definitions->end_ns = lane->last;
    OTF2_EvtWriter_GetNumberOfEvents(lane->writer, &events);
    OTF2_Archive_CloseEvtWriter(state->archive->archive, lane->writer);
    qp_profile_thread_name(state->export->profile, thread, name, sizeof name);
    uint32_t string = qp_otf2_string(state->definitions, name);
    state->definitions->failed |=
        !QP_ARRAY_APPEND(&state->definitions->locations, &state->definitions->location_count,
                         (struct qp_otf2_location){lane->self, string, state->counters.process, events});
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

static void write_events(struct state *state)
{
    struct qp_resolver *resolver = &state->export->log->events;
    struct qp_resolved event;
    while (can_write(state) && qp_resolver_next(resolver, &event)) {
        struct lane *lane = &state->lanes[event.event.thread];
        if (event.event.product != QP_VT)
            continue;
        if (!lane->writer)
            begin_lane(state, lane, event.event.thread);
        if (lane->writer)
            take(state, lane, &event);
    }
    state->definitions->failed |= resolver->failed;
}

static void close_state(struct state *state)
{
    for (uint32_t i = 0; state->lanes && i < state->export->profile->carrier_count; i++)
        free(state->lanes[i].open);
    free(state->lanes);
    free(state->peers);
    free(state->requests);
    qp_map_fini(&state->request_map);
    qp_otf2_sites_fini(&state->sites);
    qp_otf2_counters_fini(&state->counters);
}

/* ---- process ----------------------------------------------------------------------------------------------------- */

/* Make the process a rank of its world. A process that is no rank has no number among them, but if it is alone, it is
 * rank 0, since programs may report messages without MPI. */
static void claim_rank(struct state *state, const struct qp_otf2_self *self, bool is_rank)
{
    const struct qp_header *header = &state->export->profile->reader.header;
    uint32_t most = header->ranks < QP_OTF2_RANKS ? header->ranks : QP_OTF2_RANKS;
    if (self->rank >= QP_OTF2_RANKS)
        return;
    uint32_t size = self->rank < most ? most : self->rank + 1;
    uint32_t world = qp_otf2_world(state->definitions, self->world, size);
    if (state->definitions->failed)
        return;
    uint32_t *process = &state->definitions->worlds[world].processes[self->rank];
    if (*process != QP_OTF2_NONE && is_rank)
        qp_error_set(&state->archive->error, QP_ERR_CHOICE, "two files are of rank %u; export each job alone",
                     self->rank);
    if (*process == QP_OTF2_NONE)
        *process = self->process;
}

static void define_process(struct state *state, const struct qp_otf2_self *self, struct qp_messages *messages)
{
    const struct qp_profile *profile = state->export->profile;
    bool is_rank = profile->reader.header.ranks != 0;
    char program[200], name[240];
    qp_text_show(profile->program, program, sizeof program);
    if (is_rank)
        snprintf(name, sizeof name, "MPI Rank %u", self->rank);
    else
        snprintf(name, sizeof name, "%s (process %u)", program, profile->reader.header.pid);
    const struct qp_otf2_process process = {qp_otf2_string(state->definitions, name), state->counters.host,
                                            (uint64_t)main_thread(profile) << 32 | self->process};
    state->definitions->failed |=
        !QP_ARRAY_APPEND(&state->definitions->processes, &state->definitions->process_count, process);
    claim_rank(state, self, is_rank);
    state->peers = qp_otf2_peers(state->definitions, self, messages, &state->export->log->events.events.definitions);
}

/* Take the moments of the first start. Without a recorded log, the end of the run counts as the last event. */
static void set_clock(struct state *state)
{
    const struct qp_profile *profile = state->export->profile;
    struct qp_otf2_definitions *definitions = state->definitions;
    uint64_t end = state->start_ns + qp_profile_duration_ns(profile);
    if (definitions->process_count == 0 || state->start_ns < definitions->start_ns) {
        definitions->start_ns = state->start_ns;
        definitions->start_realtime_ns = profile->reader.header.start_realtime_ns;
    }
    if (end > definitions->end_ns)
        definitions->end_ns = end;
}

/* Write an empty list of events for a process without a thread. */
static void write_without_threads(struct state *state)
{
    struct lane none = {.depth = 0};
    begin_lane(state, &none, 0);
    if (none.writer)
        OTF2_Archive_CloseEvtWriter(state->archive->archive, none.writer);
    state->definitions->failed |= !QP_ARRAY_APPEND(&state->definitions->locations, &state->definitions->location_count,
                                                   (struct qp_otf2_location){none.self, 0, state->counters.process, 0});
}

static void write_process(struct state *state, struct qp_messages *messages)
{
    const struct qp_profile *profile = state->export->profile;
    const struct qp_otf2_self self = {
        .process = state->counters.process,
        .world = profile->reader.header.world,
        .rank = profile->reader.header.rank,
    };
    set_clock(state);
    define_process(state, &self, messages);
    if (state->export->queries[QP_VT])
        write_events(state);
    for (uint32_t i = 0; i < profile->carrier_count && can_write(state); i++)
        end_lane(state, i, i == main_thread(profile));
    if (profile->carrier_count == 0 && can_write(state))
        write_without_threads(state);
}

bool qp_otf2_process_write(struct qp_otf2_archive *archive, struct qp_export *export)
{
    struct qp_otf2_definitions *definitions = &archive->definitions;
    const struct qp_profile *profile = export->profile;
    struct qp_error error = {0};
    struct qp_messages messages;
    struct state state = {
        .archive = archive,
        .definitions = definitions,
        .export = export,
        .sites = {.export = export, .definitions = definitions},
        .counters = {.definitions = definitions,
                     .counters = export->counters,
                     .process = definitions->process_count,
                     .host =
                         qp_otf2_host(definitions, profile->host.length ? profile->host : qp_text_of("unknown host"))},
        .start_ns = profile->reader.header.clock_start.monotonic_ns,
        .lanes = calloc((size_t)profile->carrier_count + 1, sizeof *state.lanes),
    };
    definitions->failed |= !state.lanes || qp_messages_open(&messages, (struct qp_profile *)profile, &error) != 0;
    if (!definitions->failed) {
        write_process(&state, &messages);
        qp_messages_close(&messages);
    }
    close_state(&state);
    return !definitions->failed;
}
