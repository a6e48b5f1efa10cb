/* coverage.h - lines and functions that ran, per file and in total. */
#ifndef QP_EXPORT_COVERAGE_H
#define QP_EXPORT_COVERAGE_H

#include "data/lines.h"

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

struct qp_coverage_choice {
    const char *filter; /* part of the file's name, NULL = all */
    uint32_t top;       /* files, those with most missed lines first; 0 = all, by name */
    bool ranges;        /* with a column of missed lines */
    uint32_t width;     /* of that column, 0 = no limit */
    bool colour;
};

/* A function is left out when its first line is excluded. */
bool qp_coverage_counts(const struct qp_query *query, uint32_t method);

/* Returns. false without memory. *total is set in any case. */
bool qp_coverage_print(const struct qp_query *query, const struct qp_coverage_choice *choice, FILE *out,
                       struct qp_coverage *total);

#endif
