/* functions.h - the table of functions: which rows in which order, and the columns that have something to say. */
#ifndef QP_EXPORT_FUNCTIONS_H
#define QP_EXPORT_FUNCTIONS_H

#include "data/query.h"

enum qp_functions_sort {
    QP_FUNCTIONS_BY_SELF,
    QP_FUNCTIONS_BY_TOTAL,
    QP_FUNCTIONS_BY_CALLS,
    QP_FUNCTIONS_BY_PER_CALL,
    QP_FUNCTIONS_BY_BLOCKED,
    QP_FUNCTIONS_BY_WAITING,
    QP_FUNCTIONS_BY_NAME
};

struct qp_functions_choice {
    enum qp_functions_sort sort;
    uint32_t top;       /* rows, 0 = all */
    const char *filter; /* part of the name or of the file's, NULL = all */
    bool colour;
};

struct qp_functions_shown {
    uint32_t shown;
    uint32_t called; /* methods with calls or time that the filter lets through */
};

/* The order's name, as --sort takes it; NULL past the last. */
const char *qp_functions_sort_name(unsigned sort);

/* Returns. false without memory. */
bool qp_functions_print(const struct qp_query *query, const struct qp_functions_choice *choice, FILE *out,
                        struct qp_functions_shown *shown);

/* "file:line" of a method, empty when it has none. */
void qp_functions_place(const struct qp_profile *profile, uint32_t method, char *shown, size_t size);

#endif
