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
    const char *unit; /* of the result: "R", "of an empty call", ... */
    double calls;     /* pairs or calls in one run of either, for the times printed */
    int difference;   /* print candidate - floor in ns a call, not the ratio */
    void (*floor)(void);
    void (*candidate)(void);
};

/* From now on only rows whose name contains the text are run; NULL stands for all. */
void row_choose(const char *part);
bool row_is_chosen(const char *name);

/* Run the row in rounds and print a line of a Markdown table, if it is chosen. */
void row_run(const struct row *row);

/* Print a line that was measured otherwise. */
void row_print(const char *name, const char *goal, double value, const char *unit, const char *remark);

#endif
