#include "export/otf2/lanes.h"

#include "format/array.h"

/* ---- time -------------------------------------------------------------------------------------------------------- */

uint64_t qp_otf2_lane_at(const struct qp_otf2_lane *lane, uint64_t ns)
{
    return ns > lane->last ? ns : lane->last;
}

uint64_t qp_otf2_lane_now(const struct qp_otf2_log *log, const struct qp_otf2_lane *lane,
                          const struct qp_resolved *event)
{
    return qp_otf2_lane_at(lane, log->start_ns + event->ns);
}

uint64_t qp_otf2_lane_entered(const struct qp_otf2_log *log, const struct qp_otf2_lane *lane,
                              const struct qp_resolved *event)
{
    if (!event->entered)
        return qp_otf2_lane_now(log, lane, event);
    return qp_otf2_lane_at(lane, log->start_ns + qp_profile_since_start(log->export->profile, event->entered));
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

void qp_otf2_lane_enter(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event)
{
    uint32_t parent = lane->depth ? lane->open[lane->depth - 1].context : QP_OTF2_NONE;
    uint32_t site = qp_otf2_sites_enter(&log->sites, event);
    uint32_t context = qp_otf2_context(log->definitions, parent, site);
    if (log->definitions->failed)
        return;
    struct qp_otf2_open open = {context, log->definitions->sites[site].region};
    log->definitions->failed |= !QP_ARRAY_APPEND(&lane->open, &lane->depth, open);
    lane->last = qp_otf2_lane_now(log, lane, event);
    /* The distance counts the entered region, and the one that was running, which is the parent. */
    OTF2_EvtWriter_CallingContextEnter(lane->writer, NULL, lane->last, context, 2);
}

void qp_otf2_lane_leave(struct qp_otf2_lane *lane, uint64_t time)
{
    if (!lane->depth)
        return;
    lane->last = time;
    OTF2_EvtWriter_CallingContextLeave(lane->writer, NULL, time, lane->open[--lane->depth].context);
}

void qp_otf2_lane_leave_all(struct qp_otf2_lane *lane, uint64_t time)
{
    while (lane->depth)
        qp_otf2_lane_leave(lane, time);
}

const struct qp_otf2_region *qp_otf2_lane_top(const struct qp_otf2_log *log, const struct qp_otf2_lane *lane)
{
    return lane->depth ? &log->definitions->regions[lane->open[lane->depth - 1].region] : NULL;
}
