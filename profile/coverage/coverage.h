/* coverage.h - how many lines, functions and outcomes of branches ran: of a file, and added up. */
#ifndef QP_COVERAGE_COVERAGE_H
#define QP_COVERAGE_COVERAGE_H

#include "profile/coverage/branches.h"
#include "profile/coverage/lines.h"
#include "profile/source/pattern.h"

struct qp_coverage {
    uint32_t files;
    uint32_t lines;
    uint32_t lines_hit;
    uint32_t functions;
    uint32_t functions_hit;
    uint32_t outcomes; /* of branches */
    uint32_t outcomes_taken;
    uint32_t excluded; /* lines left out of all that */
};

/* Whether a method is one of the query's product that coverage counts: a registered one whose first line is not
 * excluded. */
bool qp_coverage_counts(const struct qp_query *query, uint32_t method);

/* How often a method was called; 1 where that was not recorded, but a block of it ran. */
uint64_t qp_coverage_calls(const struct qp_query *query, uint32_t method);

/* The numbers of a file, with its lines and branches; it has none of them where the run did not count them. One with
 * neither lines nor functions counts as no file. */
struct qp_coverage qp_coverage_of_file(const struct qp_query *query, uint32_t file, const struct qp_lines *lines,
                                       const struct qp_branches *branches);

void qp_coverage_add(struct qp_coverage *sum, const struct qp_coverage *part);

struct qp_coverage_files {
    const struct qp_profile *profile;
    struct qp_coverage_file {
        uint32_t file; /* index */
        struct qp_coverage numbers;
    } * items; /* by name */
    uint32_t count;
    struct qp_coverage total;
};

/* The files that count, or those that pass the filter (NULL: all). Returns false without memory; nothing is to be
 * closed then. */
bool qp_coverage_files_open(struct qp_coverage_files *files, const struct qp_query *query,
                            const struct qp_filter *filter);
void qp_coverage_files_close(struct qp_coverage_files *files);

/* Those with most missed lines first, then those with most missed outcomes of branches, most missed functions. */
void qp_coverage_files_sort(struct qp_coverage_files *files);

#endif
