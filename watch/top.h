/* top.h - the main loop of `qii top`: update the screen until a key or signal ends it. */
#pragma once

#include "watch/view.h"

/* Show the view, initialized by qp_view_init. Return 0, else the error's code: no usable terminal. */
int qp_top_run(struct qp_view *view, bool colour, struct qp_error *error);
