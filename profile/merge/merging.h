/* merging.h - state of a merge shared by its parts: what was merged so far, and the file being added.
 *
 *   struct qp_merge        the sums over all files so far: an array for each kind of item (functions, nodes, ...)
 *   struct qp_adding       one file while it is added: for each of its items, the merged item to which it is added
 *   struct qp_merge_order  the order in which the merged items are written to the result
 *
 * Data flows through them as follows. qp_merge_add (merge.c) gets the profile of one file. It calls the functions
 * qp_merge_runs to qp_merge_ledgers below, each of which merges one kind of item. For each item of the profile, such a
 * function finds the merged item with the same identity or makes a new one, remembers its number in struct qp_adding,
 * and adds counts and times to it. When all files are added, qp_merge_write (merge_write.c) sorts the items and writes
 * them.
 *
 * A merged item is identified by its number, its index in the array of its kind. Numbers depend on the order in which
 * files are added. The result must not, so merge_order.c sorts all items by their contents before they are written.
 *
 * "Number" always means the number of a merged item, "index" an index into the profile that is being added. */
#pragma once

#include "base/scratch.h"
#include "profile/source/function_key.h"
#include "profile/load/rate.h"
#include "format/texts.h"

/* ---- merged data ----------------------------------------------------------------------------------------------- */

/* A source file, or one version of it. */
struct qp_merged_file {
    struct qp_text name;  /* NAME@HASH if versions stay separate */
    struct qp_text plain; /* name without the mark @HASH */
    bool has_source;
    bool hashed;
    uint64_t hash;
    uint64_t size;
    struct qp_text text;
    struct qp_text path; /* path of the first data file that has the hash, for messages */
};

/* A key (class, name, file, line) with a line table and the tables of branches and their targets. A run may have
 * several methods with these in common: the n-th of them in each run become one qp_merged_method, whose `occurrence` is
 * n. */
struct qp_merged_function {
    struct qp_function_key key; /* key.file is the name of the qp_merged_file */
    uint32_t product;
    uint32_t file;           /* number */
    struct qp_text lines;    /* bytes of the records */
    struct qp_text branches; /* bytes of the records, and of their targets */
    uint32_t branch_count;
    uint32_t added; /* number of the last data file (qp_merge.added) in which the function was found so far */
    uint32_t used;  /* number of methods with this function found so far in the data file `added` */
};

struct qp_merged_method {
    uint32_t function;   /* number of the qp_merged_function */
    uint32_t occurrence; /* position among the methods of the same function in a data file, from 1 */
    uint32_t flags;
    uint32_t block_count;
    bool registered;
};

/* A system thread of the result: the sum of the threads of the runs that correspond to each other. */
struct qp_merged_carrier {
    uint64_t rank; /* world << 32 | rank; 0 unless threads of different ranks stay separate */
    struct qp_text name;
    uint32_t number;     /* smallest number that the thread has in any run */
    uint32_t occurrence; /* position among the threads of the same name in a run, from 1; if the thread has no name,
                          * its number */
    bool ended;          /* true if the thread ended in all runs */
    uint64_t client_id;  /* client_id and system_id: 0 if the runs have different ids */
    uint64_t system_id;
    uint64_t start;
    uint64_t end;
    uint64_t count;
};

struct qp_merged_phase {
    uint32_t product;
    bool first; /* true for the time before the first phase mark */
    struct qp_text name;
    uint64_t tick; /* earliest tick in any run, in nanoseconds from the start of that run */
};

/* A group of virtual threads. */
struct qp_merged_group {
    uint32_t product;
    struct qp_text name;
    uint32_t parent_method;
    uint32_t creator; /* creator and resumer: numbers of nodes */
    uint32_t resumer;
    uint32_t flags;
    uint64_t hash; /* hash of name and call paths, without numbers, so that it does not depend on the order of data
                    * files */
};

/* A named context, or several of which it is unknown which one ran. */
struct qp_merged_named {
    uint32_t product;
    uint32_t flags; /* QP_NAMED_* */
    struct qp_text name;
    bool hits;              /* some of its counts are hits */
    struct qp_text members; /* bytes of their numbers, ascending; empty = a single context */
    uint64_t hash;          /* of the names, so it does not depend on the order of data files */
};

/* A call tree: all that a thread or a group ran on a carrier in a phase. Numbers refer to merged items. */
struct qp_merged_root {
    uint32_t product;
    uint32_t carrier;
    uint32_t group; /* number of the group; QP_NONE = the thread's own root */
    uint32_t phase;
    uint32_t named; /* QP_NONE = no named context */
    uint32_t flags;
    uint32_t node;
    uint32_t lives; /* QP_NONE = none */
    struct qp_ledger ledger;
};

/* Nodes with the same parent and method are merged only if these flags are equal, too. The flags decide to which state
 * a node's self time belongs, so each node has time of one state. */
#define QP_MERGE_KIND_FLAGS (QP_NODE_FLAGGED | QP_NODE_FOLD)

struct qp_merged_node {
    uint64_t self;
    uint64_t calls;
    uint64_t own;    /* overhead in self */
    uint32_t parent; /* QP_NONE = a root's node */
    uint32_t method; /* number of the method; for a root's node, number of the root; QP_NONE = a fold */
    uint32_t extra;  /* index in extras; QP_NONE = none */
    uint32_t flags;
};

/* Values of one kind of a method's blocks below one root. */
struct qp_merged_array {
    uint32_t root;
    uint32_t method;
    enum qp_blocks values_of;
    uint32_t count;
    uint64_t events;
    uint64_t *values;
};

/* A virtual thread in a top-k list. */
struct qp_merged_kept {
    unsigned lists; /* a bit 1 << enum qp_kept_by for each top-k list that contains the thread */
    uint32_t added; /* number of the data file (qp_merge.added) that had the thread; record.context and record.start
                     * identify the thread in that file */
    struct qp_text name;
    struct qp_kept_record record; /* `context` is a reference in the data file `added`; `creator` is the number of a
                                   * node */
};

/* The virtual threads of a root: sums over all of them, and the top-k lists. */
struct qp_merged_lives {
    uint32_t root;
    struct qp_lives_record sums;
    uint64_t living;
    uint64_t least[QP_KEPT_LISTS]; /* for each top-k list: value of its last entry; 0 while the list is not full */
    struct qp_merged_kept *kept;   /* entries of all lists */
    uint32_t kept_count;
};

struct qp_merge {
    bool apart;
    bool keeps_ranks;
    bool failed;    /* out of memory */
    uint32_t added; /* number of data files so far, including the one that is being added */
    struct qp_texts texts;

    struct qp_profile_run *runs; /* all merged runs; their records and texts are copies in `texts` */
    struct qp_merged_file *files;
    struct qp_profile_exclusion *exclusions; /* their field `file` is the number of a merged file */
    struct qp_merged_function *functions;
    struct qp_merged_method *methods;
    struct qp_merged_carrier *carriers;
    struct qp_merged_phase *phases;
    struct qp_merged_group *groups;
    struct qp_merged_named *named;
    struct qp_profile_within *within; /* inner and outer are numbers of named contexts */
    struct qp_merged_root *roots;
    struct qp_merged_node *nodes;
    struct qp_node_extra_record *extras; /* `node` is the number of a node */
    struct qp_profile_edge *edges;       /* waiter and waker are numbers of nodes */
    struct qp_merged_array *arrays;
    struct qp_merged_lives *lives;
    uint32_t run_count, file_count, exclusion_count, function_count, method_count, carrier_count, phase_count;
    uint32_t group_count, root_count, node_count, extra_count, edge_count, array_count, lives_count;
    uint32_t named_count, within_count;
    struct qp_map within_map; /* maps inner << 32 | outer, plus 1, to number + 1 */
    struct qp_map run_map, file_map, exclusion_map, function_map, carrier_map, phase_map, named_map, group_map,
        root_map;                /* each of these maps the identity of an item (qp_texts_identity) to its number + 1 */
    struct qp_map directory_map; /* maps the keys of the directories of runs to 1 */
    struct qp_map method_map;    /* maps function << 32 | occurrence to number + 1 */
    struct qp_map node_map;      /* maps parent << 32 | method and flags to number + 1 */
    struct qp_map edge_map;      /* maps waiter << 32 | waker to number + 1 */
    struct qp_map array_map;     /* maps root << 32 | method and kind of values to number + 1 */

    uint32_t products;
    uint32_t virtual_threads;
    uint32_t clock_kind;
    bool sampled;   /* true if all runs with a clock are sampled */
    bool hits;      /* true if the counts of some run show only what ran, not how often */
    bool counted;   /* true if some sampled run has counted calls */
    bool has_clock; /* true if some run has a clock */
    bool allocates; /* true if some run has allocations */
    bool estimates; /* true if these are estimates from samples */
    uint64_t start_realtime_ns;
    uint64_t cpu_ns; /* CPU time of all runs together; invalid if cpu_unknown */
    bool cpu_unknown;
    uint64_t folded;
    /* Job, host and world (record_file.h) of all runs. If the runs differ in one of them, it is 0 or empty. */
    uint64_t job;
    struct qp_text host;
    uint32_t world;
    struct qp_diagnostic diagnostics[QP_PRODUCTS][QP_DIAGNOSTICS];
};

/* ---- the file being added ---------------------------------------------------------------------------------------- */

/* Roundings (rate.h) for the times of a group in an epoch. In the file, the ticks of a state have the same sum over
 * the group's trees as over its virtual threads. The parts of these two sums are converted to nanoseconds one by one.
 * Each of the two sums has a rounding of its own, so both are equal in nanoseconds, too. */
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
    uint32_t *files;           /* for each file of the profile, the merged number; QP_NONE = skipped, or not merged
                                * yet. The next arrays, down to nodes, have the same meaning for other items */
    uint32_t *methods;
    uint32_t *carriers;
    uint32_t *phases;
    uint32_t *named;
    uint32_t *groups;
    uint32_t *roots;
    uint32_t *nodes;
    struct qp_adding_group *balances;
    uint32_t *balance; /* for each root of the profile: index in `balances`; QP_NONE = not a group's root */
    uint32_t balance_count;
    uint64_t *self;               /* for each root of the profile: sum of its nodes' self times in nanoseconds */
    uint64_t *self_ticks;         /* for each root of the profile: sum of its nodes' self times in ticks */
    struct qp_rounding others;    /* rounding for times that belong to no element of `balances`, only to a carrier's
                                   * sum */
    struct qp_rounding own_costs; /* rounding for the overhead of nodes */
};

/* Return the name that a file of the profile that is being added has in the result, without a mark (merge.h). If out of
 * memory, merge->failed is set. */
struct qp_text qp_merge_file_name(struct qp_merge *merge, const struct qp_adding *adding, struct qp_text name);

/* Merge one kind of item of the file being added. The functions are called in this order, so that each kind is merged
 * after the kinds to which it refers. If out of memory, they set merge->failed; on other failures they set
 * adding->error. qp_merge_runs returns false if all runs of the file have been added before. */
bool qp_merge_runs(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_files(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_methods(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_threads(struct qp_merge *merge, struct qp_adding *adding); /* merges phases, too */
void qp_merge_named(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_groups(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_roots(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_nodes(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_blocks(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_lives(struct qp_merge *merge, struct qp_adding *adding);
void qp_merge_ledgers(struct qp_merge *merge, struct qp_adding *adding);

/* Return the merged number of a node of the profile. If there are no merged nodes for it or for nodes above it, make
 * them. Return QP_NONE for QP_NONE, and for nodes of hidden trees. */
uint32_t qp_merge_node(struct qp_merge *merge, struct qp_adding *adding, uint32_t node);

/* Sort the entries of the top-k lists, in an order that does not depend on the order of data files. */
void qp_merge_sort_kept(struct qp_merged_lives *lives);

/* Return the merged number of a root of the profile. If there is no merged root for it, make one. Return QP_NONE if out
 * of memory. */
uint32_t qp_merge_root(struct qp_merge *merge, const struct qp_adding *adding, uint32_t root);

/* Return a hash of the call path to a merged node. It is computed from names instead of numbers, so it does not depend
 * on the order of data files. */
uint64_t qp_merge_path_hash(const struct qp_merge *merge, uint32_t node);

/* ---- the result -------------------------------------------------------------------------------------------------- */

/* Order of the result: for each kind, the numbers of all items in the order in which they are written. The ranks are
 * the inverse: for each number, its position in that order. */
struct qp_merge_order {
    struct qp_scratch scratch; /* owns all arrays */
    uint32_t *runs;
    uint32_t *files, *file_ranks;
    uint32_t *exclusions;
    uint32_t *methods, *method_ranks;
    uint32_t *carriers, *carrier_ranks;
    uint32_t *phases, *phase_ranks;
    uint32_t *named, *named_ranks; /* order of named contexts: single ones first */
    uint32_t *within;
    uint32_t *groups, *group_ranks;
    uint32_t *roots, *root_ranks;
    uint32_t *nodes, *node_ranks; /* order of nodes: root nodes first, and each parent before its children */
    uint32_t *edges;
    uint32_t *arrays;
    uint32_t *lives;
};

/* Compute the order of the result. Return false if out of memory; then nothing needs to be closed. */
bool qp_merge_order_open(struct qp_merge_order *order, const struct qp_merge *merge);
void qp_merge_order_close(struct qp_merge_order *order);
