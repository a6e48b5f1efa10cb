#include "watch/head.h"

#include "base/number.h"
#include "profile/query/measure.h"
#include "show/parts/heading.h"

#include <string.h>

/* ---- problems -------------------------------------------------------------------------------------------------- */

static const char *problem_of(const struct qp_head *head)
{
    if (head->watched->cut)
        return "the file was truncated: showing the last readings";
    if (head->watched->error.code)
        return head->watched->error.text;
    if (head->failed)
        return "out of memory: the display is incomplete";
    if (head->watched->profile.reader.damages)
        return head->watched->profile.reader.damage;
    return qp_watched_is_live(head->watched) ? qp_watched_place(head->watched) : NULL;
}

/* ---- run ------------------------------------------------------------------------------------------------------- */

static void draw_run(const struct qp_head *head, struct qp_drawing *drawing, unsigned row)
{
    const struct qp_profile *profile = &head->watched->profile;
    char program[300];
    if (qp_text_show(profile->program, program, sizeof program) == 0)
        strcpy(program, "(unknown program)");
    qp_drawing_put(drawing, row, QP_STYLE_BOLD, program);
    if (head->frozen)
        qp_drawing_put(drawing, row, QP_STYLE_YELLOW, "  frozen");
    qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, "  pid %u  lib%s  %s  ", profile->reader.header.pid,
                    qp_profile_product_name(head->watched->selection.product),
                    qp_number_time(qp_profile_duration_ns(profile)).text);
    bool live = qp_watched_is_live(head->watched), cut = !live && qp_watched_was_running(head->watched);
    qp_drawing_put(drawing, row, live ? QP_STYLE_GREEN : QP_STYLE_YELLOW,
                   cut ? "was running" : qp_heading_ending(profile));
}

/* ---- totals ----------------------------------------------------------------------------------------------------- */

static void draw_share(const struct qp_head *head, struct qp_drawing *drawing, unsigned row, const char *name,
                       enum qp_amount amount)
{
    const struct qp_watched *watched = head->watched;
    bool total = head->total;
    double seconds = total ? (double)qp_profile_duration_ns(&watched->profile) / 1e9 : 1;
    double share = (double)qp_function_table_amount(watched, &watched->recent.whole, amount, total) / 1e7;
    if (!qp_function_table_has(watched, amount) && amount != QP_AMOUNT_SELF)
        return;
    share = seconds > 0 ? share / seconds : 0;
    qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, "  %s %.*f%%", name, share < 1000, share);
}

/* Draw the rate and the sum of what was allocated. */
static void draw_allocations(const struct qp_head *head, struct qp_drawing *drawing, unsigned row)
{
    const struct qp_watched *watched = head->watched;
    const struct qp_recent_part *whole = &watched->recent.whole;
    const char *word = watched->measure == QP_MEASURE_OBJECTS ? " objects" : "";
    uint64_t rate = qp_function_table_amount(watched, whole, QP_AMOUNT_SELF, false);
    qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, "allocated %s%s/s  %s%s",
                    qp_measure_number(watched->measure, rate).text, word,
                    qp_measure_number(watched->measure, whole->all[QP_AMOUNT_SELF]).text, word);
}

static void draw_numbers(const struct qp_head *head, struct qp_drawing *drawing, unsigned row)
{
    const struct qp_watched *watched = head->watched;
    const struct qp_recent_part *whole = &watched->recent.whole;
    const char *word = watched->query.counts_calls ? "call" : "sample";
    enum qp_amount amount = qp_function_table_calls(watched);
    uint64_t calls = qp_function_table_amount(watched, whole, amount, false), samples = whole->all[QP_AMOUNT_CALLS];
    qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, "%s %ss/s  %s %s%s", qp_number_count(calls).text, word,
                    qp_number_count(whole->all[amount]).text, word, qp_number_plural(whole->all[amount]));
    if (qp_query_has_counted(&watched->query))
        qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, "  %s sample%s", qp_number_count(samples).text,
                        qp_number_plural(samples));
    if (!qp_query_has_times(&watched->query))
        return;
    draw_share(head, drawing, row, "run", QP_AMOUNT_SELF);
    draw_share(head, drawing, row, "runnable", QP_AMOUNT_RUNNABLE);
    draw_share(head, drawing, row, "blocked", QP_AMOUNT_BLOCKED);
    draw_share(head, drawing, row, "waiting", QP_AMOUNT_WAITING);
    draw_share(head, drawing, row, "uncounted", QP_AMOUNT_UNCOUNTED);
    draw_share(head, drawing, row, "scheduler", QP_AMOUNT_SCHEDULER);
    draw_share(head, drawing, row, "idle", QP_AMOUNT_IDLE);
    draw_share(head, drawing, row, "recorder", QP_AMOUNT_RECORDER);
}

/* ---- display settings ------------------------------------------------------------------------------------------- */

static void count_threads(const struct qp_watched *watched, uint32_t *system, uint32_t *virtual)
{
    const struct qp_profile *profile = &watched->profile;
    *system = *virtual = 0;
    for (uint32_t i = 0; i < profile->carrier_count; i++)
        *system += !profile->threads[i].ended && profile->carriers[i].tstates[watched->selection.product];
    for (uint32_t i = profile->carrier_count; i < profile->carrier_count + profile->living_count; i++)
        *virtual += profile->threads[i].product == watched->selection.product;
}

static void draw_choices(const struct qp_head *head, struct qp_drawing *drawing, unsigned row)
{
    const struct qp_watched *watched = head->watched;
    uint32_t system, virtual;
    uint64_t period = qp_pace_period(head->pace);
    count_threads(watched, &system, &virtual);
    if (head->total)
        qp_drawing_put(drawing, row, QP_STYLE_PLAIN, "whole run");
    else if (watched->smoothing > 0)
        qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, "last %g s (smoothed)", watched->smoothing);
    else
        qp_drawing_put(drawing, row, QP_STYLE_PLAIN, "since last update");
    qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, "  every %.3g s", (double)period / 1e9);
    if (period > head->pace->asked_ns)
        qp_drawing_putf(drawing, row, QP_STYLE_YELLOW, ", since an update takes %s",
                        qp_number_time(head->pace->cost_ns).text);
    qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, "  %u thread%s", system, qp_number_plural(system));
    if (virtual)
        qp_drawing_putf(drawing, row, QP_STYLE_PLAIN, "  %s virtual", qp_number_count(virtual).text);
    if (head->filter[0])
        qp_drawing_putf(drawing, row, QP_STYLE_YELLOW, "  /%s", head->filter);
}

void qp_head_draw(const struct qp_head *head, struct qp_drawing *drawing, unsigned rows)
{
    const char *problem = problem_of(head);
    if (rows > 0)
        draw_run(head, drawing, 0);
    if (rows > 1 && qp_query_is_of_allocations(&head->watched->query))
        draw_allocations(head, drawing, 1);
    else if (rows > 1)
        draw_numbers(head, drawing, 1);
    if (rows > 2)
        draw_choices(head, drawing, 2);
    if (!problem || rows == 0)
        return;
    unsigned row = rows > 1 ? rows - 1 : 0;
    if (row < 3 && row > 0)
        qp_drawing_put(drawing, row, QP_STYLE_PLAIN, "  ");
    qp_drawing_put(drawing, row, QP_STYLE_RED, problem);
}
