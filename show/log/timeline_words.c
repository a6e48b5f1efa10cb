#include "show/log/timeline_words.h"

#include "base/number.h"
#include "format/words.h"

#define NAME_SIZE 300

static bool matches(const struct qp_timeline *timeline, uint32_t life, const char *wanted)
{
    return life != QP_NONE && qp_life_is(timeline->profile, &timeline->lives[life], wanted);
}

bool qp_timeline_words_match(const struct qp_timeline *timeline, const struct qp_timeline_step *step,
                             const char *wanted)
{
    return matches(timeline, step->life, wanted) || matches(timeline, step->by, wanted);
}

static const char *time_between(const struct qp_timeline *timeline, uint64_t from, uint64_t until,
                                struct qp_number *number)
{
    *number = qp_number_time(qp_profile_ns(timeline->profile, until > from ? until - from : 0));
    return number->text;
}

/* Print the function at the top of the stack when the virtual thread left its carrier. */
static void print_function(const struct qp_timeline *timeline, uint32_t node, FILE *out)
{
    const struct qp_profile *profile = timeline->profile;
    char name[NAME_SIZE];
    if (node == QP_NONE || profile->nodes[node].method == QP_NONE)
        return;
    qp_profile_method_name(profile, profile->nodes[node].method, name, sizeof name);
    fprintf(out, " in %s", name);
}

static void print_by(const struct qp_timeline *timeline, const struct qp_event *event, uint32_t by, FILE *out)
{
    char name[NAME_SIZE];
    if (by != QP_NONE)
        qp_life_show(timeline->profile, &timeline->lives[by], name, sizeof name);
    else
        qp_profile_thread_name(timeline->profile, event->thread, name, sizeof name);
    fprintf(out, " by %s", name);
}

/* Print the state that ends with this event, and its duration. If the virtual thread was woken in that state, print the
 * time since the wake-up separately, as runnable. */
static void print_before(const struct qp_timeline *timeline, const struct qp_event *event, const struct qp_life *was,
                         FILE *out)
{
    struct qp_number number;
    if (was->over || was->state == QP_CONTEXT_FREE || was->since == 0)
        return;
    uint64_t until = was->woken ? was->woken : event->tick;
    fprintf(out, "  %s %s", qp_words_state(QP_TIME_OF(was->state)), time_between(timeline, was->since, until, &number));
    if (was->woken)
        fprintf(out, ", %s %s", qp_words_state(QP_TIME_OF(QP_CONTEXT_RUNNABLE)),
                time_between(timeline, was->woken, event->tick, &number));
}

static void print_after(const struct qp_timeline *timeline, const struct qp_event *event, uint64_t since, FILE *out)
{
    struct qp_number number;
    if (since)
        fprintf(out, "  after %s", time_between(timeline, since, event->tick, &number));
}

void qp_timeline_words_print(const struct qp_timeline *timeline, const struct qp_event *event,
                             const struct qp_timeline_step *step, FILE *out)
{
    if (qp_event_is_leaving(event->kind)) {
        print_function(timeline, step->life == QP_NONE ? QP_NONE : timeline->lives[step->life].node, out);
        print_after(timeline, event, step->was.since, out);
        return;
    }
    switch (event->kind) {
    case QP_EVENT_RUN:
        if (step->again)
            fputs("  resumes", out);
        else if (step->aside)
            fputs("  for no time, suspended here", out);
        else if (step->by != QP_NONE && timeline->lives[step->by].resumes)
            print_by(timeline, event, step->by, out);
        else
            print_before(timeline, event, &step->was, out);
        return;
    case QP_EVENT_WAKE:
        print_by(timeline, event, step->by, out);
        print_before(timeline, event, &step->was, out);
        return;
    case QP_EVENT_CREATE:
        print_by(timeline, event, step->by, out);
        return;
    case QP_EVENT_DESTROY:
        print_after(timeline, event, step->life == QP_NONE ? 0 : timeline->lives[step->life].created, out);
        return;
    default:
        return;
    }
}
