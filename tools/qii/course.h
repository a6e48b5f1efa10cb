/* course.h - how a counter's values went over time, in a line of block characters.
 *
 * Values are gathered in parts of the time, each of the same length, and drawn in as many columns as fit. What is shown
 * between them is as the counter's definition says: a value holds until the next, or since the one before, or lies on a
 * line between both, or for its moment alone. */
#ifndef QII_COURSE_H
#define QII_COURSE_H

#include "data/counters.h"

#define QII_COURSE_PARTS 128

struct qii_course_part {
    uint64_t count;
    double sum;
    double first;
    double last;
};

struct qii_course {
    uint32_t genre;
    uint64_t start_ns;
    uint64_t length_ns;
    /* Of the counter's values, or of their changes per second (QP_COUNTER_RATE). */
    uint64_t count;
    double minimum;
    double maximum;
    double last;
    /* The value before. */
    bool seen;
    uint64_t before_ns;
    double before;
    struct qii_course_part parts[QII_COURSE_PARTS];
};

void qii_course_init(struct qii_course *course, uint32_t genre, uint64_t start_ns, uint64_t end_ns);

/* The next value, by time. */
void qii_course_add(struct qii_course *course, uint64_t ns, uint64_t bits);

/* Draw it in columns (at most QII_COURSE_PARTS), 3 bytes each, NUL-ended. */
void qii_course_draw(const struct qii_course *course, uint32_t columns, char *line);

#endif
