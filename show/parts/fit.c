#include "show/parts/fit.h"

#include "base/text.h"

#include <string.h>

#define FIRST 24 /* minimum width of the first key, which names the row, if it is shortened */
#define LEAST 12 /* minimum width of any other shortened text */
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
        first &= !(fit->text[i] && fit->key[i]);
    }
    return line;
}

/* Return the last column of texts (or of numbers if `text` is false) that may be omitted. Return UINT32_MAX if there is
 * none. */
static uint32_t last_of(const struct qp_fit *fit, bool text)
{
    uint32_t found = UINT32_MAX;
    bool may = text; /* the first number stays */
    for (uint32_t i = 0; i < fit->count; i++) {
        if (fit->text[i] != text || fit->left_out[i])
            continue;
        if (may && !fit->key[i])
            found = i;
        may = true;
    }
    return found;
}

static void leave_out(struct qp_fit *fit, size_t line)
{
    bool wide = line_of(fit, false) > line;
    for (uint32_t i = 0; i < fit->count; i++)
        fit->left_out[i] |= wide && fit->blank[i] && !fit->key[i];
    while (line_of(fit, true) > line) {
        uint32_t column = last_of(fit, true);
        if (column == UINT32_MAX)
            column = last_of(fit, false);
        if (column == UINT32_MAX)
            return;
        fit->left_out[column] = true;
    }
}

/* Return the column of texts that is widest without prefixes, or UINT32_MAX if no column is wider than one
 * character. */
static uint32_t widest_text(const struct qp_fit *fit)
{
    uint32_t widest = UINT32_MAX;
    for (uint32_t i = 0; i < fit->count; i++) {
        if (fit->text[i] && !fit->left_out[i] && fit->widths[i] > 1 &&
            (widest == UINT32_MAX || fit->widths[i] + fit->fronts[widest] > fit->widths[widest] + fit->fronts[i]))
            widest = i;
    }
    return widest;
}

static void choose_key(struct qp_fit *fit)
{
    uint32_t first = fit->count;
    for (uint32_t i = fit->count; i-- > 0;) {
        if (fit->text[i] && fit->key[i])
            return;
        first = fit->text[i] ? i : first;
    }
    if (first < fit->count)
        fit->key[first] = true;
}

void qp_fit(struct qp_fit *fit, size_t line)
{
    choose_key(fit);
    for (uint32_t i = 0; i < fit->count; i++) {
        fit->left_out[i] = fit->hidden[i] && !fit->key[i];
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
    return digits && strncmp(text + blanks + 1 + digits, "] ", 2) == 0 ? blanks + digits + 3 : blanks;
}

static bool fits(const char *text, size_t width)
{
    return strlen(text) <= width || qp_text_width(text) <= width;
}

/* Return the length of the prefix (qp_fit_front) that stays if a text is shortened to `width`. Cut the prefix if it
 * would leave fewer than 2 columns for the rest of the text. */
static size_t front_within(const char *text, size_t width)
{
    size_t front = qp_fit_front(text);
    return width >= front + 2 ? front : width > 1 ? width - 2 : 0;
}

const char *qp_fit_text(const char *text, size_t width, char room[QP_FIT_SIZE])
{
    if (fits(text, width))
        return text;
    const char *shown = text + qp_fit_front(text);
    size_t front = front_within(text, width), left = width - front;
    size_t head = strstr(shown, ", ") ? left - 1 : strchr(shown, '/') ? 0 : left / 2;
    const char *tail = head ? end_within(shown, left - 1 - head) : end_of_path(shown, left - 1);
    snprintf(room, QP_FIT_SIZE, "%.*s%.*s…%s", (int)front, text, (int)bytes_within(shown, head), shown, tail);
    return room;
}

#define LEAST_PARTS 8 /* minimum width of a text that is shown in three parts */

const char *qp_fit_text_with(const char *text, size_t width, size_t kept, char room[QP_FIT_SIZE])
{
    size_t front = front_within(text, width), left = width - front;
    const char *shown = text + qp_fit_front(text), *middle = text + kept;
    if (fits(text, width) || left < LEAST_PARTS || middle <= shown)
        return qp_fit_text(text, width, room);
    size_t third = (left - 2) / 3, first = strchr(shown, '/') ? 0 : third, head = bytes_within(shown, first);
    const char *tail = end_within(shown, third);
    int middle_length = 0;
    if (middle <= shown + head)
        head = bytes_within(shown, left - 1 - third);
    else if (qp_text_width(middle) < left - first)
        tail = end_within(shown, left - 1 - first);
    else
        middle_length = (int)bytes_within(middle, left - 2 - first - third);
    snprintf(room, QP_FIT_SIZE, "%.*s%.*s…%.*s%s%s", (int)front, text, (int)head, shown, middle_length, middle,
             middle_length ? "…" : "", tail);
    return room;
}
