#include "tools/qii/course.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void qii_course_init(struct qii_course *course, uint32_t genre, uint64_t start_ns, uint64_t end_ns)
{
    *course = (struct qii_course){.genre = genre,
                                  .start_ns = start_ns,
                                  .length_ns = end_ns > start_ns ? end_ns - start_ns : 1,
                                  .minimum = INFINITY,
                                  .maximum = -INFINITY};
}

/* ---- gather -------------------------------------------------------------------------------------------------- */

static void gather(struct qii_course *course, uint64_t ns, double value)
{
    uint64_t since = ns > course->start_ns ? ns - course->start_ns : 0;
    uint64_t place = (uint64_t)((double)since / (double)course->length_ns * QII_COURSE_PARTS);
    struct qii_course_part *part = &course->parts[place < QII_COURSE_PARTS ? place : QII_COURSE_PARTS - 1];
    if (!isfinite(value))
        return;
    if (part->count++ == 0)
        part->first = value;
    part->last = value;
    part->sum += value;
    course->count++;
    course->minimum = value < course->minimum ? value : course->minimum;
    course->maximum = value > course->maximum ? value : course->maximum;
    course->last = value;
}

void qii_course_add(struct qii_course *course, uint64_t ns, uint64_t bits)
{
    double value = qp_counters_number(course->genre, bits);
    if (!(course->genre & QP_COUNTER_RATE)) {
        gather(course, ns, value);
        return;
    }
    if (course->seen && ns <= course->before_ns)
        return; /* two values at one moment have no rate; the first stands for both */
    if (course->seen)
        gather(course, ns, (value - course->before) * 1e9 / (double)(ns - course->before_ns));
    course->seen = true;
    course->before = value;
    course->before_ns = ns;
}

/* ---- draw ---------------------------------------------------------------------------------------------------- */

static struct qii_course_part join(const struct qii_course *course, uint32_t column, uint32_t columns)
{
    struct qii_course_part joined = {0, 0, 0, 0};
    uint32_t end = (column + 1) * QII_COURSE_PARTS / columns;
    for (uint32_t i = column * QII_COURSE_PARTS / columns; i < end; i++) {
        const struct qii_course_part *part = &course->parts[i];
        if (part->count == 0)
            continue;
        if (joined.count == 0)
            joined.first = part->first;
        joined.last = part->last;
        joined.sum += part->sum;
        joined.count += part->count;
    }
    return joined;
}

/* Columns without a value, between the ones that have some; -1 and columns stand for the ends. */
static double between(const struct qii_course *course, const struct qii_course_part *parts, int columns, int column)
{
    int before = column, after = column;
    while (before >= 0 && parts[before].count == 0)
        before--;
    while (after < columns && parts[after].count == 0)
        after++;
    if (course->genre & (QP_COUNTER_RATE | QP_COUNTER_BEFORE))
        return after < columns ? parts[after].first : NAN;
    if (course->genre & QP_COUNTER_AFTER)
        return before >= 0 ? parts[before].last : NAN;
    if (!(course->genre & QP_COUNTER_SAMPLE) || before < 0 || after >= columns)
        return NAN;
    double share = (double)(column - before) / (double)(after - before);
    return parts[before].last + (parts[after].first - parts[before].last) * share;
}

static const char *block_of(const struct qii_course *course, double value)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double range = course->maximum - course->minimum;
    if (isnan(value))
        return " ";
    if (!(range > 0))
        return blocks[3];
    int level = (int)((value - course->minimum) / range * 8);
    return blocks[level < 0 ? 0 : level > 7 ? 7 : level];
}

void qii_course_draw(const struct qii_course *course, uint32_t columns, char *line)
{
    struct qii_course_part parts[QII_COURSE_PARTS];
    size_t end = 0;
    *line = '\0';
    if (course->count == 0)
        return;
    for (uint32_t i = 0; i < columns; i++)
        parts[i] = join(course, i, columns);
    for (uint32_t i = 0; i < columns; i++) {
        double value =
            parts[i].count ? parts[i].sum / (double)parts[i].count : between(course, parts, (int)columns, (int)i);
        const char *block = block_of(course, value);
        strcpy(line, block);
        line += strlen(block);
        end = *block == ' ' ? end + 1 : 0;
    }
    line[-(ptrdiff_t)end] = '\0'; /* no line ends in blanks */
}
