#include "row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 21

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_of(void (*work)(void))
{
    double start = now();
    work();
    return now() - start;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[count / 2];
}

static const char *chosen;

void row_choose(const char *part)
{
    chosen = part;
}

bool row_is_chosen(const char *name)
{
    return !chosen || strstr(name, chosen);
}

void row_run(const struct row *row)
{
    if (!row_is_chosen(row->name))
        return;
    double floors[ROUNDS];
    double candidates[ROUNDS];
    double results[ROUNDS];
    row->floor();
    row->candidate();
    for (int i = 0; i < ROUNDS; i++) {
        floors[i] = time_of(row->floor) / row->calls;
        candidates[i] = time_of(row->candidate) / row->calls;
        results[i] = row->difference ? candidates[i] - floors[i] : candidates[i] / floors[i];
    }
    char remark[64];
    double result = median(results, ROUNDS);
    snprintf(remark, sizeof remark, "%.1f over %.1f ns", median(candidates, ROUNDS), median(floors, ROUNDS));
    row_print(row->name, row->goal, result, row->unit, remark);
}

void row_print(const char *name, const char *goal, double value, const char *unit, const char *remark)
{
    printf("| %s | %s | %.2f %s | %s |\n", name, goal, value, unit, remark);
    fflush(stdout);
}
