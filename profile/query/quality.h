/* quality.h - notes on the quality of a run's data.
 *
 * The notes explain how the run ended, which events were misused or lost, which numbers are folded or estimated, the
 * recorder's overhead, the clock, and what was not recorded. All reports, and all export formats that can contain text,
 * show them. */
#pragma once

#include "profile/query/query.h"

enum qp_quality_level {
    QP_QUALITY_GOOD,
    QP_QUALITY_NOTE,   /* for information */
    QP_QUALITY_WARNING /* numbers are missing or wrong */
};

enum qp_quality_about { QP_QUALITY_RUN, QP_QUALITY_LOGS, QP_QUALITY_TIMES, QP_QUALITY_LINES };

struct qp_quality_note {
    enum qp_quality_level level;
    enum qp_quality_about about;
    char *text; /* one sentence or two, printable, without a line end */
};

struct qp_quality {
    struct qp_quality_note *items; /* notes on the run first, then on the recorded data */
    uint32_t count;
};

/* Collect the notes on one product's data. Return false if out of memory; then nothing needs to be closed. */
bool qp_quality_open(struct qp_quality *quality, const struct qp_query *query);
/* Add a note, for example about data that a report omits, and take ownership of the text. Return false if out of
 * memory. */
bool qp_quality_add(struct qp_quality *quality, enum qp_quality_level level, enum qp_quality_about about, char *text);
void qp_quality_close(struct qp_quality *quality);

/* Return the name of a level: "good", "note" or "warning". */
const char *qp_quality_level_name(enum qp_quality_level level);
