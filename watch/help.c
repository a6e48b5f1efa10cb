#include "watch/help.h"

static const char *const lines[] = {
    "q            end",
    "up down      select a function; page up, page down, home and end too",
    "enter        who calls the function that is selected, and what it calls; again: those of that one",
    "escape       back",
    "t            threads, and where each of them is; enter: its whole stack",
    "tab          what happened lately, or the whole run",
    "s            lately: since the last reading, or about the last 5 or 30 seconds",
    "< >          order by the column to the left, or to the right; it has a *",
    "/            only functions with a text in their name or place, upper and lower case alike",
    "space        freeze: read no more, until the next space",
    "+ -          read less often, or more often",
    "? h          these lines",
    "",
    "self is running time in a function itself, total with all that it called; /s is per second.",
    "share is of all running time; where a run has no times, of all calls.",
    "run, blocked, waiting, runnable: 100 % is one thread all of the time.",
    "The time of the function in which a thread is now counts before it returns, where the",
    "program's memory may be read.",
};

void qp_help_draw_keys(struct qp_drawing *drawing, unsigned row)
{
    static const char *const keys[][2] = {{"q", "end"},     {"?", "help"},   {"tab", "now/all"}, {"enter", "callers"},
                                          {"t", "threads"}, {"/", "filter"}, {"<>", "sort"},     {"space", "freeze"},
                                          {"s", "smooth"},  {"+-", "pace"}};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        qp_drawing_putf(drawing, row, QP_STYLE_BOLD, "%s%s", i ? "  " : "", keys[i][0]);
        qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, " %s", keys[i][1]);
    }
}

void qp_help_draw(struct qp_list *list, struct qp_drawing *drawing, unsigned row, unsigned height)
{
    list->count = sizeof lines / sizeof *lines;
    list->height = height;
    if (list->selected + height > list->count) /* it is the first line on the screen: nothing is to be selected here */
        list->selected = list->count > height ? list->count - height : 0;
    for (uint32_t i = 0; i < height && list->selected + i < list->count; i++)
        qp_drawing_put(drawing, row + i, QP_STYLE_PLAIN, lines[list->selected + i]);
}
