/* coverage.h - covered lines, functions and branch outcomes, per file and in total. */
#pragma once

#include "profile/coverage/branches.h"
#include "profile/coverage/lines.h"
#include "profile/source/pattern.h"

struct qp_coverage {
    uint32_t files;
    uint32_t lines;
    uint32_t lines_hit;
    uint32_t functions;
    uint32_t functions_hit;
    uint32_t outcomes; /* number of branch outcomes */
    uint32_t outcomes_taken;
    uint32_t excluded; /* lines excluded from all other numbers */
};

/* Return true if coverage includes a method. The method must be registered, be of the query's product, and begin on
 * a line that is not excluded. */
bool qp_coverage_counts(const struct qp_query *query, uint32_t method);

/* Return how often a method was called. If calls were not recorded, return 1 if one of the method's blocks ran. */
uint64_t qp_coverage_calls(const struct qp_query *query, uint32_t method);

/* Compute the numbers of a file from its lines and branches. If the run did not count lines, both are ignored. A file
 * without lines and functions does not count as a file. */
struct qp_coverage qp_coverage_of_file(const struct qp_query *query, uint32_t file, const struct qp_lines *lines,
                                       const struct qp_branches *branches);

void qp_coverage_add(struct qp_coverage *sum, const struct qp_coverage *part);

struct qp_coverage_files {
    const struct qp_profile *profile;
    struct qp_coverage_file {
        uint32_t file; /* index */
        struct qp_coverage numbers;
    } * items; /* sorted by name */
    uint32_t count;
    struct qp_coverage total;
};

/* Collect the files that have lines or functions and pass the filter (NULL = all). Return false if out of memory; then
 * nothing needs to be closed. */
bool qp_coverage_files_open(struct qp_coverage_files *files, const struct qp_query *query,
                            const struct qp_filter *filter);
void qp_coverage_files_close(struct qp_coverage_files *files);

/* Sort files by missed lines, then missed branch outcomes, then missed functions, descending. */
void qp_coverage_files_sort(struct qp_coverage_files *files);
