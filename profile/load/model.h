/* model.h - struct qp_profile, the model of a data file: arrays, with indexes in place of references.
 *
 * An index that refers to nothing is QP_NONE. The nodes of roots come first, at the root's index, and a node's parent
 * has a smaller index than the node. So a loop in ascending order visits parents before their children, and a loop in
 * descending order visits children first. Texts, line tables and block values point into the mapped file and live as
 * long as the profile. Times are ticks; qp_profile_ns converts them.
 *
 * profile.c fills the model by the loaders of load.h, which are in these files: definitions.c (files, methods, sources,
 * exclusions), threads.c (carriers, groups), marks.c (marks, phases, epochs, pauses), named.c (named contexts),
 * roots.c, block_counters.c, intervals.c (counters by context), nodes.c (nodes, block arrays), virtual_threads.c
 * (living virtual threads), lives.c (ended ones), merged_runs.c (additions of merged files), and open.c (open time at
 * the end). */
#pragma once

#include "base/error.h"
#include "base/map.h"
#include "base/text.h"
#include "format/reader.h"
#include "format/texts.h"
#include "profile/load/rate.h"

#define QP_NONE UINT32_MAX

struct qp_profile_file {
    struct qp_text name;
    uint32_t source;       /* index of its text or hash in sources */
    uint32_t first_method; /* list of methods, linked by method.next_in_file */
    uint32_t method_count;
    uint32_t first_exclusion;
    uint32_t exclusion_count;
};

struct qp_profile_method {
    uint32_t reference;   /* reference of its record, which does not change when the method is retired; 0 = no record */
    uint64_t recorded_id; /* the id in the method's nodes; unique within the product */
    uint64_t client_id;   /* the client's id; a retired method and its successor may share it */
    uint32_t product;
    uint32_t flags;
    struct qp_text name; /* name of the method; if it is empty, the id is shown instead */
    struct qp_text class_name;
    uint32_t file; /* index */
    int32_t line;  /* smallest line in its line table; 0 = none */
    uint32_t line_count;
    uint32_t branch_count;
    uint32_t block_count;
    uint32_t first_array; /* list of block arrays, linked by array.next_of_method */
    uint32_t first_site;  /* list of its allocations in `sites`, linked likewise */
    uint32_t next_in_file;
    bool registered;
    bool called_throttled; /* it called a throttled method (QP_METHOD_THROTTLED), whose later time is in its own time */
    bool counts_itself;    /* the method's code increments block counters itself, without calling the library */
    const struct qp_line_record *lines;
    const struct qp_branch_record *branches;
    const int32_t *targets; /* lines to which the outcomes of all branches lead */
    uint32_t target_count;  /* 0 = unknown */
};

struct qp_profile_source {
    uint32_t file;
    bool hashed;
    uint64_t hash;
    uint64_t size;
    struct qp_text text; /* empty if the file does not contain the text */
};

struct qp_profile_exclusion {
    uint32_t file;
    int32_t first;
    int32_t last;
    struct qp_text reason;
};

/* A carrier, a living virtual thread, or a top-k virtual thread. A top-k entry is recorded when a virtual thread
 * ends, or when a phase ends in which it ran. The entry describes one epoch only, so a virtual thread may have several
 * entries and may still live. Entries with the same reference and start belong to one virtual thread. The first 64
 * bytes contain the fields that are read in loops over a million threads. */
struct qp_profile_thread {
    uint32_t reference; /* reference of a carrier, or of a virtual thread's context */
    bool virtual_thread;
    uint8_t kept;    /* one bit, 1 << enum qp_kept_by, for each top-k list that contains the thread; 0 for carriers
                      * and living threads */
    uint8_t state;   /* enum qp_context_state of a living virtual thread */
    uint8_t product; /* this field and the following ones up to waker_thread are for virtual threads only */
    bool mounted;    /* true while it is mounted on its carrier */
    bool cleared;    /* the epoch of its times is older than the last clear */
    bool estimated;
    bool disturbed;
    uint32_t group;   /* index of its group; QP_NONE until the thread enters its first method */
    uint32_t epoch;   /* epoch of its times */
    uint32_t phase;   /* index of the phase to which the epoch belongs */
    uint32_t carrier; /* index of the carrier on which it is mounted, or was last; QP_NONE = unknown */
    uint32_t top;     /* index of the node in which the thread is suspended; QP_NONE while it is mounted */
    uint64_t since;   /* tick at which its recorded times end; open time may follow (open.h). 0 = no clock */
    uint64_t woken;   /* tick of its wake-up; valid only if later than `since` */
    uint64_t begin;   /* tick at which its recorded times begin: its start, or the start of its epoch */
    uint64_t paused;  /* number of paused ticks between `begin` and `since` */
    uint64_t times[QP_TIMES];
    uint64_t longest;
    uint64_t virtual_id;
    uint32_t migrations;
    uint32_t creator;      /* index of a node */
    uint32_t resumer;      /* index of a node */
    uint32_t waker;        /* index of a node */
    uint32_t spawner;      /* index of the virtual thread that created it, if that thread is alive */
    uint32_t waker_thread; /* index of the virtual thread that woke it, if that thread is alive */
    uint32_t number;       /* number of the carrier; for a virtual thread, number of its last carrier */
    bool ended;
    uint64_t client_id;
    struct qp_text name;
    uint64_t start;
    uint64_t end; /* tick of its end; for a top-k entry, tick at which its recorded times end */
};

/* Fields of carriers only, at the same index as in threads. */
struct qp_profile_carrier {
    uint32_t reference;
    uint64_t system_id;
    uint64_t count;                /* number of system threads that recorded here, one after another */
    uint64_t tstates[QP_PRODUCTS]; /* addresses in the recorded process */
    uint64_t lost;                 /* log events lost and overwritten, as in struct qp_thread_record */
    uint64_t overwritten;
};

struct qp_profile_group {
    uint32_t reference;
    uint32_t product;
    struct qp_text name;
    uint32_t parent_method; /* index */
    uint32_t creator;       /* index of a node */
    uint32_t resumer;       /* index of a node */
    bool estimated;
    bool disturbed; /* true if the group's record has QP_GROUP_DISTURBED, so that ledger.h does not check the group.
                     * In other structs, `disturbed` is the corresponding flag of their record */
};

/* A named context (qprof_context), or several of which it is unknown which one ran some code: threads had these
 * contexts at the same time. */
struct qp_profile_named {
    uint32_t product;
    uint32_t number;     /* as in its record; 0 = no record: several contexts in a file that is not merged */
    struct qp_text name; /* empty if it stands for several contexts */
    bool load;           /* the load of the source file that the name names */
    bool hits;           /* some of its counts are hits: the code ran at least once */
    bool several;        /* it stands for several contexts */
    uint32_t *members;   /* their indexes, ascending */
    uint32_t member_count;
};

/* A relation of two named contexts: code that runs in `outer` counts for `inner`, too. */
struct qp_profile_within {
    uint32_t inner; /* index */
    uint32_t outer; /* index */
};

/* One of the merged runs. */
struct qp_profile_run {
    const struct qp_run_record *record; /* in the mapped file */
    struct qp_text program;
    struct qp_text directory;
    struct qp_text options[QP_PRODUCTS];
};

/* Sums over virtual threads of a root's group: those that ended on the root's carrier, or whose epoch ended there. */
struct qp_profile_lives {
    uint32_t reference;
    uint32_t root; /* index */
    uint64_t created;
    uint64_t ended;
    uint64_t living; /* number of threads that still lived at the end of a merged run; all fields below include these
                      * threads */
    uint64_t life;
    uint64_t times[QP_TIMES];
    uint64_t paused;
    uint64_t migrations;
    uint64_t longest;
    uint64_t longest_life;
    uint64_t longest_delay;
    const uint64_t *lives;  /* histogram of lives: QP_LIVES_BUCKETS values in the mapped file */
    const uint64_t *delays; /* histogram of delays before resumptions: QP_LIVES_BUCKETS values in the mapped file */
};

struct qp_profile_root {
    uint32_t reference;
    uint32_t product;
    uint32_t thread; /* index */
    uint32_t group;  /* index, QP_NONE = the thread's own root */
    uint32_t epoch;
    uint32_t named; /* index, QP_NONE = no named context */
    uint32_t phase; /* index */
    uint32_t lives; /* index */
    bool has_node;  /* the root has a valid node, whose index is the root's index */
    bool hidden;
    bool cleared; /* its epoch is older than the last clear */
    bool estimated;
    uint32_t node;           /* reference of its node record, 0 = none */
    struct qp_ledger ledger; /* read before the nodes */
};

/* A node of a call tree. A file may have millions of nodes, so this struct has only what most nodes need: other
 * numbers are in struct qp_profile_extra, which few nodes have, and qp_profile_node_reference computes a node's
 * reference. */
struct qp_profile_node {
    uint64_t self;
    uint64_t calls;
    uint32_t parent; /* index, QP_NONE = a root's node */
    uint32_t method; /* index, QP_NONE = a root's node or a fold */
    uint32_t root;   /* index of its root; QP_NONE = the node is invalid and must be skipped */
    uint16_t flags;  /* QP_NODE_*; without virtual threads, BLOCKS, WAITS and CYCLES come from the method */
    bool fold;       /* the node stands for call paths for which the file had no room */
};

/* Suspended time of virtual threads. */
struct qp_suspended {
    uint64_t blocked;
    uint64_t waiting;
    uint64_t runnable;
};

/* Allocations of a node, or a sum of several. */
struct qp_allocated {
    uint64_t bytes;
    uint64_t objects;
    uint64_t events; /* samples, if bytes and objects are estimates (QP_FEATURE_ESTIMATES) */
};

static inline void qp_allocated_add(struct qp_allocated *sum, const struct qp_allocated *part)
{
    sum->bytes += part->bytes;
    sum->objects += part->objects;
    sum->events += part->events;
}

struct qp_profile_extra {
    uint32_t node;
    struct qp_suspended suspended; /* as recorded */
    struct qp_suspended open;      /* open time of virtual threads still suspended in the node (open.h); not recorded in
                                    * the file */
    struct qp_suspended in_phase;  /* part of `open` that lies in the phase of the node's root */
    uint64_t cycles;
    uint64_t acquired;
    uint64_t released;
    uint64_t resumed;
    uint64_t switched;
    uint64_t announced;
    uint64_t tail_calls;
    uint64_t measured;
    uint64_t minimum;
    uint64_t maximum;
    struct qp_allocated allocated;
};

/* Wake-ups of virtual threads that were suspended in a node. */
struct qp_profile_edge {
    uint32_t waiter; /* index of a node */
    uint32_t waker;  /* index of a node, QP_NONE = unknown */
    uint64_t count;
    uint64_t suspended;
    uint64_t delayed;
};

struct qp_profile_array {
    uint32_t root;
    uint32_t method;
    uint32_t next_of_method;
    uint32_t count;
    enum qp_blocks values_of;
    bool times;      /* the values are times, or the overhead that they contain (QP_BLOCKS_OVERHEAD) */
    uint64_t events; /* number of events that reported the times; only if `times` is true */
    const uint64_t *values;
    const uint64_t *calls; /* only in sampled runs: number of calls, if the client's own counters counted them and the
                            * values. In these runs, all other values that are not times are samples */
};

/* Counts of a method by the client's own counters, in one epoch of a thread: a value for each block, then the calls. */
struct qp_profile_counted {
    uint32_t root;
    uint32_t method;
    uint32_t count;
    bool has_blocks; /* if false, only the last value (the calls) was counted */
    uint64_t *values;
};

struct qp_profile_mark {
    uint32_t reference;
    enum qp_mark_kind kind;
    uint32_t product;
    uint64_t tick;
    struct qp_text text;
    uint32_t epoch;
};

/* A phase of a product: the time from one phase mark to the next. Phase 0 is the time before the first mark. */
struct qp_profile_phase {
    uint32_t product;
    uint32_t number;
    struct qp_text name;
    uint32_t epoch; /* first epoch of the phase */
    uint64_t tick;
};

/* An interval of ticks. */
struct qp_span {
    uint64_t from;
    uint64_t until;
};

/* An interval in which a product was paused. `before` is the total duration of all earlier pauses. */
struct qp_profile_pause {
    struct qp_span span;
    uint64_t before;
};

/* An epoch and the tick at which it began. Epoch 0 begins with the run and has no entry. */
struct qp_profile_epoch {
    uint32_t epoch;
    uint64_t tick;
};

/* Meaning of the nodes' numbers: self time and calls, or bytes and objects of allocations (measure.h). */
enum qp_measure { QP_MEASURE_TIME, QP_MEASURE_BYTES, QP_MEASURE_OBJECTS };

struct qp_profile {
    struct qp_reader reader;
    enum qp_measure measure;
    struct qp_text program;
    struct qp_text directory;
    struct qp_text host;
    struct qp_text options[QP_PRODUCTS];
    struct qp_clock_pair clock_end; /* newest known clock pair */
    uint64_t last_tick;             /* latest tick in the file, which is taken as the end of a killed run */

    struct qp_profile_file *files;
    struct qp_profile_method *methods;
    struct qp_profile_source *sources;
    struct qp_profile_exclusion *exclusions; /* sorted by file and first line */
    struct qp_profile_thread *threads;       /* in this order: carriers, living virtual threads, top-k virtual
                                              * threads */
    struct qp_profile_carrier *carriers;
    struct qp_profile_group *groups;
    struct qp_profile_mark *marks;   /* sorted by tick */
    struct qp_profile_phase *phases; /* sorted by product and epoch */
    struct qp_profile_root *roots;
    struct qp_profile_node *nodes;
    struct qp_profile_extra *extras;
    uint32_t *extra_of; /* for each node, index of its extra + 1, 0 = none; NULL = no node has an extra */
    struct qp_profile_edge *edges;
    struct qp_profile_lives *lives;
    struct qp_profile_array *arrays; /* counts and times */
    struct qp_profile_array *sites;  /* allocations of blocks, which take the place of counts and times in a profile of
                                      * allocations (measure.h) */
    struct qp_profile_counted *counted;
    struct qp_profile_named *named; /* single contexts, sorted by product and number; then several at once */
    struct qp_profile_within *within;
    struct qp_profile_run *runs; /* the merged runs */
    uint64_t *own;               /* overhead of each node, at most its self time; NULL = not a merged file */
    struct qp_profile_pause *pauses[QP_PRODUCTS]; /* sorted by tick */
    struct qp_profile_epoch *epochs[QP_PRODUCTS]; /* sorted by epoch */
    uint32_t *clocks;                  /* for each carrier and product, index of the root that has the carrier's
                                        * clock (open.h) */
    struct qp_node_chunk *node_chunks; /* ranges of nodes in the file (nodes.c) */
    uint32_t file_count, method_count, source_count, exclusion_count;
    uint32_t thread_count, carrier_count, living_count, group_count, mark_count, phase_count;
    uint32_t root_count, node_count, extra_count, edge_count, lives_count, array_count, site_count, counted_count;
    uint32_t named_count, named_single_count, named_read_count, within_count, run_count;
    uint32_t pause_count[QP_PRODUCTS], epoch_count[QP_PRODUCTS], node_chunk_count;
    uint64_t table_budget; /* number of bytes that may still be read as line tables and branches (qp_reader_table) */

    uint32_t clear_epoch[QP_PRODUCTS]; /* epoch that the last clear began; roots of older epochs are cleared */

    struct qp_texts texts;                 /* names of files */
    struct qp_map file_map;                /* maps a file's name (qp_texts_key) to the file's index + 1 */
    struct qp_map several_map;             /* maps a hash of several contexts to their index in `named` + 1 */
    struct qp_map method_map[QP_PRODUCTS]; /* maps a method's recorded id to the method's index + 1 */
};

/* Return a node's extra record, NULL if it has none. */
static inline const struct qp_profile_extra *qp_profile_extra(const struct qp_profile *profile, uint32_t node)
{
    uint32_t extra = profile->extra_of ? profile->extra_of[node] : 0;
    return extra ? &profile->extras[extra - 1] : NULL;
}

/* Return the block array of a method after `array`: the first one if `array` is NULL, NULL after the last one. */
static inline const struct qp_profile_array *qp_profile_next_array(const struct qp_profile *profile, uint32_t method,
                                                                   const struct qp_profile_array *array)
{
    uint32_t next = array ? array->next_of_method : profile->methods[method].first_array;
    return next == QP_NONE ? NULL : &profile->arrays[next];
}

/* Likewise for the method's allocations, in a profile of time. */
static inline const struct qp_profile_array *qp_profile_next_site(const struct qp_profile *profile, uint32_t method,
                                                                  const struct qp_profile_array *site)
{
    uint32_t next = site ? site->next_of_method : profile->methods[method].first_site;
    return next == QP_NONE ? NULL : &profile->sites[next];
}

/* Return true if a product's calls are samples (QP_FEATURE_SAMPLED). Only libqprof takes samples; libcprof counts
 * calls in such a run, too. */
static inline bool qp_profile_is_sampled(const struct qp_profile *profile, uint32_t product)
{
    return profile->reader.header.features & QP_FEATURE_SAMPLED && product == QP_QPROF;
}

/* Return true if the program's allocations were recorded. */
bool qp_profile_has_allocations(const struct qp_profile *profile);

/* Return the state in which a virtual thread spends a node's self time, apart from uncounted time. */
static inline enum qp_context_state qp_profile_node_state(const struct qp_profile_node *node)
{
    if (node->flags & QP_NODE_BLOCKS)
        return QP_CONTEXT_BLOCKED;
    return node->flags & QP_NODE_WAITS ? QP_CONTEXT_WAITING : QP_CONTEXT_RUNNING;
}

/* Return the reference of a node's record, 0 if it has none. */
uint32_t qp_profile_node_reference(const struct qp_profile *profile, uint32_t node);

/* Return the sum of all times of a virtual thread. */
static inline uint64_t qp_times_sum(const uint64_t times[QP_TIMES])
{
    uint64_t sum = 0;
    for (int i = 0; i < QP_TIMES; i++)
        sum += times[i];
    return sum;
}

/* qp_profile_rate returns the rate of ticks to nanoseconds; qp_profile_ns converts ticks by that rate. Amounts of other
 * measures are returned unchanged. */
struct qp_rate qp_profile_rate(const struct qp_profile *profile);
uint64_t qp_profile_ns(const struct qp_profile *profile, uint64_t ticks);

/* Convert one part of a sum of ticks to nanoseconds, so that the converted parts add up to the converted sum. *sum
 * is the sum of the parts converted before; the part is added to it. */
uint64_t qp_profile_ns_after(const struct qp_profile *profile, uint64_t *sum, uint64_t ticks);

/* Return the nanoseconds from the start of the run to a tick. */
uint64_t qp_profile_since_start(const struct qp_profile *profile, uint64_t tick);
uint64_t qp_profile_duration_ns(const struct qp_profile *profile);
bool qp_profile_has_clock(const struct qp_profile *profile);

/* Return the time of the last event in CLOCK_MONOTONIC nanoseconds, or 0 if it is unknown. */
uint64_t qp_profile_last_moment(const struct qp_profile *profile);

/* Return true if the file is the merge of several runs. */
static inline bool qp_profile_is_merged(const struct qp_profile *profile)
{
    return profile->reader.header.features & QP_FEATURE_MERGED;
}

/* Return how many merged runs have one of these flags (QP_RUN_*). */
uint32_t qp_profile_runs_with(const struct qp_profile *profile, uint32_t flags);

/* Write a name that distinguishes runs of one program: "pid 12", or "3 runs" for a merged file. */
void qp_profile_run_name(const struct qp_profile *profile, char *shown, size_t size);

/* Return the CPU time of the process from the run's start to the newest clock pair, or the sum of all runs for a merged
 * file. Return 0 if the CPU time is unknown, as in files of version 3. */
uint64_t qp_profile_cpu_ns(const struct qp_profile *profile);

/* Return true if the run is finished and its recorder completed the file, so that nothing is open. */
bool qp_profile_is_complete(const struct qp_profile *profile);

/* qp_profile_paused returns the product's paused ticks within a span. qp_profile_epoch_tick returns the tick at
 * which an epoch began, 0 for the epoch that began with the run. */
uint64_t qp_profile_paused(const struct qp_profile *profile, uint32_t product, struct qp_span span);
uint64_t qp_profile_epoch_tick(const struct qp_profile *profile, uint32_t product, uint32_t epoch);

/* Return the product to show by default: the first with nodes. */
enum qp_product qp_profile_product(const struct qp_profile *profile);
const char *qp_profile_product_name(enum qp_product product);

/* Return the name of the constant of qprof.h that has this method id, such as "qprof_Start". Return NULL if there is
 * none. */
const char *qp_profile_predefined(uint64_t client_id);

/* Write a method's name into `shown`, printable and at most size bytes long: Class.method, a predefined name like
 * "(garbage collector)", or the id as 0x... if the method has no name. */
void qp_profile_method_name(const struct qp_profile *profile, uint32_t method, char *shown, size_t size);

/* Write "file:line" of a method into `shown`, printable. Write an empty text if the method has no file. */
void qp_profile_method_location(const struct qp_profile *profile, uint32_t method, char *shown, size_t size);

/* Write a method's name or location from its parts, without a profile. */
void qp_profile_show_name(enum qp_product product, struct qp_text class_name, struct qp_text name, uint64_t client_id,
                          char *shown, size_t size);
void qp_profile_show_location(struct qp_text file, int32_t line, char *shown, size_t size);

/* qp_profile_thread_name writes the name of a carrier, or "thread N" if the carrier has none. qp_profile_thread_is
 * returns true if `wanted` is the carrier's number, a part of its name, or NULL. */
void qp_profile_thread_name(const struct qp_profile *profile, uint32_t thread, char *shown, size_t size);
bool qp_profile_thread_is(const struct qp_profile *profile, uint32_t thread, const char *wanted);

/* ---- identity of a run ------------------------------------------------------------------------------------------- */

/* Numbers that identify a run. They are equal in its data file, in saved copies of that file, and in merged files
 * that include the run. Other numbers, such as the duration, may differ between these files. */
struct qp_run_identity {
    uint64_t process_start;
    uint64_t start_realtime_ns;
    uint64_t start_tick; /* by the clock of this run */
    uint32_t pid;
    uint32_t rank;
};

_Static_assert(sizeof(struct qp_run_identity) == 32, "identities without padding, to be compared as bytes");

/* Return the identity of the only run of a file, or of one run in a merged file. */
struct qp_run_identity qp_run_identity_of(const struct qp_header *header);
struct qp_run_identity qp_run_identity_of_merged(const struct qp_run_record *record);

/* Return true if the identity is known. A file that was not written by a recorder, for instance by a test, may lack
 * it; its run then equals no other run. */
bool qp_run_identity_is_known(const struct qp_run_identity *identity);

/* Return true if both identities are known and equal. */
bool qp_run_identity_is_same(const struct qp_run_identity *a, const struct qp_run_identity *b);
