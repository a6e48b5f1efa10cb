/* lines.h - counts and times per line, and which lines and functions of a file ran.
 *
 * A line's count is the sum of the counts of the line table entries that name it, over all methods of the file: how
 * often one of its blocks ran. Where each line has one entry per method, as bindings with a line hook register it,
 * that is how often the line ran; where a line has several blocks, it is at least that. */
#ifndef QP_COVERAGE_LINES_H
#define QP_COVERAGE_LINES_H

#include "profile/coverage/target.h"

struct qp_line {
    int32_t number; /* from 1 */
    bool excluded;
    uint64_t count;
    uint64_t time; /* ticks */
};

struct qp_lines {
    struct qp_line *items; /* by number, each once */
    uint32_t count;
    bool timed;     /* some line has a time */
    uint32_t total; /* without excluded lines */
    uint32_t hit;
};

/* Whether it ran: a block that is timed is not counted. In a run that counted no lines (counts_lines of the query) none
 * did, and that says nothing. */
static inline bool qp_line_ran(const struct qp_line *line)
{
    return line->count || line->time;
}

/* How often coverage tools are told that it ran: of one that is timed it is not known, and 1 stands for it. */
static inline uint64_t qp_line_hits(const struct qp_line *line)
{
    return line->count ? line->count : qp_line_ran(line);
}

/* Whether coverage wants it to run, and it did not. */
static inline bool qp_line_is_missed(const struct qp_line *line)
{
    return !qp_line_ran(line) && !line->excluded;
}

/* The lines of a file, or of a method. Returns false without memory; nothing is to be freed then. */
bool qp_lines_open(struct qp_lines *lines, const struct qp_query *query, struct qp_target target);
void qp_lines_close(struct qp_lines *lines);

/* How often each block of a method ran, or how long (ticks), over the chosen roots: values for its lines first, then
 * for outcomes of its branches. The caller frees it; NULL without memory. */
uint64_t *qp_lines_blocks(const struct qp_query *query, uint32_t method, bool times, uint32_t *count);

/* "3, 7-9, 14": missed lines that follow each other in the table are one range, also across lines without code. Past
 * width columns "…" stands for the rest; 0 = no limit. The caller frees it; NULL without memory. */
char *qp_lines_missed(const struct qp_lines *lines, uint32_t width);

bool qp_lines_excluded(const struct qp_profile *profile, uint32_t file, int32_t line);

/* How often the lines of a method ran, all of them together, and how often its branches went on: its blocks by their
 * counts. */
struct qp_lines_runs {
    uint64_t lines;
    uint64_t outcomes;
};

struct qp_lines_runs qp_lines_runs(const struct qp_query *query, uint32_t method);

#endif
