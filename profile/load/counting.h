/* counting.h - the client's own block counters, while they are read: by named context (intervals.c), and in all
 * (block_counters.c). */
#pragma once

#include "profile/load/load.h"

/* The counters of a method for one owner. */
struct qp_counting_item {
    uint32_t reference; /* of the record */
    uint32_t method;    /* index */
    uint32_t thread;    /* index */
    bool counts_blocks; /* not only calls */
    const struct qp_block_counters_record *record;
    const struct qp_counter_term *terms; /* counters from which the count of each block is computed; NULL = one
                                          * counter for each block, then one for the calls */
    uint64_t *ended;                     /* values when the last interval ended; NULL = all 0 */
};

struct qp_counting {
    struct qp_profile *profile;
    struct qp_counting_item *items; /* sorted by reference */
    uint32_t item_count;
    uint32_t present[QP_PRODUCTS]; /* index of the named context since the last interval */
    struct qp_map roots;           /* maps root_key of a thread's own root to the root's index + 1 */
    struct qp_map named_roots;     /* maps the index of such a root and of a named context to the root's index + 1 */
    struct qp_map known;           /* maps a root and a method to the index of their counts + 1 */
    uint64_t *now;                 /* a copy of the current record's counters */
    uint64_t capacity;             /* bytes allocated for the copy */
    const struct qp_counting_item *item; /* the current one */
};

/* Find the roots that the file has. Return false if out of memory. */
bool qp_counting_begin(struct qp_counting *counting);

/* Add the difference between the current item's counters `before` and `after` (NULL = zeros) to the counts in an epoch
 * and a named context, or move it there from no named context. Return false if out of memory. */
bool qp_counting_add(struct qp_counting *counting, uint32_t epoch, uint32_t named, const uint64_t *before,
                     const uint64_t *after);
bool qp_counting_move(struct qp_counting *counting, uint32_t epoch, uint32_t named, const uint64_t *before,
                      const uint64_t *after);

/* Make counts of the current item in an epoch, 0 if there are none, so that its method is known as counted in files
 * merged from this one, too. Return false if out of memory. */
bool qp_counting_make(struct qp_counting *counting, uint32_t epoch);

/* Read the intervals: move their counts from no named context to theirs, and set the items' `ended` and `present`. The
 * counts in all are added afterwards. Return false if out of memory. */
bool qp_intervals_load(struct qp_counting *counting);
