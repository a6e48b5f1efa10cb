/* drawn.h - names and details of the bars, points and tracks of a log (profile/log/tracks.h), for all formats with
 * events. */
#pragma once

#include "profile/log/tracks.h"
#include "export/export.h"

#define QP_DRAWN_NAME QP_LABEL_SIZE /* bytes of a name with its NUL */

/* Return a bit mask of the products that are not exported, for the field `without` of struct qp_tracks_calls. */
uint32_t qp_drawn_without(const struct qp_export *export);

/* Write a track's name: "worker 0xa" for a virtual thread, "Solver:error" for a counter or a scope, "Solver:odd of
 * worker" for a counter of one thread, "carrier main" for a carrier. */
void qp_drawn_track(const struct qp_export *export, const struct qp_track *track, char name[QP_DRAWN_NAME]);

/* Write a bar's name: "waiting" for a state of a virtual thread, "Solver:Step" for a state of libvt, "worker 0xa" for a
 * virtual thread that runs on a carrier, "Solver:phase" for a scope. */
void qp_drawn_bar(const struct qp_export *export, const struct qp_bar *bar, char name[QP_DRAWN_NAME]);

/* Return a key of a bar's name, which is never 0. All bars with the same name have the same key. */
uint64_t qp_drawn_bar_key(const struct qp_bar *bar);

/* Write a point's name: "wake", "send to 3", "events lost". */
void qp_drawn_point(const struct qp_point *point, char name[QP_DRAWN_NAME]);

/* A named value of a bar or point. If text.bytes is not NULL, the value is the text, which may contain any bytes;
 * otherwise the value is the number. */
struct qp_drawn_detail {
    const char *name;
    struct qp_text text;
    int64_t number;
};

#define QP_DRAWN_DETAILS 3

/* Write up to QP_DRAWN_DETAILS details of a bar or a point. Texts that are made for the details are written to the
 * buffer, which must live as long as the details. Details of a bar are "at", the source location at which its event was
 * recorded, or "in", the function in which a virtual thread is suspended. Return the number of details, or QP_NONE if
 * out of memory. */
uint32_t qp_drawn_bar_details(const struct qp_export *export, const struct qp_bar *bar, char buffer[QP_DRAWN_NAME],
                              struct qp_drawn_detail details[QP_DRAWN_DETAILS]);
uint32_t qp_drawn_point_details(const struct qp_export *export, const struct qp_point *point,
                                char buffer[QP_DRAWN_NAME], struct qp_drawn_detail details[QP_DRAWN_DETAILS]);

/* Write a counter's unit, and for how long a value applies if that is known: "bytes", "bytes, until the next value". */
void qp_drawn_unit(const struct qp_counter_item *counter, char *shown, size_t size);
