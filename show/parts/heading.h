/* heading.h - headings, notes and footers shared by the reports. */
#pragma once

#include "profile/query/query.h"
#include "show/parts/table.h"

/* Print one line: program, product, duration, how the run ended. */
void qp_heading_run(const struct qp_query *query, const struct qp_stream *stream);

/* Print that line, and a second one about the overhead that was subtracted from the times, if any was. */
void qp_heading_print(const struct qp_query *query, const struct qp_stream *stream);

/* Print a note per kind of misuse or loss counted for the product: count, kind, first occurrence. */
void qp_heading_diagnostics(const struct qp_profile *profile, enum qp_product product, const struct qp_stream *stream);

/* Print the note about functions that ran longer than the process had CPU time, if it applies. Return false if out of
 * memory. */
bool qp_heading_processor(const struct qp_query *query, const struct qp_stream *stream);

/* Print a title within a report, after an empty line; for programs a line that starts with '#'. */
void qp_heading_title(const char *title, const struct qp_stream *stream);

/* Print a title, followed by a text that is left out for programs. */
void qp_heading_part(const char *title, const char *rest, const struct qp_stream *stream);

/* Print the title of a part about one thread, or about one group. The argument that does not apply is QP_NONE. */
void qp_heading_thread(const struct qp_profile *profile, uint32_t thread, uint32_t group, const char *rest,
                       const struct qp_stream *stream);

/* Return how the run ended, as text. */
const char *qp_heading_ending(const struct qp_profile *profile);

/* Print the line below a truncated table: "and 7 more" and what. Print nothing if all rows are shown. */
void qp_heading_rest(uint64_t all, uint64_t shown, const char *what, const struct qp_stream *stream);

/* Return the text that replaces an empty table of functions. */
const char *qp_heading_nothing(const struct qp_query *query);

/* If no times were recorded, print a line that replaces tables of times, and return true. */
bool qp_heading_no_times(const struct qp_query *query, const struct qp_stream *stream);

/* Print the line that explains estimates, if the table has any. */
void qp_heading_estimate(const struct qp_table *table, const struct qp_stream *stream);

/* Print a table that shows `shown` of `all` rows, free it (qp_table_finish), and print the lines below it: about the
 * rows left out, and about estimates. Return false if out of memory. */
bool qp_heading_finish(struct qp_table *table, uint64_t all, uint64_t shown, const char *none,
                       const struct qp_stream *stream);
