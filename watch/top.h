/* top.h - the main loop of `qii top`, which updates the screen until a key or a signal ends the program. */
#pragma once

#include "watch/view.h"

/* Run the main loop for a view. Return 0, or the error's code if there is no usable terminal. */
int qp_top_run(struct qp_view *view, bool colour, struct qp_error *error);
