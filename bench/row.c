#include "row.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 21

const char *row_libraries;
const char *row_data;
static const char *chosen;

const char *row_begin(int argc, char **argv, const char *third)
{
    int most = third ? 4 : 3;
    if (argc > most || argc < most - (third && *third == '[')) {
        fprintf(stderr, "usage: %s DIRECTORY-OF-LIBRARIES DATA-DIRECTORY %s\n", program_invocation_short_name,
                third ? third : "");
        exit(2);
    }
    row_libraries = argv[1];
    row_data = argv[2];
    return argv[3];
}

double row_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_of(void (*work)(void))
{
    double start = row_now();
    work();
    return row_now() - start;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double row_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[count / 2];
}

void row_choose(const char *part)
{
    chosen = part;
}

bool row_is_chosen(const struct row *row)
{
    return !chosen || strstr(row->name, chosen);
}

static void prepare(const struct row *row)
{
    if (row->before)
        row->before();
}

void row_run(const struct row *row, double calls)
{
    bool difference = strcmp(row->unit, "ns") == 0;
    double floors[ROUNDS];
    double candidates[ROUNDS];
    double results[ROUNDS];
    row->floor();
    prepare(row);
    row->candidate();
    for (int i = 0; i < ROUNDS; i++) {
        floors[i] = time_of(row->floor) / calls;
        prepare(row);
        candidates[i] = time_of(row->candidate) / calls;
        results[i] = difference ? candidates[i] - floors[i] : candidates[i] / floors[i];
    }
    char remark[64];
    double result = row_median(results, ROUNDS);
    snprintf(remark, sizeof remark, "%.1f over %.1f ns", row_median(candidates, ROUNDS), row_median(floors, ROUNDS));
    row_print(row->name, row->goal, result, row->unit, remark);
}

void row_print(const char *name, const char *goal, double value, const char *unit, const char *remark)
{
    printf("| %s | %s | %.2f %s | %s |\n", name, goal, value, unit, remark);
    fflush(stdout);
}
