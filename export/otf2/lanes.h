/* lanes.h - threads of a process whose log is written to an archive, and the states that are open on them. */
#pragma once

#include "export/export.h"
#include "export/otf2/archive.h"
#include "export/otf2/counters.h"
#include "export/otf2/peers.h"
#include "export/otf2/sites.h"

/* A state that is open on a thread. */
struct qp_otf2_open {
    uint32_t context;
    uint32_t region;
};

/* A thread. */
struct qp_otf2_lane {
    OTF2_EvtWriter *writer; /* NULL = no event yet */
    uint64_t self;          /* its location */
    uint64_t last;          /* time of its last event */
    struct qp_otf2_open *open;
    uint32_t depth;
    uint32_t completed; /* request that was completed by the last event, 0 = none: the next event shows how */
};

/* The log of a process. */
struct qp_otf2_log {
    struct qp_otf2_archive *archive;
    struct qp_otf2_definitions *definitions;
    struct qp_export *export;
    struct qp_otf2_sites sites;
    struct qp_otf2_counters counters;
    struct qp_otf2_peer *peers; /* for each channel of the log */
    struct qp_otf2_lane *lanes; /* for each carrier */
    struct qp_map request_map;  /* maps the recorded number of a request to its index + 1 */
    struct qp_otf2_request *requests;
    uint32_t request_count;
    uint64_t next_request;
    uint64_t next_access; /* number of the next access to a window or file */
    uint64_t start_ns;    /* CLOCK_MONOTONIC at the start of the run */
};

/* Return a time, or that of the thread's last event if it is later. */
uint64_t qp_otf2_lane_at(const struct qp_otf2_lane *lane, uint64_t ns);

/* Return the time of the event, and the time at which the call on top was entered. Neither is earlier than the thread's
 * last event, so both are in order. */
uint64_t qp_otf2_lane_now(const struct qp_otf2_log *log, const struct qp_otf2_lane *lane,
                          const struct qp_resolved *event);
uint64_t qp_otf2_lane_entered(const struct qp_otf2_log *log, const struct qp_otf2_lane *lane,
                              const struct qp_resolved *event);

/* Write that a state is entered or left. If no state is open, nothing is left. */
void qp_otf2_lane_enter(struct qp_otf2_log *log, struct qp_otf2_lane *lane, const struct qp_resolved *event);
void qp_otf2_lane_leave(struct qp_otf2_lane *lane, uint64_t time);

/* Leave all open states, because the log has no ends of them. */
void qp_otf2_lane_leave_all(struct qp_otf2_lane *lane, uint64_t time);

/* Return the region of the state on top, or NULL. */
const struct qp_otf2_region *qp_otf2_lane_top(const struct qp_otf2_log *log, const struct qp_otf2_lane *lane);
