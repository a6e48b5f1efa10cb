/* merging.h - state of a merge shared by its parts: what was merged so far, and the file being added.
 *
 * All merged items are numbered in order of arrival. merge_order.c computes the order of the result at the end. */
#pragma once

#include "base/scratch.h"
#include "profile/source/function_key.h"
#include "profile/load/rate.h"
#include "format/texts.h"

/* ---- merged data ----------------------------------------------------------------------------------------------- */

struct qp_merged_file {
    struct qp_text name; /* marked with the file's hash if versions stay separate */
    struct qp_text plain;
    bool has_source;
    bool hashed;
    uint64_t hash;
    uint64_t size;
    struct qp_text text;
    struct qp_text path; /* path of the first data file with this hash, for messages */
};

/* Functions with the same key and the same tables; a run may have several of them. */
struct qp_merged_function {
    struct qp_function_key key; /* key.file is the name of the qp_merged_file */
    uint32_t product;
    uint32_t file;           /* number */
    struct qp_text lines;    /* bytes of the records */
    struct qp_text branches; /* bytes of the records */
    uint32_t added;          /* number of the last added data file that has it */
    uint32_t used;           /* how many such functions that data file has had so far */
};

struct qp_merged_method {
    uint32_t function;
    uint32_t occurrence; /* index among equal functions of a run, from 1 */
    uint32_t flags;
    uint32_t block_count;
    bool registered;
};

struct qp_merged_carrier {
    struct qp_text name;
    uint32_t number;     /* smallest number that it has in a run */
    uint32_t occurrence; /* index among threads of the same name in a run; without a name, the number */
    bool ended;
    uint64_t client_id; /* client_id and system_id: 0 = different in different runs */
    uint64_t system_id;
    uint64_t start;
    uint64_t end;
    uint64_t count;
};

struct qp_merged_phase {
    uint32_t product;
    bool first; /* the phase precedes the first phase mark */
    struct qp_text name;
    uint64_t tick; /* earliest tick in any run, in nanoseconds from the start of that run */
};

struct qp_merged_group {
    uint32_t product;
    struct qp_text name;
    uint32_t parent_method;
    uint32_t creator; /* creator and resumer: numbers of nodes */
    uint32_t resumer;
    uint32_t flags;
    uint64_t hash; /* hash of its identity, which is the same in each data file */
};

struct qp_merged_root {
    uint32_t product;
    uint32_t carrier;
    uint32_t group; /* QP_NONE = the thread's own root */
    uint32_t phase;
    uint32_t flags;
    uint32_t node;
    uint32_t lives; /* QP_NONE = none */
    struct qp_ledger ledger;
};

/* Flags that distinguish nodes of one parent and method. As in a run, a node has time of one kind only. */
#define QP_MERGE_KIND_FLAGS (QP_NODE_FLAGGED | QP_NODE_FOLD)

struct qp_merged_node {
    uint64_t self;
    uint64_t calls;
    uint64_t own;
    uint32_t parent; /* QP_NONE = a root's node */
    uint32_t method; /* number of the method; for a root's node, number of the root; QP_NONE = a fold */
    uint32_t extra;
    uint32_t flags;
};

struct qp_merged_array {
    uint32_t root;
    uint32_t method;
    uint32_t values_of; /* 0 = executions, 1 = ticks, 2 = overhead; as in the record */
    uint32_t count;
    uint64_t events;
    uint64_t *values;
};

struct qp_merged_kept {
    unsigned lists; /* top-k lists that have it, a bit 1 << enum qp_kept_by for each */
    uint32_t added; /* number of the data file it came from; its context and start identify it within that file */
    struct qp_text name;
    struct qp_kept_record record; /* context as in that data file; creator is the number of a node */
};

struct qp_merged_lives {
    uint32_t root;
    struct qp_lives_record sums;
    uint64_t living;
    uint64_t least[QP_KEPT_LISTS]; /* for each top-k list, the smallest value that is kept: 0, or the value of the tenth
                                    * entry */
    struct qp_merged_kept *kept;
    uint32_t kept_count;
};

struct qp_merge {
    bool apart;
    bool failed;    /* out of memory */
    uint32_t added; /* number of data files so far, including the current one */
    struct qp_texts texts;

    struct qp_profile_run *runs; /* records of the runs are stored in texts */
    struct qp_merged_file *files;
    struct qp_profile_exclusion *exclusions; /* `file` is the number of a merged file */
    struct qp_merged_function *functions;
    struct qp_merged_method *methods;
    struct qp_merged_carrier *carriers;
    struct qp_merged_phase *phases;
    struct qp_merged_group *groups;
    struct qp_merged_root *roots;
    struct qp_merged_node *nodes;
    struct qp_node_extra_record *extras; /* `node` is the number of a node */
    struct qp_profile_edge *edges;       /* waiter and waker are numbers of nodes */
    struct qp_merged_array *arrays;
    struct qp_merged_lives *lives;
    uint32_t run_count, file_count, exclusion_count, function_count, method_count, carrier_count, phase_count;
    uint32_t group_count, root_count, node_count, extra_count, edge_count, array_count, lives_count;
    struct qp_map run_map, file_map, exclusion_map, function_map, carrier_map, phase_map, group_map,
        root_map;             /* these maps: identity of an item (qp_texts_identity): its number + 1 */
    struct qp_map method_map; /* function << 32 | occurrence: number + 1 */
    struct qp_map node_map;   /* parent << 32 | method and flags: number + 1 */
    struct qp_map edge_map;   /* waiter << 32 | waker: number + 1 */
    struct qp_map array_map;  /* root << 32 | method and kind of values: number + 1 */

    uint32_t products;
    uint32_t virtual_threads;
    uint32_t clock_kind;
    bool sampled;   /* true if all runs with a clock are sampled */
    bool hits;      /* true if the counts of some run show only what ran, not how often */
    bool has_clock; /* true if some run has a clock */
    uint64_t start_realtime_ns;
    uint64_t cpu_ns; /* sum over all runs; invalid if cpu_unknown */
    bool cpu_unknown;
    uint64_t folded;
    struct qp_diagnostic diagnostics[QP_PRODUCTS][QP_DIAGNOSTICS];
};

/* ---- the file being added ---------------------------------------------------------------------------------------- */

/* Roundings of a group in an epoch, one for each state. Trees and virtual threads have the same sums of ticks, so they
 * are rounded alike. */
struct qp_adding_group {
    struct qp_rounding trees[QP_TIMES];
    struct qp_rounding lives[QP_TIMES];
};

struct qp_adding {
    const struct qp_profile *profile;
    const char *path;
    struct qp_error *error;
    struct qp_rate rate;
    struct qp_scratch scratch; /* owns all arrays but balances */
    uint32_t *files;           /* for each index of the profile, the merged number; QP_NONE = skipped, or not merged
                                * yet. Likewise down to nodes */
    uint32_t *methods;
    uint32_t *carriers;
    uint32_t *phases;
    uint32_t *groups;
    uint32_t *roots;
    uint32_t *nodes;
    struct qp_adding_group *balances;
    uint32_t *balance; /* for each root of the profile: index in balances; QP_NONE = not a group's root */
    uint32_t balance_count;
    uint64_t *self;               /* for each root of the profile: sum of its nodes' self times in nanoseconds */
    uint64_t *self_ticks;         /* for each root of the profile: the same sum in ticks */
    struct qp_rounding others;    /* for times that are only part of a carrier's sum */
    struct qp_rounding own_costs; /* for overhead of nodes */
};

/* Merge the parts of a data file. They are called in this order, so that each part comes after the parts to which it
 * refers. If out of memory, they set merge->failed; on other failures they set the error. */
bool qp_merge_runs(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_files(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_methods(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_threads(struct qp_merge *merge, struct qp_adding *adding); /* merges phases, too */
void qp_merge_groups(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_roots(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_nodes(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_blocks(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_lives(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_ledgers(struct qp_merge *merge, struct qp_adding *adding);

/* Return the merged number of a profile's node. If the node or nodes above it are new, make them. Return QP_NONE for
 * QP_NONE, and for nodes of hidden trees. */
uint32_t qp_merge_node(struct qp_merge *merge, struct qp_adding *adding, uint32_t node);

/* Sort top-k virtual threads in an order that does not depend on the order of data files. */
void qp_merge_sort_kept(struct qp_merged_lives *lives);

/* Return the merged number of a profile's root; add the root if it is new. Return QP_NONE if out of memory. */
uint32_t qp_merge_root(struct qp_merge *merge, const struct qp_adding *adding, uint32_t root);

/* Return a hash of the path to a node, which is the same whichever data file the node came from. */
uint64_t qp_merge_path_hash(const struct qp_merge *merge, uint32_t node);

/* ---- the result -------------------------------------------------------------------------------------------------- */

/* Numbers of all items in the order of the result. Ranks are the inverse: for each number, its position. */
struct qp_merge_order {
    struct qp_scratch scratch; /* owns all arrays */
    uint32_t *runs;
    uint32_t *files, *file_ranks;
    uint32_t *exclusions;
    uint32_t *methods, *method_ranks;
    uint32_t *carriers, *carrier_ranks;
    uint32_t *phases, *phase_ranks;
    uint32_t *groups, *group_ranks;
    uint32_t *roots, *root_ranks;
    uint32_t *nodes, *node_ranks; /* nodes of roots come first, and each parent before its children */
    uint32_t *edges;
    uint32_t *arrays;
    uint32_t *lives;
};

/* Compute the order of the result. Return false if out of memory; then nothing needs to be closed. */
bool qp_merge_order_open(struct qp_merge_order *order, const struct qp_merge *merge);
void qp_merge_order_close(struct qp_merge_order *order);
