/* functions.h - the table of functions, with only the columns that have data. */
#pragma once

#include "show/function_rows.h"
#include "show/parts/stream.h"

/* Print the table, with a note if rows are omitted. If no row matches, print no table. If no function was called at
 * all, print a sentence instead. Return false if out of memory. */
bool qp_functions_print(const struct qp_query *query, const struct qp_functions_choice *choice,
                        const struct qp_stream *stream);

/* Print a table for each carrier (system thread) and each group of virtual threads that has matching functions. Return
 * 0 or the code of the error. */
int qp_functions_print_threads(const struct qp_query *query, const struct qp_functions_choice *choice,
                               const struct qp_stream *stream, struct qp_error *error);
