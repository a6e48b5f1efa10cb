/* head.h - the header lines of `qii top`: the run, its state, and the display settings. */
#pragma once

#include "watch/function_table.h"
#include "watch/pace.h"
#include "watch/watched.h"

#define QP_HEAD_ROWS 4 /* number of rows; the last row is empty unless there is a problem to report */

struct qp_head {
    const struct qp_watched *watched;
    const struct qp_pace *pace;
    const char *filter; /* empty = none */
    bool total;         /* show the whole run, not the recent interval */
    bool frozen;
    bool failed; /* out of memory */
};

/* Draw as many of the lines as fit. */
void qp_head_draw(const struct qp_head *head, struct qp_drawing *drawing, unsigned rows);
