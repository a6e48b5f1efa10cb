/* quality.h - what is to be known of a run's data before it is believed, in sentences: how the run ended, what was
 * misused, lost, folded or guessed, what the recorder itself cost, which clock it read, and what was not recorded.
 *
 * Every page and every format that has room for words shows them. */
#ifndef QP_QUERY_QUALITY_H
#define QP_QUERY_QUALITY_H

#include "profile/query/query.h"

enum qp_quality_level {
    QP_QUALITY_GOOD,
    QP_QUALITY_NOTE,   /* to be known */
    QP_QUALITY_WARNING /* numbers are missing or wrong */
};

enum qp_quality_about { QP_QUALITY_RUN, QP_QUALITY_TIMES, QP_QUALITY_LINES, QP_QUALITY_ABOUTS };

struct qp_quality_note {
    enum qp_quality_level level;
    enum qp_quality_about about;
    char *text; /* one sentence or two, printable, without a line end */
};

struct qp_quality {
    struct qp_quality_note *items; /* of the run first, then of what was recorded */
    uint32_t count;
};

/* What is to be known of one product's data. Returns false without memory; nothing is to be closed then. */
bool qp_quality_open(struct qp_quality *quality, const struct qp_query *query);
/* Add a note about what one reader of the data leaves out. The text is taken over. Returns false without memory. */
bool qp_quality_add(struct qp_quality *quality, enum qp_quality_about about, char *text);
void qp_quality_close(struct qp_quality *quality);

/* A word for scripts. */
const char *qp_quality_level_name(enum qp_quality_level level);

#endif
