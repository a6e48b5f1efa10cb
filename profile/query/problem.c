#include "profile/query/problem.h"

/* If fewer exits than this pop no frame, nothing is reported. A short program may correctly have a few such exits,
 * because it throws and catches exceptions in one function. */
#define FEWEST_EXITS 32

/* Exits that pop no frame are reported as mistakes if at least 1 of this many calls has such an exit. Correct exits
 * of this kind, by exceptions that are caught where they were thrown, occur in about 1 of 100 calls. */
#define LEAST_SHARE 2

/* Used instead of LEAST_SHARE if there are about as many tail calls as exits that pop no frame. Then a smaller share
 * of such exits suffices, because an apparent tail call is another sign that a frame was not left. */
#define LEAST_SHARE_WITH_TAILS 8

/* Frames are assumed to share stack ids if at least 1 / LEAST_REPEATED of the exits that pop no frame directly
 * follow another such exit, with no entry between the two. */
#define LEAST_REPEATED 8

/* Virtual threads are assumed to wait without a report if their runnable time is more than 1 / LEAST_RUNNABLE of all
 * running and runnable time. A virtual thread that is suspended without a reported reason counts as runnable. */
#define LEAST_RUNNABLE 10

/* Greatest quotient of runnable time and suspended time at which the client is assumed to flag the methods that
 * wait. Then runnable time is probably true: the virtual threads waited for a carrier. Without flags, suspended time is
 * 0. A client that flags all these methods and mostly computes was measured: its suspended time was a sixth of its
 * runnable time. */
#define LEAST_FLAGGED 10

/* Sums over a product's nodes, in ticks without correction for overhead. */
struct sums {
    uint64_t calls;
    uint64_t tail_calls;
    uint64_t self;
    uint64_t runnable;  /* runnable time of virtual threads. If the client reports no suspensions, this is all time
                         * in which they are suspended outside of flagged methods */
    uint64_t suspended; /* blocked and waiting time of virtual threads */
};

static struct sums sums_of(const struct qp_profile *profile, enum qp_product product)
{
    struct sums sums = {0};
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct qp_profile_node *node = &profile->nodes[i];
        if (node->root == QP_NONE || profile->roots[node->root].product != (uint32_t)product ||
            profile->roots[node->root].hidden)
            continue;
        sums.self += node->self;
        if (node->parent != QP_NONE)
            sums.calls += node->calls;
        const struct qp_profile_extra *extra = qp_profile_extra(profile, i);
        if (!extra)
            continue;
        sums.tail_calls += extra->tail_calls;
        sums.runnable += extra->suspended.runnable + extra->open.runnable;
        if (profile->roots[node->root].group != QP_NONE)
            sums.suspended +=
                extra->suspended.blocked + extra->suspended.waiting + extra->open.blocked + extra->open.waiting;
    }
    return sums;
}

static uint64_t counted(const struct qp_profile *profile, enum qp_product product, enum qp_diagnostic_kind kind)
{
    return profile->reader.header.diagnostics[product][kind].count;
}

/* Return true if the number of exits that left no frame is too high for a program whose exits are all correct. */
static bool has_wrong_exits(const struct qp_profile *profile, enum qp_product product)
{
    uint64_t exits = counted(profile, product, QP_DIAGNOSTIC_LEFT_FRAME);
    if (exits < FEWEST_EXITS)
        return false;
    struct sums sums = sums_of(profile, product);
    bool as_many_tails = sums.tail_calls >= exits / 2 && sums.tail_calls / 4 <= exits;
    uint64_t share = as_many_tails ? LEAST_SHARE_WITH_TAILS : LEAST_SHARE;
    return exits <= sums.calls && exits >= sums.calls / share;
}

static bool share_stack_ids(const struct qp_profile *profile, enum qp_product product)
{
    return counted(profile, product, QP_DIAGNOSTIC_SHARED_STACK_ID) >=
           counted(profile, product, QP_DIAGNOSTIC_LEFT_FRAME) / LEAST_REPEATED;
}

static bool hides_waiting(const struct qp_profile *profile, enum qp_product product)
{
    if (counted(profile, product, QP_DIAGNOSTIC_UNREPORTED_WAIT) == 0)
        return false;
    struct sums sums = sums_of(profile, product);
    return sums.runnable > (sums.self + sums.runnable) / LEAST_RUNNABLE &&
           sums.suspended < sums.runnable / LEAST_FLAGGED;
}

uint64_t qp_problem_count(const struct qp_profile *profile, enum qp_product product, unsigned kind)
{
    uint64_t count = counted(profile, product, (enum qp_diagnostic_kind)kind);
    if (count == 0)
        return 0;
    switch (kind) {
    case QP_DIAGNOSTIC_LEFT_FRAME:
        return has_wrong_exits(profile, product) && !share_stack_ids(profile, product) ? count : 0;
    case QP_DIAGNOSTIC_SHARED_STACK_ID:
        return has_wrong_exits(profile, product) && share_stack_ids(profile, product) ? count : 0;
    case QP_DIAGNOSTIC_UNREPORTED_WAIT:
        return hides_waiting(profile, product) ? count : 0;
    default:
        return count;
    }
}
