/* parts.h - what the time line shows of a log, collected: its tracks, and the bars, samples and points on them. */
#ifndef QP_PAGE_PARTS_H
#define QP_PAGE_PARTS_H

#include "profile/log/tracks.h"
#include "locate/log.h"
#include "page/tables.h"

struct qp_track_part {
    uint32_t number; /* of the track in the log (profile/log/track.h); other parts name it by that too */
    enum qp_track_kind kind;
    uint32_t thread; /* index of a carrier; QP_NONE */
    uint32_t row;    /* in the table */
    char *name;
    char *unit;
    double low;
    double high;
    bool ranged; /* low and high are set */
};

struct qp_bar_part {
    uint32_t track;
    uint32_t depth;
    enum qp_bar_kind kind;
    uint32_t value;
    uint32_t place; /* row of places + 1 */
    uint32_t outer; /* while it is open: index of the one that it lies in; QP_NONE */
    uint64_t from;
    uint64_t until;
};

struct qp_sample_part {
    uint32_t track;
    uint64_t at;
    double value;
};

struct qp_point_part {
    uint32_t track;
    uint32_t other;
    uint64_t at;
    const char *kind;
    char *text;
};

struct qp_parts {
    struct qp_page *page;
    struct qp_log log;
    struct qp_track_part *tracks; /* by number */
    struct qp_bar_part *bars;
    struct qp_sample_part *samples;
    struct qp_point_part *points;
    uint32_t track_count, bar_count, sample_count, point_count;
    uint32_t *open; /* by track: index of its innermost open bar; QP_NONE */
    uint32_t open_count;
    struct qp_map place_of; /* handle of a location: row of places + 1 */
    struct qp_columns places;
    struct qp_map state_of; /* index of a method that is no function of the page: row of states + 1 */
    struct qp_columns states;
    uint64_t left_out;
    uint64_t until; /* ns: nothing that begins before it is left out; UINT64_MAX = nothing at all */
};

/* All of the log, as far as there is room. Returns false without memory; nothing is to be closed then. */
bool qp_parts_open(struct qp_parts *parts, struct qp_page *page);
void qp_parts_close(struct qp_parts *parts);

#endif
