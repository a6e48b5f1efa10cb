/* top.h - the screen of `qii top`: a run is watched on the terminal until a key or a signal ends it. */
#ifndef QP_WATCH_TOP_H
#define QP_WATCH_TOP_H

#include "watch/view.h"

/* The view is what is shown first, after qp_view_init. Returns 0, else the error's code: there is no terminal that
 * could be drawn on. */
int qp_top_run(struct qp_view *view, bool colour, struct qp_error *error);

#endif
