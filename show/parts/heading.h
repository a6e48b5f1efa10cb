/* heading.h - what stands around a report: which run it was, and what is to be known about its data. */
#ifndef QP_SHOW_PARTS_HEADING_H
#define QP_SHOW_PARTS_HEADING_H

#include "profile/query/query.h"
#include "show/parts/stream.h"

/* One line: program, product, duration, how it ended. */
void qp_heading_run(const struct qp_query *query, const struct qp_stream *stream);

/* The same, and in a second line what was taken off the times below, where anything was. */
void qp_heading_print(const struct qp_query *query, const struct qp_stream *stream);

/* One line per kind of misuse or loss that was counted for the product: count, what, the first. Nothing when there is
 * none. prefix begins each line. */
void qp_heading_diagnostics(const struct qp_profile *profile, enum qp_product product, const struct qp_stream *stream,
                            const char *prefix);

/* The note about functions that ran for longer than the process had a processor, if that is to be said. Returns false
 * without memory. */
bool qp_heading_processor(const struct qp_query *query, const struct qp_stream *stream, const char *prefix);

/* A title in the middle of a report, with an empty line before it; for programs a line that begins with a '#'. */
void qp_heading_title(const char *title, const struct qp_stream *stream);

/* The same with something behind the title, which programs do not get. */
void qp_heading_part(const char *title, const char *rest, const struct qp_stream *stream);

/* The title of the part of a report that is about one thread or group; one of the two is QP_NONE. */
void qp_heading_thread(const struct qp_profile *profile, uint32_t thread, uint32_t group, const char *rest,
                       const struct qp_stream *stream);

/* How the run ended, in words. */
const char *qp_heading_ending(const struct qp_profile *profile);

/* The line below a table that shows some of all rows: "and 7 more", and what they are. Nothing when it shows all. */
void qp_heading_rest(uint64_t all, uint64_t shown, const char *what, const struct qp_stream *stream);

/* What stands in place of an empty table of functions. */
const char *qp_heading_nothing(const struct qp_query *query);

/* What stands in place of tables of times, where none were taken: a line that says so. Returns whether it is there. */
bool qp_heading_no_times(const struct qp_query *query, const struct qp_stream *stream);

/* The line below a table that has a number with a ~ before it, one that was guessed. */
void qp_heading_estimate(const struct qp_stream *stream);

#endif
