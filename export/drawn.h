/* drawn.h - names and details of the bars, points and tracks of a log (profile/log/tracks.h), shared by all event
 * formats. */
#pragma once

#include "profile/log/tracks.h"
#include "export/export.h"

#define QP_DRAWN_NAME QP_LABEL_SIZE /* bytes of a name with its NUL */

/* Return the products that are not exported, for qp_tracks_read. */
uint32_t qp_drawn_without(const struct qp_export *export);

/* Write a track's name: "worker 0xa", "Solver:error", "Solver:odd of worker" for a per-thread counter, "carrier
 * main". */
void qp_drawn_track(const struct qp_export *export, const struct qp_track *track, char name[QP_DRAWN_NAME]);

/* Write a bar's name: "waiting", "Solver:Step", "worker 0xa" for a run of a virtual thread, "Solver:phase" for a
 * scope. */
void qp_drawn_bar(const struct qp_export *export, const struct qp_bar *bar, char name[QP_DRAWN_NAME]);

/* Return a number, more than 0, that all bars with the same name have. */
uint64_t qp_drawn_bar_key(const struct qp_bar *bar);

/* Write a point's name: "wake", "send to 3", "events lost". */
void qp_drawn_point(const struct qp_point *point, char name[QP_DRAWN_NAME]);

/* A detail of a bar or point: a text if `text` has bytes, which may be any bytes; otherwise a number. */
struct qp_drawn_detail {
    const char *name;
    struct qp_text text;
    int64_t number;
};

#define QP_DRAWN_DETAILS 3

/* Write up to QP_DRAWN_DETAILS details, and the texts made for them to the buffer. A bar has the details "at", the
 * source location at which its event was recorded, and "in", the function in which a virtual thread is suspended.
 * Return the number of details, QP_NONE if out of memory. */
uint32_t qp_drawn_bar_details(const struct qp_export *export, const struct qp_bar *bar, char buffer[QP_DRAWN_NAME],
                              struct qp_drawn_detail details[QP_DRAWN_DETAILS]);
uint32_t qp_drawn_point_details(const struct qp_export *export, const struct qp_point *point,
                                char buffer[QP_DRAWN_NAME], struct qp_drawn_detail details[QP_DRAWN_DETAILS]);

/* Write a counter's unit and the validity of its values: "bytes", "bytes, until the next value". */
void qp_drawn_unit(const struct qp_counter_item *counter, char *shown, size_t size);
