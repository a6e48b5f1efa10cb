/* load.h - fills a profile, part by part in this order: what profile.c calls, and what the parts share. */
#ifndef QP_LOAD_LOAD_H
#define QP_LOAD_LOAD_H

#include "profile/load/model.h"

/* Files, methods, sources, exclusions; carriers, groups; marks, phases, epochs, pauses; roots; block counters, nodes,
 * their extra numbers, wake-ups, block arrays; virtual threads that live; those that ended; merged runs and what only
 * they have; what is open at the end (needs last_tick). Return false without memory; profile.c frees what is there. */
bool qp_definitions_load(struct qp_profile *profile);
bool qp_threads_load(struct qp_profile *profile);
bool qp_marks_load(struct qp_profile *profile);
bool qp_roots_load(struct qp_profile *profile);
bool qp_block_counters_load(struct qp_profile *profile);
bool qp_nodes_load(struct qp_profile *profile);
bool qp_virtual_threads_load(struct qp_profile *profile);
bool qp_lives_load(struct qp_profile *profile);
bool qp_open_load(struct qp_profile *profile);
bool qp_merged_runs_load(struct qp_profile *profile);

/* Something was recorded at a tick. */
static inline void qp_see_tick(struct qp_profile *profile, uint64_t tick)
{
    if (tick > profile->last_tick)
        profile->last_tick = tick;
}

/* The index of a file name, added when it is new; QP_NONE without a name. *ok turns false without memory. */
uint32_t qp_definitions_file(struct qp_profile *profile, struct qp_text name, bool *ok);

/* The index of a method, added as an unregistered one when it is new. */
uint32_t qp_definitions_method(struct qp_profile *profile, uint32_t product, uint64_t client_id, bool *ok);

/* The index of the root at a reference; QP_NONE when there is none. */
uint32_t qp_roots_find(const struct qp_profile *profile, uint32_t reference);

/* The index of the node at a reference; QP_NONE when there is none, and for 0. */
uint32_t qp_nodes_find(const struct qp_profile *profile, uint32_t reference);

/* Add an extra record of zeros to a node that has none. Return NULL without memory. */
struct qp_profile_extra *qp_nodes_add_extra(struct qp_profile *profile, uint32_t node);

/* What clients counted themselves, into the trees: the calls, for which there is room for counted_count nodes behind
 * all others, and the roots' own nodes where none was recorded; the arrays of blocks. Return false without memory. */
bool qp_block_counters_add_nodes(struct qp_profile *profile);
bool qp_block_counters_add_arrays(struct qp_profile *profile);

/* The index of the last phase of a product that begins at the epoch or before. */
uint32_t qp_marks_phase(const struct qp_profile *profile, uint32_t product, uint32_t epoch);

/* The index of the virtual thread that has a context; QP_NONE when it was used again by one that is younger than
 * latest_start. */
uint32_t qp_virtual_threads_find(const struct qp_profile *profile, uint32_t reference, uint64_t latest_start);

#endif
