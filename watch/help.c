#include "watch/help.h"

static const char *const lines[] = {
    "q            quit",
    "up down      select a function (also page up, page down, home, end)",
    "enter        callers and callees of the selected function",
    "escape       back",
    "t            threads with their current functions; enter: full stack",
    "tab          recent interval or whole run",
    "s            recent interval: last update, or smoothed over 5 or 30 seconds",
    "< >          sort by the column to the left or right; the sort column has a *",
    "/            filter functions by text in their name or file (case-insensitive)",
    "space        freeze or resume updates",
    "+ -          longer or shorter update interval",
    "? h          this help",
    "",
    "self is running time in the function itself, total includes callees.",
    "% is the share of all running time, or of all calls if the run has no times.",
    "run, blocked, waiting, runnable: 100 % is one thread in this state all the time.",
    "uncounted: in functions that count cycles instead of time.",
    "With --measure, bytes or objects that functions allocated take the place of time.",
    "Calls that have not returned yet are included if the",
    "program's memory can be read.",
};

void qp_help_draw_keys(struct qp_drawing *drawing, unsigned row)
{
    static const char *const keys[][2] = {
        {"q", "quit"},   {"?", "help"},  {"tab", "recent/all"}, {"enter", "callers"}, {"t", "threads"},
        {"/", "filter"}, {"<>", "sort"}, {"space", "freeze"},   {"s", "smooth"},      {"+-", "interval"}};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        qp_drawing_putf(drawing, row, QP_STYLE_BOLD, "%s%s", i ? "  " : "", keys[i][0]);
        qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, " %s", keys[i][1]);
    }
}

void qp_help_draw(struct qp_list *list, struct qp_drawing *drawing, unsigned row, unsigned height)
{
    list->count = sizeof lines / sizeof *lines;
    list->height = height;
    if (list->selected + height > list->count) /* `selected` is the first visible line */
        list->selected = list->count > height ? list->count - height : 0;
    for (uint32_t i = 0; i < height && list->selected + i < list->count; i++)
        qp_drawing_put(drawing, row + i, QP_STYLE_PLAIN, lines[list->selected + i]);
}
