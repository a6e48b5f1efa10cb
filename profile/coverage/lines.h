/* lines.h - counts and times per line, and covered lines.
 *
 * Each entry of a line table is a block of code with a count. A line's count is the sum of the counts of its blocks,
 * over all methods of the file. With line hooks, each line is one block of a method, so the count is the number of
 * times that the line ran. If a line has several blocks, the line ran at most that often. */
#pragma once

#include "profile/coverage/target.h"

struct qp_line {
    int32_t number; /* from 1 */
    bool excluded;
    bool uncounted;   /* the run counts lines, but not this one: only in sampled runs, where some functions have no
                       * counters */
    uint64_t count;   /* executions; in a sampled run that counts no lines, samples */
    uint64_t samples; /* 0 unless the run is sampled */
    uint64_t time;    /* ticks */
    struct qp_allocated allocated; /* only if the measure is time */
};

struct qp_lines {
    struct qp_line *items; /* sorted by number, each number once */
    uint32_t count;
    bool timed;        /* some line has a time */
    uint32_t excluded; /* number of excluded lines */
    uint32_t total;    /* number of lines that are neither excluded nor uncounted */
    uint32_t hit;
};

/* Return true if a line ran: it has a count, or a time that is not of samples, whose lines are less exact. If the run
 * counted no lines (counts_lines of the query is false), the result is meaningless. */
static inline bool qp_line_ran(const struct qp_line *line)
{
    return line->count || (line->time && !line->samples);
}

/* Return the count for coverage tools. The count of a line that only has a time is unknown, so return 1. */
static inline uint64_t qp_line_hits(const struct qp_line *line)
{
    return line->count ? line->count : qp_line_ran(line);
}

/* Return true if the line counts for coverage: it is neither excluded nor uncounted. */
static inline bool qp_line_is_covered(const struct qp_line *line)
{
    return !line->excluded && !line->uncounted;
}

/* Return true if the line did not run, and is neither excluded nor uncounted. */
static inline bool qp_line_is_missed(const struct qp_line *line)
{
    return !qp_line_ran(line) && qp_line_is_covered(line);
}

/* Collect the lines of a file or method. Return false if out of memory; then nothing needs to be freed. */
bool qp_lines_open(struct qp_lines *lines, const struct qp_query *query, struct qp_target target);
void qp_lines_close(struct qp_lines *lines);

/* Return a value for each block of a method, summed over the chosen roots: how often the block ran (samples, if a
 * sampled run counts no lines), how long (ticks), or its number of samples in a sampled run. The values of the method's
 * lines come first, then the values of its branch outcomes. The caller frees the array. Return NULL if out of memory.
 */
enum qp_lines_of { QP_LINES_COUNTS, QP_LINES_TIMES, QP_LINES_SAMPLES };
uint64_t *qp_lines_blocks(const struct qp_query *query, uint32_t method, enum qp_lines_of of, uint32_t *count);

/* Return the missed lines as text: "3, 7-9, 14". A range may include lines without code. A text longer than `width`
 * columns (0 = no limit) is cut and ends with "…". The caller frees the text. Return NULL if out of memory. */
char *qp_lines_missed(const struct qp_lines *lines, uint32_t width);

/* Write one line or a range of lines: "3" or "7-9". Unless it is the first, begin with ", ". Return the length. */
#define QP_LINES_RANGE 28 /* size of ", ", two numbers of 11 characters and "-" */
size_t qp_lines_range(char range[QP_LINES_RANGE], bool is_first, int32_t from, int32_t to);

/* Return true if the run is sampled and counts lines, but not those of this method. */
bool qp_lines_are_uncounted(const struct qp_query *query, uint32_t method);

bool qp_lines_excluded(const struct qp_profile *profile, uint32_t file, int32_t line);

/* Sums of a method's block counts: how often its lines ran, and how often its branch outcomes were taken. */
struct qp_lines_runs {
    uint64_t lines;
    uint64_t outcomes;
};

struct qp_lines_runs qp_lines_runs(const struct qp_query *query, uint32_t method);
