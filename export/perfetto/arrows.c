#include "export/perfetto/arrows.h"

#include "format/array.h"

bool qp_perfetto_arrows_open(struct qp_perfetto_arrows *arrows, const struct qp_export *export)
{
    struct qp_error error = {0};
    *arrows = (struct qp_perfetto_arrows){.count = 0};
    return qp_flows_open(&arrows->flows, &export->log->events.events, &error) == 0;
}

void qp_perfetto_arrows_close(struct qp_perfetto_arrows *arrows)
{
    qp_flows_close(&arrows->flows);
    free(arrows->received);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

/* Write a point. Its flow begins at the point, or ends there if `ends`; 0 = none. */
static void put(struct qp_perfetto *perfetto, const struct qp_point *point, uint64_t flow, bool ends)
{
    Perfetto__TrackEvent event = qp_perfetto_event_on(QP_PERFETTO_INSTANT, point->track);
    struct qp_perfetto_annotations annotations = {.count = 0};
    struct qp_drawn_detail details[QP_DRAWN_DETAILS];
    char name[QP_DRAWN_NAME], buffer[QP_DRAWN_NAME];
    qp_drawn_point(point, name);
    event.name = name;
    event.n_flow_ids = flow != 0 && !ends;
    event.flow_ids = &flow;
    event.n_terminating_flow_ids = flow != 0 && ends;
    event.terminating_flow_ids = &flow;
    qp_perfetto_annotate_all(perfetto, &annotations, details,
                             qp_drawn_point_details(perfetto->export, point, buffer, details));
    qp_perfetto_put_event(perfetto, &event, point->at, NULL, &annotations);
}

static void put_sent(struct qp_perfetto *perfetto, const struct qp_point *point)
{
    struct qp_point sent = *point;
    uint64_t flow = perfetto->arrows ? qp_flows_send(&perfetto->arrows->flows, point->event) : 0;
    if (point->event->event.in_call && point->event->entered)
        sent.at = qp_profile_since_start(perfetto->export->profile, point->event->entered);
    put(perfetto, &sent, flow, false);
}

/* ---- received messages ------------------------------------------------------------------------------------------- */

/* Write the received messages whose numbers are known. */
static void deliver(struct qp_perfetto *perfetto)
{
    struct qp_perfetto_arrows *arrows = perfetto->arrows;
    uint32_t mark;
    uint64_t flow;
    while (qp_flows_next(&arrows->flows, &mark, &flow)) {
        struct qp_perfetto_received *it = &arrows->received[mark];
        it->point.event = &it->event;
        put(perfetto, &it->point, flow, true);
        it->next_free = arrows->free;
        arrows->free = mark + 1;
    }
    perfetto->failed |= arrows->flows.failed;
}

static void put_received(struct qp_perfetto *perfetto, const struct qp_point *point)
{
    struct qp_perfetto_arrows *arrows = perfetto->arrows;
    const struct qp_perfetto_received received = {*point, *point->event, 0};
    uint32_t mark = arrows->free ? arrows->free - 1 : arrows->count;
    if (arrows->free) {
        arrows->free = arrows->received[mark].next_free;
        arrows->received[mark] = received;
    } else if (!QP_ARRAY_APPEND(&arrows->received, &arrows->count, received)) {
        perfetto->failed = true;
        return;
    }
    qp_flows_receive(&arrows->flows, point->event, mark);
    deliver(perfetto);
}

void qp_perfetto_put_point(struct qp_perfetto *perfetto, const struct qp_point *point)
{
    enum qp_event_kind kind = point->event->event.kind;
    if (kind == QP_EVENT_SEND)
        put_sent(perfetto, point);
    else if (kind == QP_EVENT_RECEIVE && perfetto->arrows)
        put_received(perfetto, point);
    else
        put(perfetto, point, point->flow ? perfetto->first + point->flow : 0, false);
}

void qp_perfetto_arrows_end(struct qp_perfetto *perfetto)
{
    if (!perfetto->arrows)
        return;
    qp_flows_end(&perfetto->arrows->flows);
    deliver(perfetto);
}
