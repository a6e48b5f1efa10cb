/* problem.h - how often each kind of misuse or loss is to be told of a product's run.
 *
 * Most kinds (diagnostic.h) are told as they were counted. Some calls are right now and then, and a mistake only in
 * numbers that no program has; these are counted by the recorder and judged here, beside what else the run has:
 *
 *   left-frame       exits that left no frame, since they name the one on top
 *   shared-stack-id  the same, one after the other at one frame: of a function's frames that share an id
 *   untold-wait      virtual threads that never say that they wait, by no call and by no flag of a method, and do not
 *                    run for long */
#ifndef QP_QUERY_PROBLEM_H
#define QP_QUERY_PROBLEM_H

#include "format/diagnostic.h"
#include "profile/load/profile.h"

/* Whether a kind is judged so. */
bool qp_problem_is_judged(unsigned kind);

/* 0 = there is nothing to tell. */
uint64_t qp_problem_count(const struct qp_profile *profile, enum qp_product product, unsigned kind);

/* What the nodes of a product have in sum, ticks as recorded. */
struct qp_problem_sums {
    uint64_t calls;
    uint64_t tail_calls;
    uint64_t self;
    uint64_t runnable;  /* of virtual threads; where their client tells of no suspension, all that they do not run, but
                           in  methods that are flagged */
    uint64_t suspended; /* blocked and waiting, of virtual threads */
};

struct qp_problem_sums qp_problem_sums_of(const struct qp_profile *profile, enum qp_product product);

#endif
