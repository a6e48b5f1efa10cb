/* head.h - the lines above all pages of `qii top`: which run it is, how it goes, what is shown. */
#ifndef QP_WATCH_HEAD_H
#define QP_WATCH_HEAD_H

#include "watch/function_table.h"
#include "watch/pace.h"
#include "watch/watched.h"

#define QP_HEAD_ROWS 4 /* the last one is empty, unless there is something to be told */

struct qp_head {
    const struct qp_watched *watched;
    const struct qp_pace *pace;
    const char *filter; /* empty = none */
    bool total;         /* the whole run is shown, not what happened lately */
    bool frozen;
    bool failed; /* no memory */
};

/* As many of them as there is room for. */
void qp_head_draw(const struct qp_head *head, struct qp_drawing *drawing, unsigned rows);

#endif
