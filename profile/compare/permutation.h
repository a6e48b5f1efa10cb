/* permutation.h - which of many numbers differ between two groups of runs by more than chance: an exact permutation
 * test with the largest of all (Westfall and Young, 1993, "maxT").
 *
 * If both groups are the same, any split of all runs into two groups of these sizes could have been the one that was
 * recorded. For each split it is asked how much the one number that differs most does so, in standard errors. A
 * number's p is the part of the splits in which some number, any of all, differs by as much as it does in fact. So a
 * thousand numbers that are asked for do not give fifty with p below 0.05: the probability of a single wrong one is
 * below 0.05.
 *
 * No p is smaller than one by the number of splits (of equal groups two, since a split and its mirror image differ
 * alike): 3 and 3 runs 0.1, 4 and 4 0.029, 5 and 5 0.008. */
#ifndef QP_COMPARE_PERMUTATION_H
#define QP_COMPARE_PERMUTATION_H

#include <stdbool.h>
#include <stdint.h>

#define QP_PERMUTATION_MOST 10000 /* splits that are tried; of more so many are drawn, the same ones each time */

/* values: by number and run, the first group's runs first, logarithms of times; p: by number. There are three runs at
 * least. Returns false without memory. */
bool qp_permutation_test(const double *values, uint32_t count, uint32_t first_runs, uint32_t second_runs, double *p);

/* The smallest p that groups of these sizes can give; whether not all splits are tried. */
double qp_permutation_least(uint32_t first_runs, uint32_t second_runs);
bool qp_permutation_is_sampled(uint32_t first_runs, uint32_t second_runs);

#endif
