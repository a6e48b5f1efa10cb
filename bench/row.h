/* row.h - one row of the benchmark: floor and candidate in turn in one run, medians of the ratios.
 *
 * The machine is shared and noisy: only the ratio of two things measured one right after the other says anything, and
 * only the median of many such ratios is printed. Nothing fails here. */
#ifndef BENCH_ROW_H
#define BENCH_ROW_H

struct row {
    const char *name;
    const char *goal; /* as printed */
    const char *unit; /* of the result: "R", "of an empty call", ... */
    double calls;     /* pairs or calls in one run of either, for the times printed */
    int difference;   /* print candidate - floor in ns a call, not the ratio */
    void (*floor)(void);
    void (*candidate)(void);
};

/* Run it in rounds and print a line of a Markdown table. */
void row_run(const struct row *row);

/* Print a line that was measured otherwise. */
void row_print(const char *name, const char *goal, double value, const char *unit, const char *remark);

#endif
