/* row.h - one row of the benchmark: floor and candidate in turn in one run, medians of the ratios.
 *
 * The machine is shared and noisy: only the ratio of two things measured one right after the other says anything, and
 * only the median of many such ratios is printed. Nothing fails here. */
#ifndef BENCH_ROW_H
#define BENCH_ROW_H

#include <stdbool.h>

struct row {
    const char *name;
    const char *goal; /* as printed */
    const char *unit; /* of the result: "R", "of an empty call", ...; "ns": candidate - floor in ns a call, no ratio */
    void (*floor)(void);
    void (*candidate)(void);
    void (*before)(void); /* each run of the candidate, not timed; NULL = nothing */
};

/* What all programs here are given. */
extern const char *row_libraries; /* the folder with the libraries under test */
extern const char *row_data;      /* a folder for data files */

/* Take them from the command line, and return what stands behind them, which `third` says: NULL = nothing, "[NAME]" =
 * something that may be missing. A wrong command line ends the process. */
const char *row_begin(int argc, char **argv, const char *third);

/* From now on only rows whose name contains the text are run; NULL stands for all. */
void row_choose(const char *part);
bool row_is_chosen(const struct row *row);

/* Run the row in rounds and print a line of a Markdown table. calls: pairs or calls in one run of floor or candidate.
 */
void row_run(const struct row *row, double calls);

/* The median of values, which are sorted. */
double row_median(double *values, int count);

/* Nanoseconds since some moment. */
double row_now(void);

/* Print a line that was measured otherwise. */
void row_print(const char *name, const char *goal, double value, const char *unit, const char *remark);

#endif
