/* merging.h - state of a merge shared by its parts: what was merged so far, and the file being added.
 *
 * Everything has a number in order of arrival; the order of the result is computed at the end (merge_order.c). */
#pragma once

#include "base/scratch.h"
#include "profile/source/function_key.h"
#include "profile/load/rate.h"
#include "format/texts.h"

/* ---- merged data ----------------------------------------------------------------------------------------------- */

struct qp_merged_file {
    struct qp_text name; /* marked with its hash if versions stay separate */
    struct qp_text plain;
    bool has_source;
    bool hashed;
    uint64_t hash;
    uint64_t size;
    struct qp_text text;
    struct qp_text path; /* of the first file with the hash, for messages */
};

/* One key and one line table: a function, or several of each run. */
struct qp_merged_function {
    struct qp_function_key key; /* its file is that of a qp_merged_file */
    uint32_t product;
    uint32_t file;           /* number */
    struct qp_text lines;    /* bytes of the records */
    struct qp_text branches; /* bytes of the records */
    uint32_t added;          /* number of the last added file with it */
    uint32_t used;           /* number of such functions so far in that file */
};

struct qp_merged_method {
    uint32_t function;
    uint32_t occurrence; /* index among equal functions in a run */
    uint32_t flags;
    uint32_t block_count;
    bool registered;
};

struct qp_merged_carrier {
    struct qp_text name;
    uint32_t number;     /* its smallest number */
    uint32_t occurrence; /* index among threads of the same name */
    uint32_t added;      /* as in struct qp_merged_function */
    bool ended;
    uint64_t client_id; /* 0 = differs between runs, like the next */
    uint64_t system_id;
    uint64_t start;
    uint64_t end;
    uint64_t count;
};

struct qp_merged_phase {
    uint32_t product;
    bool first; /* precedes the first phase mark */
    struct qp_text name;
    uint64_t tick; /* earliest, since the start of its run */
};

struct qp_merged_group {
    uint32_t product;
    struct qp_text name;
    uint32_t parent_method;
    uint32_t creator; /* node, like the next */
    uint32_t resumer;
    uint32_t flags;
    uint64_t hash; /* of its identity, independent of the file */
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

/* Flags that distinguish nodes of one parent and method: as in a run, time of another kind is another node. */
#define QP_MERGE_KIND_FLAGS (QP_NODE_FLAGGED | QP_NODE_FOLD)

struct qp_merged_node {
    uint64_t self;
    uint64_t calls;
    uint64_t own;
    uint32_t parent; /* QP_NONE = a root's node */
    uint32_t method; /* for a root's node, the root; QP_NONE = a fold */
    uint32_t extra;
    uint32_t flags;
};

struct qp_merged_array {
    uint32_t root;
    uint32_t method;
    uint32_t values_of; /* 0 executions, 1 ticks, 2 overhead, as in the record */
    uint32_t count;
    uint64_t events;
    uint64_t *values;
};

struct qp_merged_kept {
    unsigned lists; /* 1 << enum qp_kept_by */
    uint32_t added; /* file it came with, in which its context and start identify it */
    struct qp_text name;
    struct qp_kept_record record; /* context: as in that file; creator: a node */
};

struct qp_merged_lives {
    uint32_t root;
    struct qp_lives_record sums;
    uint64_t living;
    uint64_t least[QP_KEPT_LISTS]; /* smallest value to stay in a top-k list: 0, or that of the tenth entry */
    struct qp_merged_kept *kept;
    uint32_t kept_count;
};

struct qp_merge {
    bool apart;
    bool failed;    /* no memory */
    uint32_t added; /* files so far, including the current one */
    struct qp_texts texts;

    struct qp_profile_run *runs; /* the records are in texts */
    struct qp_merged_file *files;
    struct qp_profile_exclusion *exclusions; /* with numbers of files */
    struct qp_merged_function *functions;
    struct qp_merged_method *methods;
    struct qp_merged_carrier *carriers;
    struct qp_merged_phase *phases;
    struct qp_merged_group *groups;
    struct qp_merged_root *roots;
    struct qp_merged_node *nodes;
    struct qp_node_extra_record *extras; /* node: its number */
    struct qp_profile_edge *edges;       /* between numbers of nodes */
    struct qp_merged_array *arrays;
    struct qp_merged_lives *lives;
    uint32_t run_count, file_count, exclusion_count, function_count, method_count, carrier_count, phase_count;
    uint32_t group_count, root_count, node_count, extra_count, edge_count, array_count, lives_count;
    struct qp_map run_map, file_map, exclusion_map, function_map, carrier_map, phase_map, group_map,
        root_map;             /* identity in texts: number + 1 */
    struct qp_map method_map; /* function << 32 | occurrence: number + 1 */
    struct qp_map node_map;   /* parent << 32 | method and flags: number + 1 */
    struct qp_map edge_map;   /* waiter << 32 | waker: number + 1 */
    struct qp_map array_map;  /* root << 32 | method and kind of values: number + 1 */

    uint32_t products;
    uint32_t virtual_threads;
    uint32_t clock_kind;
    bool sampled;   /* all runs with a clock are sampled */
    bool hits;      /* some run's counts show what ran, not how often */
    bool has_clock; /* some run has a clock */
    uint64_t start_realtime_ns;
    uint64_t cpu_ns; /* of all runs; invalid if cpu_unknown */
    bool cpu_unknown;
    uint64_t folded;
    struct qp_diagnostic diagnostics[QP_PRODUCTS][QP_DIAGNOSTICS];
};

/* ---- the file being added ---------------------------------------------------------------------------------------- */

/* Roundings of a group in an epoch, by state: its trees and its virtual threads have the same ticks. */
struct qp_adding_group {
    struct qp_rounding trees[QP_TIMES];
    struct qp_rounding lives[QP_TIMES];
};

struct qp_adding {
    const struct qp_profile *profile;
    const char *path;
    struct qp_error *error;
    struct qp_rate rate;
    struct qp_scratch scratch; /* has all arrays but balances */
    uint32_t *files;           /* by the profile's index: merged number; QP_NONE = skipped, or not yet merged */
    uint32_t *methods;
    uint32_t *carriers;
    uint32_t *phases;
    uint32_t *groups;
    uint32_t *roots;
    uint32_t *nodes;
    struct qp_adding_group *balances;
    uint32_t *balance; /* by the profile's root: index in balances, QP_NONE = not a group's */
    uint32_t balance_count;
    uint64_t *self;               /* by the profile's root: sum of its nodes in nanoseconds */
    uint64_t *self_ticks;         /* by the profile's root: the same sum in ticks */
    struct qp_rounding others;    /* for times that are only in the carrier's sum */
    struct qp_rounding own_costs; /* of nodes */
};

/* Merge parts of the file in this order, each after what it refers to. If out of memory, they set merge->failed, on
 * other failures the error. */
bool qp_merge_runs(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_files(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_methods(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_threads(struct qp_merge *merge, struct qp_adding *adding); /* and phases */
void qp_merge_groups(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_roots(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_nodes(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_blocks(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_lives(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_ledgers(struct qp_merge *merge, struct qp_adding *adding);

/* Return the merged number of a profile's node; make the node, and those above it, if they are new. Return QP_NONE for
 * none, and in hidden trees. */
uint32_t qp_merge_node(struct qp_merge *merge, struct qp_adding *adding, uint32_t node);

/* Sort top-k virtual threads in an order that does not depend on the order of files. */
void qp_merge_sort_kept(struct qp_merged_lives *lives);

/* Return the number of the root of a carrier, group and phase. */
uint32_t qp_merge_root(struct qp_merge *merge, uint32_t product, uint32_t carrier, uint32_t group, uint32_t phase);

/* Return a hash of the path to a node that is the same in any file. */
uint64_t qp_merge_path_hash(const struct qp_merge *merge, uint32_t node);

/* ---- the result -------------------------------------------------------------------------------------------------- */

/* Numbers in the order of the result; ranks are the positions by number. */
struct qp_merge_order {
    struct qp_scratch scratch; /* has all arrays */
    uint32_t *runs;
    uint32_t *files, *file_ranks;
    uint32_t *exclusions;
    uint32_t *methods, *method_ranks;
    uint32_t *carriers, *carrier_ranks;
    uint32_t *phases, *phase_ranks;
    uint32_t *groups, *group_ranks;
    uint32_t *roots, *root_ranks;
    uint32_t *nodes, *node_ranks; /* roots' nodes first, a parent before its children */
    uint32_t *edges;
    uint32_t *arrays;
    uint32_t *lives;
};

/* Return false if out of memory; then nothing needs to be closed. */
bool qp_merge_order_open(struct qp_merge_order *order, const struct qp_merge *merge);
void qp_merge_order_close(struct qp_merge_order *order);
