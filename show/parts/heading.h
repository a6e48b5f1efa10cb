/* heading.h - headings, notes and footers shared by the reports. */
#pragma once

#include "profile/query/query.h"
#include "show/parts/table.h"

/* Print one line about the run: program, library, duration, number of calls, and how the run ended. */
void qp_heading_run(const struct qp_query *query, const struct qp_stream *stream);

/* Print the line of qp_heading_run. If overhead was subtracted from the times, print a second line about it. */
void qp_heading_print(const struct qp_query *query, const struct qp_stream *stream);

/* Print a note for each kind of misuse or loss that the library recorded: the count, the kind and the first
 * occurrence. */
void qp_heading_diagnostics(const struct qp_profile *profile, enum qp_product product, const struct qp_stream *stream);

/* If functions ran longer than the process had CPU time, print a note about that. Return false if out of memory. */
bool qp_heading_processor(const struct qp_query *query, const struct qp_stream *stream);

/* Print the title of a part of a report, after an empty line. Programs get a line that starts with '#'. */
void qp_heading_title(const char *title, const struct qp_stream *stream);

/* Print the title of a part of a report. In output for people, the text `rest` follows. */
void qp_heading_part(const char *title, const char *rest, const struct qp_stream *stream);

/* Print the title of a part about one thread or one group of virtual threads; either `thread` or `group` is QP_NONE. */
void qp_heading_thread(const struct qp_profile *profile, uint32_t thread, uint32_t group, const char *rest,
                       const struct qp_stream *stream);

/* Return how the run ended, as text. */
const char *qp_heading_ending(const struct qp_profile *profile);

/* Print the line below a table that has only `shown` of `all` rows: "and 7 more", followed by `what`. Print nothing if
 * all rows are shown. */
void qp_heading_rest(uint64_t all, uint64_t shown, const char *what, const struct qp_stream *stream);

/* Return the text that replaces an empty table of functions. */
const char *qp_heading_nothing(const struct qp_query *query);

/* If no times were recorded, print a line that replaces tables of times, and return true. */
bool qp_heading_no_times(const struct qp_query *query, const struct qp_stream *stream);

/* Explain those times that are not 0 and have names of this project's own, such as "scheduler". Use the words of the
 * page (thread_states.js). */
void qp_heading_meanings(const struct qp_totals *times, const struct qp_stream *stream);

/* If the table has estimates, print the line that explains them. */
void qp_heading_estimate(const struct qp_table *table, const struct qp_stream *stream);

/* Print a table that has `shown` of `all` rows, and free it (see qp_table_finish). Then print the lines about omitted
 * rows and about estimates, if there are any. Return false if out of memory. */
bool qp_heading_finish(struct qp_table *table, uint64_t all, uint64_t shown, const char *none,
                       const struct qp_stream *stream);

/* Print the time that virtual threads ran in no function, if it is 1 % or more of all time. No row of a table of
 * functions contains this time, but the shares are of a total that does. */
void qp_heading_in_no_function(const struct qp_query *query, const struct qp_stream *stream);
