#include "watch/top.h"

#include "base/clock.h"
#include "watch/terminal.h"

/* Time until the second reading, in nanoseconds. It is short, because numbers of the recent interval are the
 * difference of two readings. */
#define SECOND_READING 300000000u

struct top {
    struct qp_view *view;
    struct qp_drawing drawing;
    uint64_t next_ns; /* time of the next reading, CLOCK_MONOTONIC */
};

static void draw(struct top *top)
{
    unsigned rows, columns;
    qp_watched_look(top->view->watched);
    qp_terminal_size(&rows, &columns);
    qp_drawing_begin(&top->drawing, rows, columns);
    qp_view_draw(top->view, &top->drawing);
    qp_terminal_draw(&top->drawing);
}

static bool is_due(const struct top *top, uint64_t now)
{
    return !top->view->frozen && qp_watched_is_live(top->view->watched) && now >= top->next_ns;
}

static void read_and_draw(struct top *top)
{
    struct qp_pace *pace = top->view->pace;
    qp_pace_begin(pace);
    qp_watched_read(top->view->watched);
    qp_view_update(top->view);
    draw(top);
    top->next_ns = qp_clock_monotonic() + qp_pace_end(pace);
}

/* Return the time to wait for a key. Even if the run has ended and is not read again, wake up regularly to notice if
 * the file is truncated. */
static uint64_t wait_of(const struct top *top, uint64_t now)
{
    if (top->view->frozen || !qp_watched_is_live(top->view->watched))
        return top->view->watched->cut ? 3600000000000u : 1000000000u;
    return now < top->next_ns ? top->next_ns - now : 0;
}

int qp_top_run(struct qp_view *view, bool colour, struct qp_error *error)
{
    struct top top = {.view = view};
    unsigned key;
    if (qp_terminal_open(colour, error))
        return error->code;
    qp_view_update(view);
    draw(&top);
    uint64_t soon = view->pace->asked_ns < SECOND_READING ? view->pace->asked_ns : SECOND_READING;
    uint64_t least = qp_pace_least(view->pace);
    top.next_ns = qp_clock_monotonic() + (soon > least ? soon : least);
    while (!view->quit && qp_terminal_key(wait_of(&top, qp_clock_monotonic()), &key)) {
        uint64_t asked = view->pace->asked_ns;
        if (key != QP_KEY_NONE)
            qp_view_key(view, key);
        if (view->pace->asked_ns != asked)
            top.next_ns = qp_clock_monotonic() + qp_pace_period(view->pace);
        if (is_due(&top, qp_clock_monotonic()))
            read_and_draw(&top);
        else
            draw(&top);
    }
    qp_drawing_free(&top.drawing);
    qp_terminal_close();
    return 0;
}
