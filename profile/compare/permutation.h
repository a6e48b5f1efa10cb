/* permutation.h - exact permutation test: numbers that differ between two groups of runs by more than chance.
 *
 * The method is "maxT" of Westfall and Young (1993). If the groups do not really differ, any split of all runs into two
 * groups of these sizes was equally likely to be recorded. For each split, the largest difference of any number is
 * computed, in standard errors. A number's p is the share of splits whose largest difference is at least the difference
 * of that number in the recorded split. So p is corrected for the number of comparisons: even with a thousand numbers
 * that do not differ, the probability that one of them gets a p below 0.05 is below 0.05.
 *
 * No p is smaller than 1 / the number of splits. With groups of equal size, no p is smaller than 2 / that number,
 * because a split and its mirror image differ equally. The smallest p is 0.1 for 3 and 3 runs, 0.029 for 4 and 4, and
 * 0.008 for 5 and 5. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Largest number of splits that are tried. If there are more, this many random splits are tried, which are the same
 * in each test. */
#define QP_PERMUTATION_MOST 10000

/* Compute the p of each number. `values` has a row for each number: the logarithms of its times in all runs. The
 * runs of the first group come first. At least three runs are needed. Return false if out of memory. */
bool qp_permutation_test(const double *values, uint32_t count, uint32_t first_runs, uint32_t second_runs, double *p);

/* qp_permutation_least returns the smallest possible p for groups of these sizes. qp_permutation_is_sampled returns
 * true if not all of their splits are tried. */
double qp_permutation_least(uint32_t first_runs, uint32_t second_runs);
bool qp_permutation_is_sampled(uint32_t first_runs, uint32_t second_runs);
