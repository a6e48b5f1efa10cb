/* view.h - the state of the screen of `qii top`. Keys change it, and it is drawn to a drawing. It needs no terminal. */
#pragma once

#include "watch/call_table.h"
#include "watch/drawing.h"
#include "watch/function_table.h"
#include "watch/key.h"
#include "watch/pace.h"
#include "watch/thread_list.h"

enum qp_view_page { QP_VIEW_FUNCTIONS, QP_VIEW_CALLS, QP_VIEW_THREADS, QP_VIEW_STACK, QP_VIEW_HELP, QP_VIEW_PAGES };

#define QP_VIEW_TRAIL 32 /* maximum number of pages to which Escape can return */

struct qp_view_place {
    enum qp_view_page page;
    uint32_t function; /* if the page is QP_VIEW_CALLS: the function whose calls it shows */
};

/* The state of the screen. A view begins as a zeroed struct with `watched` and `pace`, which the caller owns. The
 * caller may also set functions.sort, functions.total and functions.filter. */
struct qp_view {
    struct qp_watched *watched;
    struct qp_pace *pace;
    enum qp_view_page page;
    bool frozen;  /* updates are paused */
    bool quit;    /* requested by a key */
    bool filters; /* keys edit the filter */
    char filter_before[QP_TOP_FILTER];
    struct qp_function_table functions;
    struct qp_call_table calls;
    struct qp_thread_list threads;
    struct qp_stack_list stack;
    struct qp_list help;
    struct qp_view_place trail[QP_VIEW_TRAIL];
    unsigned trail_count;
    bool failed; /* out of memory: the contents are incomplete */
};

void qp_view_free(struct qp_view *view);

/* Update the contents of the view after the run was read again. */
void qp_view_update(struct qp_view *view);

/* Handle a key, which is a code point or one of enum qp_key. */
void qp_view_key(struct qp_view *view, unsigned key);

/* Draw the view into an empty drawing. */
void qp_view_draw(struct qp_view *view, struct qp_drawing *drawing);
