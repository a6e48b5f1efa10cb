/* load.h - loaders of the parts of a profile, and helpers they share. */
#pragma once

#include "base/order.h"
#include "profile/load/model.h"

/* Load the parts of a profile. profile.c calls these functions in the following order: files, methods, sources,
 * exclusions; carriers, groups; marks, phases, epochs, pauses; named contexts; roots; block counters; nodes, extra
 * records, wake-ups, block arrays; living virtual threads; ended virtual threads; merged runs, with their overhead and
 * living threads; open time, which needs last_tick. Return false if out of memory; profile.c then frees everything. */
bool qp_definitions_load(struct qp_profile *profile);
bool qp_threads_load(struct qp_profile *profile);
bool qp_marks_load(struct qp_profile *profile);
bool qp_named_load(struct qp_profile *profile);
bool qp_roots_load(struct qp_profile *profile);
bool qp_block_counters_load(struct qp_profile *profile);
bool qp_nodes_load(struct qp_profile *profile);
bool qp_virtual_threads_load(struct qp_profile *profile);
bool qp_lives_load(struct qp_profile *profile);
bool qp_open_load(struct qp_profile *profile);
bool qp_merged_runs_load(struct qp_profile *profile);

/* Report as damage that a record refers to something that is not in the file. In the file of a running program this
 * is normal and not reported, because the program may not have written it yet. */
#define QP_LOAD_DAMAGE(profile, ...)                                                                                   \
    ((profile)->reader.ending == QP_ENDING_RUNNING ? (void)0 : qp_reader_damage(&(profile)->reader, __VA_ARGS__))

/* Return the index of the method with a recorded id. If the id is new, add an unregistered method. If out of memory,
 * set *ok to false. */
uint32_t qp_definitions_method(struct qp_profile *profile, uint32_t product, uint64_t recorded_id, bool *ok);

/* Return the index of the named context with this number. Return QP_NONE for 0, and if there is none. */
uint32_t qp_named_find(const struct qp_profile *profile, uint32_t product, uint32_t number);

/* Return the index of the named context that stands for several ones, whose indexes are sorted here and may repeat. If
 * only one is left, return its index; QP_NONE if none is. If out of memory, set *ok to false. */
uint32_t qp_named_several(struct qp_profile *profile, uint32_t *indexes, uint32_t count, bool *ok);

/* Return the index of the root at a reference, or QP_NONE. */
uint32_t qp_roots_find(const struct qp_profile *profile, uint32_t reference);

/* Return the index of the node at a reference. Return QP_NONE if there is none or the reference is 0. */
uint32_t qp_nodes_find(const struct qp_profile *profile, uint32_t reference);

/* Add an extra record of zeros to a node that has none. Return NULL if out of memory. */
struct qp_profile_extra *qp_nodes_add_extra(struct qp_profile *profile, uint32_t node);

/* Add the counts of the clients' own counters. qp_block_counters_add_nodes adds calls, as nodes directly below the
 * nodes of roots; the array of nodes must have room for counted_count more nodes. qp_block_counters_add_arrays adds
 * executions of blocks, as block arrays, in sampled runs with the calls. Return false if out of memory. */
bool qp_block_counters_add_nodes(struct qp_profile *profile);
bool qp_block_counters_add_arrays(struct qp_profile *profile);

/* Return the index of a product's last phase that begins at or before the epoch. */
uint32_t qp_marks_phase(const struct qp_profile *profile, uint32_t product, uint32_t epoch);

/* Return the index of the living virtual thread that has this context. Return QP_NONE if that virtual thread started
 * after latest_start, in a reused context. */
uint32_t qp_virtual_threads_find(const struct qp_profile *profile, uint32_t reference, uint64_t latest_start);
