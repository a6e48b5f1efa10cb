/* row.h - one row of the benchmark: floor and candidate alternately in one run, medians of the ratios.
 *
 * The machine is shared and noisy: only the ratio of two things measured in direct succession is meaningful, and only
 * the median of many such ratios is printed. Nothing fails here. */
#pragma once

#include <stdbool.h>

struct row {
    const char *name;
    const char *goal; /* as printed */
    const char *unit; /* unit of the result: "R", "of an empty call", ...; "ns": candidate - floor in ns per call, no
                       * ratio */
    void (*floor)(void);
    void (*candidate)(void);
    void (*before)(void); /* called before each run of the candidate, not timed; NULL = nothing */
};

/* Arguments of all benchmark programs. */
extern const char *row_libraries; /* folder of the libraries under test */
extern const char *row_data;      /* folder for data files */

/* Take the arguments from the command line, and return the one after them, which third names: NULL = none, "[NAME]" =
 * optional. A wrong command line ends the process. */
const char *row_begin(int argc, char **argv, const char *third);

/* Run only rows whose name contains the text from now on; NULL = all. */
void row_choose(const char *part);
bool row_is_chosen(const struct row *row);

/* Run the row in rounds and print a line of a Markdown table. calls: pairs or calls in one run of floor or candidate.
 */
void row_run(const struct row *row, double calls);

/* Return the median of values, which get sorted. */
double row_median(double *values, int count);

/* Return nanoseconds since a fixed moment. */
double row_now(void);

/* Print a line that was measured separately. */
void row_print(const char *name, const char *goal, double value, const char *unit, const char *remark);
