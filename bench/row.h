/* row.h - a row of the benchmark: the median of the ratios of a candidate to a floor, which are measured alternately
 * in one run.
 *
 * The machine is shared and noisy, so only the ratio of two things that are measured directly one after the other is
 * meaningful. The median of many such ratios is printed. A benchmark never fails because of a slow result. */
#pragma once

#include <stdbool.h>

struct row {
    const char *name;
    const char *goal; /* as printed */
    const char *unit; /* unit of the result, printed after the ratio of the candidate to the floor, such as "of an
                       * empty call". With "ns", the result is no ratio, but the difference (candidate - floor) in ns
                       * per call */
    void (*floor)(void);
    void (*candidate)(void);
    void (*before)(void); /* called before each run of the candidate, not timed; NULL = nothing */
};

/* Arguments of all benchmark programs. */
extern const char *row_libraries; /* folder of the libraries under test */
extern const char *row_data;      /* folder for data files */

/* Take the two directories from the command line, and return the third argument. `third` is its name in the usage;
 * "[NAME]" is optional, NULL = there is no third argument. A wrong command line ends the process. */
const char *row_begin(int argc, char **argv, const char *third);

/* From now on, run only rows whose name contains the text; NULL = all rows. */
void row_choose(const char *part);
bool row_is_chosen(const struct row *row);

/* Run the row in rounds, and print the result as a line of a Markdown table. `calls` is the number of calls (pairs
 * of entry and exit) in one run of the floor or the candidate. */
void row_run(const struct row *row, double calls);

/* Sort the array, and return its median. */
double row_median(double *values, int count);

/* Return the time in nanoseconds since a fixed moment. */
double row_now(void);

/* Print a line for a value that was measured separately. */
void row_print(const char *name, const char *goal, double value, const char *unit, const char *remark);
