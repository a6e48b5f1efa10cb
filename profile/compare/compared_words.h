/* compared_words.h - texts that describe a row of a comparison in documents, such as comments on a code change, or
 * the HTML page without its script. */
#pragma once

#include "base/number.h"
#include "profile/compare/compared_rows.h"

/* Return p as text: "0.03", with enough digits for small probabilities; "" if p is NAN. */
struct qp_number qp_compared_p(double p);

/* Return the interval of a change as text: "-1.20 ms..+4.53 ms"; "" if there is none. */
struct qp_number qp_compared_interval(enum qp_measure measure, struct qp_interval interval);

struct qp_compared_call_words {
    struct qp_number change;
    struct qp_number of_own;           /* change that the number of the caller's calls does not explain; "" if there
                                        * is none */
    char calls[QP_COMPARED_SIDES][70]; /* range over the runs: "100", "100..110" */
    const char *state;                 /* "new: ", "gone: ", "" */
    char name[QP_COMPARED_NAME];
    char caller[QP_COMPARED_NAME];
    char place[QP_COMPARED_NAME];
};

struct qp_compared_time_words {
    struct qp_number change;
    struct qp_number ratio;
    struct qp_number calls; /* change of calls; "" if there is none */
    struct qp_number by_calls;
    struct qp_number by_cost;
    struct qp_number p;
    struct qp_number interval;
    struct qp_number normal[QP_COMPARED_SIDES];
    struct qp_number spread[QP_COMPARED_SIDES]; /* half the range over the runs, relative to `normal`; "" for one run */
    struct qp_number raw[QP_COMPARED_SIDES];
    const char *state;
    char name[QP_COMPARED_NAME];
    char place[QP_COMPARED_NAME];
};

void qp_compared_describe_calls(const struct qp_comparison *comparison, const struct qp_compared *row,
                                struct qp_compared_call_words *words);
void qp_compared_describe_times(const struct qp_comparison *comparison, const struct qp_compared *row,
                                struct qp_compared_time_words *words);
