/* help.h - the help of `qii top`: a line of keys at the bottom of the screen, and a help page. */
#pragma once

#include "watch/drawing.h"
#include "watch/list.h"

void qp_help_draw_keys(struct qp_drawing *drawing, unsigned row);
void qp_help_draw(struct qp_list *list, struct qp_drawing *drawing, unsigned row, unsigned height);
