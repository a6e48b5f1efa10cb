/* lines.h - counts and times per line, and covered lines.
 *
 * A line's count is the sum of the counts of its line table entries, over all methods of the file: how often one of
 * its blocks ran. If each line has one entry per method, as with line hooks, it is how often the line ran; if a line
 * has several blocks, it is at least that. */
#pragma once

#include "profile/coverage/target.h"

struct qp_line {
    int32_t number; /* from 1 */
    bool excluded;
    uint64_t count;
    uint64_t time; /* ticks */
};

struct qp_lines {
    struct qp_line *items; /* by number, unique */
    uint32_t count;
    bool timed;     /* some line has a time */
    uint32_t total; /* without excluded lines */
    uint32_t hit;
};

/* Return true if a line ran: timed blocks have no counts. If the run counted no lines (counts_lines of the query), the
 * result is meaningless. */
static inline bool qp_line_ran(const struct qp_line *line)
{
    return line->count || line->time;
}

/* Return the count for coverage tools. Counts of timed lines are unknown: they get 1. */
static inline uint64_t qp_line_hits(const struct qp_line *line)
{
    return line->count ? line->count : qp_line_ran(line);
}

/* Return true if the line is missing in the coverage. */
static inline bool qp_line_is_missed(const struct qp_line *line)
{
    return !qp_line_ran(line) && !line->excluded;
}

/* Collect the lines of a file or method. Return false if out of memory; then nothing needs to be freed. */
bool qp_lines_open(struct qp_lines *lines, const struct qp_query *query, struct qp_target target);
void qp_lines_close(struct qp_lines *lines);

/* Return how often each block of a method ran, or how long (ticks), over the chosen roots: values of its lines first,
 * then of branch outcomes. The caller frees them; NULL if out of memory. */
uint64_t *qp_lines_blocks(const struct qp_query *query, uint32_t method, bool times, uint32_t *count);

/* Return the missed lines as text: "3, 7-9, 14". A range may span lines without code. Beyond width columns (0 = no
 * limit) the rest is "…". The caller frees it; NULL if out of memory. */
char *qp_lines_missed(const struct qp_lines *lines, uint32_t width);

/* Write a line, or a range of lines: "3" or "7-9", after ", " unless it is the first. Return its length. */
#define QP_LINES_RANGE 28 /* size of ", ", two numbers of 11 characters and "-" */
size_t qp_lines_range(char range[QP_LINES_RANGE], bool is_first, int32_t from, int32_t to);

bool qp_lines_excluded(const struct qp_profile *profile, uint32_t file, int32_t line);

/* Return how often a method's lines ran, all together, and how often its branch outcomes were taken: sums of its
 * blocks' counts. */
struct qp_lines_runs {
    uint64_t lines;
    uint64_t outcomes;
};

struct qp_lines_runs qp_lines_runs(const struct qp_query *query, uint32_t method);
