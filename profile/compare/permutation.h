/* permutation.h - exact permutation test: numbers that differ between two groups of runs by more than chance.
 *
 * It uses the maximum over all numbers (Westfall and Young, 1993, "maxT"). If both groups are the same, any split of
 * all runs into two groups of these sizes was equally likely to be recorded. For each split, the largest difference of
 * any number is computed, in standard errors. A number's p is the share of splits in which some number, any of all,
 * differs at least as much as that number does in the recorded split. So a thousand numbers do not yield fifty with p
 * below 0.05: the probability of a single false one is below 0.05.
 *
 * No p is smaller than 1 / the number of splits (with groups of equal size 2 /, since a split and its mirror image
 * differ equally): 3 and 3 runs 0.1, 4 and 4 0.029, 5 and 5 0.008. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define QP_PERMUTATION_MOST 10000 /* limit of splits; if there are more, this many are drawn, always the same */

/* values: by number and run, the first group's runs first, logarithms of times; p: by number. At least three runs are
 * needed. Return false if out of memory. */
bool qp_permutation_test(const double *values, uint32_t count, uint32_t first_runs, uint32_t second_runs, double *p);

/* Return the smallest possible p for groups of these sizes. Return true if not all splits are tried. */
double qp_permutation_least(uint32_t first_runs, uint32_t second_runs);
bool qp_permutation_is_sampled(uint32_t first_runs, uint32_t second_runs);
