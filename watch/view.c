#include "watch/view.h"

#include "watch/head.h"
#include "watch/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void qp_view_free(struct qp_view *view)
{
    free(view->functions.rows);
    free(view->calls.rows);
    free(view->threads.rows);
    free(view->stack.functions);
}

/* ---- pages --------------------------------------------------------------------------------------------------- */

static struct qp_list *list_of(struct qp_view *view)
{
    struct qp_list *const lists[QP_VIEW_PAGES] = {
        [QP_VIEW_FUNCTIONS] = &view->functions.list,
        [QP_VIEW_CALLS] = &view->calls.list,
        [QP_VIEW_THREADS] = &view->threads.list,
        [QP_VIEW_STACK] = &view->stack.list,
        [QP_VIEW_HELP] = &view->help,
    };
    return lists[view->page];
}

void qp_view_update(struct qp_view *view)
{
    bool ok = qp_function_table_update(&view->functions, view->watched);
    if (view->page == QP_VIEW_CALLS)
        ok &= qp_call_table_update(&view->calls, view->watched);
    if (view->page == QP_VIEW_THREADS)
        ok &= qp_thread_list_update(&view->threads, view->watched);
    if (view->page == QP_VIEW_STACK)
        ok &= qp_stack_list_update(&view->stack, view->watched);
    view->failed |= !ok;
}

static void turn_to(struct qp_view *view, enum qp_view_page page)
{
    view->page = page;
    qp_view_update(view);
}

/* Show another page. Escape then returns to the current page. */
static void go_to(struct qp_view *view, enum qp_view_page page)
{
    if (view->trail_count == QP_VIEW_TRAIL)
        memmove(view->trail, view->trail + 1, --view->trail_count * sizeof *view->trail);
    view->trail[view->trail_count++] = (struct qp_view_place){view->page, view->calls.function};
    turn_to(view, page);
}

static void go_back(struct qp_view *view)
{
    if (view->trail_count) {
        struct qp_view_place place = view->trail[--view->trail_count];
        view->calls.function = place.function;
        turn_to(view, place.page);
    } else if (view->page == QP_VIEW_FUNCTIONS && view->functions.filter[0]) {
        view->functions.filter[0] = '\0';
        qp_view_update(view);
    }
}

/* Show a page. If it is already shown, return to the previous page. */
static void toggle(struct qp_view *view, enum qp_view_page page)
{
    if (view->page == page)
        go_back(view);
    else
        go_to(view, page);
}

static void show_calls(struct qp_view *view, uint32_t function)
{
    if (function == QP_NONE)
        return;
    go_to(view, QP_VIEW_CALLS);
    view->calls.function = function;
    view->calls.list.selected = 0;
    qp_view_update(view);
}

static void show_stack(struct qp_view *view)
{
    if (view->threads.list.selected >= view->threads.list.count)
        return;
    view->failed |= !qp_stack_list_begin(&view->stack, view->watched, &view->threads.rows[view->threads.list.selected]);
    go_to(view, QP_VIEW_STACK);
}

static void open_row(struct qp_view *view)
{
    const struct qp_list *list = list_of(view);
    if (list->selected >= list->count)
        return;
    switch (view->page) {
    case QP_VIEW_FUNCTIONS:
        show_calls(view, view->functions.rows[list->selected]);
        break;
    case QP_VIEW_CALLS:
        show_calls(view, qp_call_table_selected(&view->calls));
        break;
    case QP_VIEW_THREADS:
        show_stack(view);
        break;
    case QP_VIEW_STACK:
        show_calls(view, view->stack.functions[list->selected]);
        break;
    default:
        break;
    }
}

/* ---- keys ---------------------------------------------------------------------------------------------------- */

static void select_row(struct qp_view *view, int64_t row)
{
    if (view->page == QP_VIEW_FUNCTIONS)
        qp_function_table_select(&view->functions, row);
    else
        qp_list_select(list_of(view), row);
}

/* If a key moves the selection, move it and return true. */
static bool move(struct qp_view *view, unsigned key)
{
    static const struct {
        unsigned key;
        int64_t rows;
        int64_t pages;
    } moves[] = {
        {QP_KEY_UP, -1, 0},
        {'k', -1, 0},
        {QP_KEY_DOWN, 1, 0},
        {'j', 1, 0},
        {QP_KEY_PAGE_UP, 0, -1},
        {QP_KEY_PAGE_DOWN, 0, 1},
        {QP_KEY_HOME, -(int64_t)UINT32_MAX, 0},
        {QP_KEY_END, UINT32_MAX, 0},
    };
    const struct qp_list *list = list_of(view);
    int64_t page = list->height > 1 ? list->height - 1 : 1;
    for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++) {
        if (moves[i].key == key) {
            select_row(view, list->selected + moves[i].rows + moves[i].pages * page);
            return true;
        }
    }
    return false;
}

/* Change the interval between readings to the next longer or shorter step. Steps are in milliseconds. */
static void change_pace(struct qp_view *view, bool longer)
{
    static const uint64_t steps[] = {100, 200, 500, 1000, 2000, 5000, 10000, 30000, 60000};
    const unsigned count = sizeof steps / sizeof *steps;
    unsigned at = 0;
    while (at + 1 < count && steps[at] * 1000000 < view->pace->asked_ns)
        at++;
    if (longer && at + 1 < count)
        at++;
    else if (!longer && at > 0)
        at--;
    view->pace->asked_ns = steps[at] * 1000000;
}

static void smooth(struct qp_view *view)
{
    double now = view->watched->smoothing;
    view->watched->smoothing = now <= 0 ? 5 : now < 30 ? 30 : 0;
}

static void sort(struct qp_view *view, int step)
{
    if (view->page != QP_VIEW_FUNCTIONS)
        return;
    qp_function_table_sort_next(&view->functions, view->watched, step);
    qp_view_update(view);
}

static void begin_filter(struct qp_view *view)
{
    view->trail_count = 0;
    turn_to(view, QP_VIEW_FUNCTIONS);
    view->filters = true;
    strcpy(view->filter_before, view->functions.filter);
}

/* Append a code point in UTF-8 to a text, if the text with its NUL then fits into `size` bytes. */
static void add_character(char *text, size_t size, unsigned key)
{
    char bytes[5] = "";
    if (key < 0x80)
        bytes[0] = (char)key;
    else if (key < 0x800)
        sprintf(bytes, "%c%c", 0xc0 | key >> 6, 0x80 | (key & 0x3f));
    else if (key < 0x10000)
        sprintf(bytes, "%c%c%c", 0xe0 | key >> 12, 0x80 | (key >> 6 & 0x3f), 0x80 | (key & 0x3f));
    else
        sprintf(bytes, "%c%c%c%c", 0xf0 | key >> 18, 0x80 | (key >> 12 & 0x3f), 0x80 | (key >> 6 & 0x3f),
                0x80 | (key & 0x3f));
    if (strlen(text) + strlen(bytes) < size)
        strcat(text, bytes);
}

static void remove_character(char *text)
{
    size_t length = strlen(text);
    while (length && ((unsigned char)text[length - 1] & 0xc0) == 0x80)
        length--;
    text[length ? length - 1 : 0] = '\0';
}

static void filter_key(struct qp_view *view, unsigned key)
{
    char *filter = view->functions.filter;
    if (key == QP_KEY_ENTER || key == QP_KEY_ESCAPE)
        view->filters = false;
    if (key == QP_KEY_ESCAPE)
        strcpy(filter, view->filter_before);
    else if (key == QP_KEY_BACKSPACE)
        remove_character(filter);
    else if (key >= ' ' && key != 0x7f && key < QP_KEY_NONE)
        add_character(filter, QP_TOP_FILTER, key);
    else if (key == QP_KEY_UP || key == QP_KEY_DOWN)
        move(view, key);
    qp_view_update(view);
}

/* If a key changes the page, change it and return true. */
static bool turn(struct qp_view *view, unsigned key)
{
    switch (key) {
    case '?':
    case 'h':
        toggle(view, QP_VIEW_HELP);
        return true;
    case 't':
        toggle(view, QP_VIEW_THREADS);
        return true;
    case QP_KEY_ENTER:
        open_row(view);
        return true;
    case QP_KEY_ESCAPE:
    case QP_KEY_BACKSPACE:
        go_back(view);
        return true;
    default:
        return false;
    }
}

void qp_view_key(struct qp_view *view, unsigned key)
{
    if (view->filters) {
        filter_key(view, key);
        return;
    }
    if (move(view, key) || turn(view, key))
        return;
    switch (key) {
    case 'q':
        view->quit = true;
        break;
    case ' ':
        view->frozen = !view->frozen;
        break;
    case QP_KEY_TAB:
        view->functions.total = !view->functions.total;
        qp_view_update(view);
        break;
    case '<':
    case QP_KEY_LEFT:
        sort(view, -1);
        break;
    case '>':
    case QP_KEY_RIGHT:
        sort(view, 1);
        break;
    case 's':
        smooth(view);
        break;
    case '+':
    case '-':
        change_pace(view, key == '+');
        break;
    case '/':
        begin_filter(view);
        break;
    default:
        break;
    }
}

/* ---- drawing ------------------------------------------------------------------------------------------------- */

static void draw_page(struct qp_view *view, struct qp_drawing *drawing, unsigned row, unsigned height)
{
    switch (view->page) {
    case QP_VIEW_CALLS:
        qp_call_table_draw(&view->calls, view->watched, drawing, row, height);
        break;
    case QP_VIEW_THREADS:
        qp_thread_list_draw(&view->threads, view->watched, drawing, row, height);
        break;
    case QP_VIEW_STACK:
        qp_stack_list_draw(&view->stack, view->watched, drawing, row, height);
        break;
    case QP_VIEW_HELP:
        qp_help_draw(&view->help, drawing, row, height);
        break;
    default:
        qp_function_table_draw(&view->functions, view->watched, drawing, row, height);
        break;
    }
}

static void draw_foot(const struct qp_view *view, struct qp_drawing *drawing, unsigned row)
{
    if (!view->filters) {
        qp_help_draw_keys(drawing, row);
        return;
    }
    qp_drawing_putf(drawing, row, QP_STYLE_BOLD, "/%s", view->functions.filter);
    drawing->has_cursor = true;
    drawing->cursor_row = row;
    drawing->cursor_column = drawing->lines[row].width;
}

void qp_view_draw(struct qp_view *view, struct qp_drawing *drawing)
{
    unsigned rows = drawing->rows;
    unsigned foot = rows >= 8 || (view->filters && rows > 1);
    const struct qp_head shown = {view->watched,         view->pace,   view->functions.filter,
                                  view->functions.total, view->frozen, view->failed};
    unsigned head = rows >= 12 ? QP_HEAD_ROWS : rows >= 8 ? 2 : rows > 2;
    qp_head_draw(&shown, drawing, head);
    if (rows > head + foot)
        draw_page(view, drawing, head, rows - head - foot);
    if (foot)
        draw_foot(view, drawing, rows - 1);
}
