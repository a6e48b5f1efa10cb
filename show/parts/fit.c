#include "show/parts/fit.h"

#include "base/text.h"

#include <string.h>

#define FIRST 24 /* minimum width of the first text, which names the row, when it is shortened */
#define LEAST 12 /* minimum width of a text other than the first, when it is shortened */
/* Maximum width of a text if lines are unlimited, so that one long name does not widen a million rows. */
#define LONGEST 400

/* ---- columns ----------------------------------------------------------------------------------------------------- */

static size_t line_of(const struct qp_fit *fit, bool least)
{
    size_t line = 0;
    bool first = true;
    for (uint32_t i = 0; i < fit->count; i++) {
        size_t needed = fit->fronts[i] + (first ? FIRST : LEAST);
        if (!fit->left_out[i])
            line +=
                (line ? QP_FIT_GAP : 0) + (least && fit->text[i] && fit->widths[i] > needed ? needed : fit->widths[i]);
        first &= !fit->text[i];
    }
    return line;
}

/* Return the next column to omit: the last column of texts (or of numbers if `text` is false) that is not omitted
 * yet. The first column of each kind is never omitted. Return UINT32_MAX if no other column is left. */
static uint32_t last_of(const struct qp_fit *fit, bool text)
{
    uint32_t found = UINT32_MAX, seen = 0;
    for (uint32_t i = 0; i < fit->count; i++) {
        if (fit->text[i] == text && !fit->left_out[i] && seen++)
            found = i;
    }
    return found;
}

static void leave_out(struct qp_fit *fit, size_t line)
{
    while (line_of(fit, true) > line) {
        uint32_t column = last_of(fit, true);
        if (column == UINT32_MAX)
            column = last_of(fit, false);
        if (column == UINT32_MAX)
            return;
        fit->left_out[column] = true;
    }
}

/* Return the widest column of texts, or UINT32_MAX if none is wider than one character. */
static uint32_t widest_text(const struct qp_fit *fit)
{
    uint32_t widest = UINT32_MAX;
    for (uint32_t i = 0; i < fit->count; i++) {
        if (fit->text[i] && !fit->left_out[i] && fit->widths[i] > (widest == UINT32_MAX ? 1 : fit->widths[widest]))
            widest = i;
    }
    return widest;
}

void qp_fit(struct qp_fit *fit, size_t line)
{
    for (uint32_t i = 0; i < fit->count; i++) {
        fit->left_out[i] = false;
        if (i + 1 < fit->count && fit->text[i] && fit->widths[i] > LONGEST)
            fit->widths[i] = LONGEST;
    }
    if (line == 0)
        return;
    leave_out(fit, line);
    while (line_of(fit, false) > line) {
        uint32_t widest = widest_text(fit);
        if (widest == UINT32_MAX)
            return;
        fit->widths[widest]--;
    }
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

/* Return the length in bytes of the longest prefix that is at most `columns` wide. */
static size_t bytes_within(const char *text, size_t columns)
{
    const char *at = text;
    size_t width;
    while (*at) {
        size_t length = qp_text_next(at, &width);
        if (width > columns)
            break;
        columns -= width;
        at += length;
    }
    return (size_t)(at - text);
}

/* Return the longest suffix that is at most `columns` wide. A combining character stays with its letter. */
static const char *end_within(const char *text, size_t columns)
{
    size_t all = qp_text_width(text), width, length;
    bool cut = all > columns;
    for (; cut && *text && (length = qp_text_next(text, &width), all > columns || width == 0); all -= width)
        text += length;
    return text;
}

static const char *end_of_path(const char *text, size_t columns)
{
    const char *end = end_within(text, columns);
    const char *slash = strchr(end, '/');
    return slash ? slash : end;
}

size_t qp_fit_front(const char *text)
{
    size_t blanks = strspn(text, " ");
    size_t digits = text[blanks] == '[' ? strspn(text + blanks + 1, "0123456789") : 0;
    return digits && text[blanks + digits + 1] == ']' ? blanks + digits + 3 : blanks;
}

const char *qp_fit_text(const char *text, size_t width, char room[QP_FIT_SIZE])
{
    if (strlen(text) <= width || qp_text_width(text) <= width)
        return text;
    size_t front = qp_fit_front(text);
    const char *shown = text + front;
    if (width < front + 2)
        front = width > 1 ? width - 2 : 0;
    size_t left = width - front;
    size_t head = strstr(shown, ", ") ? left - 1 : strchr(shown, '/') ? 0 : left / 2;
    const char *tail = head ? end_within(shown, left - 1 - head) : end_of_path(shown, left - 1);
    snprintf(room, QP_FIT_SIZE, "%.*s%.*s…%s", (int)front, text, (int)bytes_within(shown, head), shown, tail);
    return room;
}
