/* parts.h - the event log as the timeline shows it: tracks, and the bars, samples and points on them. */
#pragma once

#include "profile/log/tracks.h"
#include "locate/log.h"
#include "page/tables.h"

struct qp_track_part {
    uint32_t number; /* number of the track in the log (profile/log/track.h), by which other parts refer to it */
    enum qp_track_kind kind;
    uint32_t thread;      /* index of its carrier; QP_NONE = none */
    uint32_t rank;        /* of a job: row in the page's table of ranks; QP_NONE = no job */
    uint32_t row;         /* row in the page's table of tracks */
    uint32_t life_thread; /* VIRTUAL: index of the virtual thread in the profile; QP_NONE = only the log has it */
    uint32_t group;       /* VIRTUAL: index of its group; QP_NONE = unknown */
    uint64_t id;          /* VIRTUAL: its id */
    char *name;
    char *unit;
    double low;
    double high;
    bool ranged; /* low and high are set */
};

/* Times of a virtual thread, computed from the event log. */
struct qp_part_life {
    uint64_t ns[QP_CONTEXT_STATES]; /* by state */
    uint64_t longest;               /* longest time on a carrier without leaving it */
    uint32_t carrier;               /* index of the last carrier, plus 1; 0 = none */
    uint32_t migrations;
    bool ended;
};

/* Position of a bar, sample or point, by which they are sorted. It is the first field of each. */
struct qp_part_position {
    uint32_t track;
    uint32_t depth; /* of a bar, otherwise 0 */
    uint64_t at;    /* ns */
};

struct qp_bar_part {
    struct qp_part_position position;
    uint64_t until;
    enum qp_bar_kind kind;
    uint32_t value;
    uint32_t place;   /* row of places; QP_NONE = none */
    uint32_t method;  /* STATE: index of the method in which the virtual thread was suspended; QP_NONE = none */
    uint32_t resumer; /* STATE: as in struct qp_bar */
    uint32_t outer;   /* while the bar is open: index of the enclosing bar; QP_NONE = none */
};

struct qp_sample_part {
    struct qp_part_position position;
    double value;
};

struct qp_point_part {
    struct qp_part_position position;
    uint32_t other;
    const char *kind;
    char *text;
};

/* A message from one track to another. */
struct qp_message_part {
    uint32_t from, to; /* numbers of tracks. from: QP_NONE = the send is unknown */
    uint64_t sent;     /* ns */
    uint64_t received;
    uint64_t bytes;
    uint32_t tag;
};

struct qp_parts {
    struct qp_page *page;
    struct qp_log *log;           /* while it is read */
    struct qp_track_part *tracks; /* by number */
    struct qp_bar_part *bars;
    struct qp_sample_part *samples;
    struct qp_point_part *points;
    struct qp_message_part *messages;
    uint32_t track_count, bar_count, sample_count, point_count, message_count;
    uint32_t *open; /* by track: index of its innermost open bar; QP_NONE = none is open */
    uint32_t open_count;
    struct qp_part_life *lives; /* by track; complete, even if the limit of parts was reached */
    uint32_t life_count;
    struct qp_map place_of; /* maps a location handle, or a call site of a job, to its row in the table "places" + 1 */
    struct qp_map state_of; /* maps the method of a libvt state to the state's row in the table "states" + 1; only
                             * states that are not functions of the page */
    uint64_t left_out;
    uint64_t until; /* time in ns up to which the parts are complete; UINT64_MAX = all parts are there */
};

/* Read the log, up to request->most_parts bars, samples and points. Return false if out of memory; then there is
 * nothing to close. */
bool qp_parts_open(struct qp_parts *parts, struct qp_page *page);
void qp_parts_close(struct qp_parts *parts);
