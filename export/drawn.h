/* drawn.h - what the bars, points and tracks of a log (profile/log/tracks.h) are called in viewers, and what they say
 * besides: the same in every format of events. */
#ifndef QP_EXPORT_DRAWN_H
#define QP_EXPORT_DRAWN_H

#include "profile/log/tracks.h"
#include "export/export.h"

#define QP_DRAWN_NAME QP_LABEL_SIZE /* bytes of a name with its NUL */

/* The products that are not exported, for qp_tracks_read. */
uint32_t qp_drawn_without(const struct qp_export *export);

/* "worker 0xa", "Solver:error", "Solver:odd of worker" of a counter that each thread has, "carrier main". */
void qp_drawn_track(const struct qp_export *export, const struct qp_track *track, char name[QP_DRAWN_NAME]);

/* "waiting", "Solver:Step", "worker 0xa" of who runs, "Solver:phase" of a scope. */
void qp_drawn_bar(const struct qp_export *export, const struct qp_bar *bar, char name[QP_DRAWN_NAME]);

/* "wake", "send to 3", "events lost". */
void qp_drawn_point(const struct qp_point *point, char name[QP_DRAWN_NAME]);

/* What is said of them beside the name: a number, or where text has bytes a text, which may hold any bytes. */
struct qp_drawn_detail {
    const char *name;
    struct qp_text text;
    int64_t number;
};

#define QP_DRAWN_DETAILS 3

/* At most QP_DRAWN_DETAILS of them; buffer holds a text that is made for it. A bar's are: "at" the place in the source
 * where its event was recorded, "in" the function in which a virtual thread is suspended. Returns their number; QP_NONE
 * without memory. */
uint32_t qp_drawn_bar_details(const struct qp_export *export, const struct qp_bar *bar, char buffer[QP_DRAWN_NAME],
                              struct qp_drawn_detail details[QP_DRAWN_DETAILS]);
uint32_t qp_drawn_point_details(const struct qp_export *export, const struct qp_point *point,
                                char buffer[QP_DRAWN_NAME], struct qp_drawn_detail details[QP_DRAWN_DETAILS]);

/* A counter's unit and when its values hold: "bytes", "bytes, until the next value". */
void qp_drawn_unit(const struct qp_counter_item *counter, char *shown, size_t size);

#endif
