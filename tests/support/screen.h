/* screen.h - a line of a drawn screen as text, without trailing spaces. */
#pragma once

#include "watch/drawing.h"

#include <stdio.h>
#include <string.h>

static inline const char *screen_line(const struct qp_drawing *drawing, unsigned row, char *text, size_t size)
{
    enum qp_style style;
    size_t used = 0;
    text[0] = '\0';
    for (const char *piece = NULL; (piece = qp_drawn_piece(&drawing->lines[row], piece, &style)) && used < size;)
        used += (size_t)snprintf(text + used, size - used, "%s", piece);
    for (used = strlen(text); used && text[used - 1] == ' ';)
        text[--used] = '\0';
    return text;
}
