/* functions.h - the table of functions: the columns that have something to say. */
#ifndef QP_SHOW_FUNCTIONS_H
#define QP_SHOW_FUNCTIONS_H

#include "show/function_rows.h"
#include "show/parts/stream.h"

/* The table, and a line below it when it shows not all of them. One that nothing passes into is left out; that none was
 * called is a sentence. Returns false without memory. */
bool qp_functions_print(const struct qp_query *query, const struct qp_functions_choice *choice,
                        const struct qp_stream *stream);

/* A table for each carrier and each group of virtual threads with functions that pass. Returns 0, else the error's
 * code. */
int qp_functions_print_threads(const struct qp_query *query, const struct qp_functions_choice *choice,
                               const struct qp_stream *stream, struct qp_error *error);

#endif
