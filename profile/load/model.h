/* model.h - struct qp_profile, what was understood of a data file: everything in arrays, references replaced by
 * indexes.
 *
 * An index that refers to nothing is QP_NONE. The nodes of roots come first, at the root's index, and a node's
 * parent has a smaller index than the node: one scan upwards sees parents first, one scan downwards sees children
 * first. Texts, line tables and block values are borrowed from the mapping and live as long as the profile. Times are
 * ticks; qp_profile_ns converts.
 *
 * Filled by definitions.c (files, methods, sources, exclusions), threads.c (carriers, groups), marks.c (marks, phases,
 * epochs, pauses), nodes.c (roots, nodes, block arrays), virtual_threads.c (those that live), lives.c (those that
 * ended), open.c (what was still open at the end) and runs.c (what only merged files have), which profile.c calls
 * (load.h). */
#ifndef QP_LOAD_MODEL_H
#define QP_LOAD_MODEL_H

#include "base/error.h"
#include "base/map.h"
#include "base/text.h"
#include "format/reader.h"

#define QP_NONE UINT32_MAX

struct qp_profile_file {
    struct qp_text name;
    uint32_t same_hash;    /* index of another file whose name has the same hash */
    uint32_t source;       /* index, what the file contained */
    uint32_t first_method; /* the file's methods, by method.next_in_file */
    uint32_t method_count;
    uint32_t first_exclusion;
    uint32_t exclusion_count;
};

struct qp_profile_method {
    uint32_t reference; /* of its record, which stays when it is retired; 0 = it has none */
    uint64_t client_id; /* of its nodes: its own among those of its product */
    uint64_t told_id;   /* the id that the client gave it; that of a retired method may be another's too */
    uint32_t product;
    uint32_t flags;
    struct qp_text name; /* none: shown by its number */
    struct qp_text class_name;
    uint32_t file; /* index */
    int32_t line;  /* the smallest of its table, 0 = none */
    uint32_t line_count;
    uint32_t branch_count;
    uint32_t block_count;
    uint32_t first_array; /* its block arrays, by array.next_of_method */
    uint32_t next_in_file;
    bool registered;
    bool counts_itself; /* it has block counters: the client's own code counts in them */
    const struct qp_line_record *lines;
    const struct qp_branch_record *branches;
};

struct qp_profile_source {
    uint32_t file;
    bool hashed;
    uint64_t hash;
    uint64_t size;
    struct qp_text text; /* none: not kept */
};

struct qp_profile_exclusion {
    uint32_t file;
    int32_t first;
    int32_t last;
    struct qp_text reason;
};

/* A carrier, or a virtual thread that lives or was kept. A kept one is one epoch of a thread: it ended in it, or its
 * phase did, and it may live and be kept again in others. reference and start tell which are one thread. What all
 * million of them are asked for stands in the first 64 bytes. */
struct qp_profile_thread {
    uint32_t reference; /* of a carrier or a context */
    bool virtual_thread;
    uint8_t kept;    /* 1 << enum qp_kept_by for each list that has it; 0 = a carrier, or it lives */
    uint8_t state;   /* enum qp_context_state, of one that lives */
    uint8_t product; /* of a virtual thread, as all that follows to the texts */
    bool mounted;    /* on its carrier */
    bool cleared;    /* its epoch is older than the last clear */
    bool estimated;
    bool disturbed;
    uint32_t group;   /* index; QP_NONE = it entered no method yet */
    uint32_t epoch;   /* that its times are of */
    uint32_t phase;   /* index, of that epoch */
    uint32_t carrier; /* index: it is mounted there, or was last; QP_NONE = not known */
    uint32_t top;     /* index of the node that it is suspended in; QP_NONE while it is mounted */
    uint64_t since;   /* until when its times are told; one that lives may have more open (open.h). 0 = its library
                         reads no clock */
    uint64_t woken;   /* later than since: woken from its state */
    uint64_t begin;   /* from when on its times are told: its start, or that of its epoch */
    uint64_t paused;  /* from begin to since */
    uint64_t times[QP_TIMES];
    uint64_t longest;
    uint64_t virtual_id;
    uint32_t migrations;
    uint32_t creator;      /* index of a node */
    uint32_t resumer;      /* the same */
    uint32_t waker;        /* the same */
    uint32_t spawner;      /* index of a virtual thread that lives */
    uint32_t waker_thread; /* the same */
    uint32_t number;       /* of the carrier; of a virtual thread, the last one's that had it */
    bool ended;
    uint64_t client_id;
    struct qp_text name;
    uint64_t start;
    uint64_t end; /* when it ended; of any kept one, until when its times are told */
};

/* What carriers alone have, by the same index. */
struct qp_profile_carrier {
    uint32_t reference;
    uint64_t system_id;
    uint64_t count;              /* system threads one after the other */
    uint64_t lanes[QP_PRODUCTS]; /* addresses in the process */
    uint64_t lost;               /* events of its log, as in the record */
    uint64_t overwritten;
};

struct qp_profile_group {
    uint32_t reference;
    uint32_t product;
    struct qp_text name;
    uint32_t parent_method; /* index */
    uint32_t creator;       /* index of a node */
    uint32_t resumer;       /* the same */
    bool estimated;
    bool disturbed; /* as in the record, here and above */
};

/* One of the runs that were merged. */
struct qp_profile_run {
    const struct qp_run_record *record; /* in the mapping */
    struct qp_text program;
    struct qp_text directory;
    struct qp_text options[QP_PRODUCTS];
};

/* The virtual threads of one root's group that ended on its carrier, or whose epoch did. */
struct qp_profile_lives {
    uint32_t reference;
    uint32_t root; /* index */
    uint64_t created;
    uint64_t ended;
    uint64_t living; /* at the end of runs that were merged: all that follows has them too */
    uint64_t life;
    uint64_t times[QP_TIMES];
    uint64_t paused;
    uint64_t migrations;
    uint64_t longest;
    uint64_t longest_life;
    uint64_t longest_delay;
    const uint64_t *lives;  /* QP_LIVES_BUCKETS of them, in the mapping */
    const uint64_t *delays; /* the same */
};

struct qp_profile_root {
    uint32_t reference;
    uint32_t product;
    uint32_t thread; /* index */
    uint32_t group;  /* index, QP_NONE = the thread itself */
    uint32_t epoch;
    uint32_t phase; /* index */
    uint32_t lives; /* index */
    bool has_node;  /* it has the root's own index */
    bool hidden;
    bool cleared; /* older than the last clear */
    bool estimated;
    uint32_t node;           /* reference of its node's record, 0 = none */
    struct qp_ledger ledger; /* as it was before the nodes were read */
};

/* A file may have millions of nodes, so what few of them have is elsewhere: qp_profile_extra finds the extra record,
 * qp_profile_node_reference the reference. */
struct qp_profile_node {
    uint64_t self;
    uint64_t calls;
    uint32_t parent; /* index, QP_NONE = a root's */
    uint32_t method; /* index, QP_NONE = a root's or a fold's */
    uint32_t root;   /* index; QP_NONE = unsound, to be skipped */
    uint16_t flags;  /* QP_NODE_*; without virtual threads the method tells BLOCKS, WAITS and CYCLES */
    bool fold;       /* call paths that found no room */
};

/* What virtual threads are suspended for. */
struct qp_suspended {
    uint64_t blocked;
    uint64_t waiting;
    uint64_t runnable;
};

struct qp_profile_extra {
    uint32_t node;
    struct qp_suspended suspended; /* as recorded */
    struct qp_suspended open;      /* of those that were still suspended in it at the end: not recorded (open.h) */
    struct qp_suspended in_phase;  /* the part of open that falls into the phase of the node's root */
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
};

/* Who woke the virtual threads that were suspended in a node. */
struct qp_profile_edge {
    uint32_t waiter; /* index of a node */
    uint32_t waker;  /* the same, QP_NONE = not known */
    uint64_t count;
    uint64_t suspended;
    uint64_t delayed;
};

struct qp_profile_array {
    uint32_t root;
    uint32_t method;
    uint32_t next_of_method;
    uint32_t count;
    bool times;
    bool own;        /* of times that were merged: the recorder's own cost in them */
    uint64_t events; /* times: how often one was told */
    const uint64_t *values;
};

/* What a client counted itself in one epoch of a thread: values of each block, then the calls of the method. */
struct qp_profile_counted {
    uint32_t root;
    uint32_t method;
    uint32_t count;
    bool has_blocks; /* else only the last value counts something: the calls */
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

/* Phase 0 is what lies before the first phase mark of the product. */
struct qp_profile_phase {
    uint32_t product;
    uint32_t number;
    struct qp_text name;
    uint32_t epoch; /* that it begins */
    uint64_t tick;
};

/* A stretch of ticks. */
struct qp_span {
    uint64_t from;
    uint64_t until;
};

/* When a product recorded nothing; before is how long it had been paused up to there. */
struct qp_profile_pause {
    struct qp_span span;
    uint64_t before;
};

/* Epochs from 1 on; what is before the first mark is epoch 0. */
struct qp_profile_epoch {
    uint32_t epoch;
    uint64_t tick;
};

struct qp_profile {
    struct qp_reader reader;
    struct qp_text program;
    struct qp_text directory;
    struct qp_text options[QP_PRODUCTS];
    struct qp_clock_pair clock_end; /* the newest moment known on both clocks */
    uint64_t last_tick;             /* of anything recorded: a run that was killed has no end of its own */

    struct qp_profile_file *files;
    struct qp_profile_method *methods;
    struct qp_profile_source *sources;
    struct qp_profile_exclusion *exclusions; /* by file and first line */
    struct qp_profile_thread *threads;       /* carriers, virtual threads that live, kept ones */
    struct qp_profile_carrier *carriers;
    struct qp_profile_group *groups;
    struct qp_profile_mark *marks;   /* by tick */
    struct qp_profile_phase *phases; /* by product and epoch */
    struct qp_profile_root *roots;
    struct qp_profile_node *nodes;
    struct qp_profile_extra *extras;
    uint32_t *extra_of; /* by node: index of its extra + 1, 0 = none; NULL = no node has an extra */
    struct qp_profile_edge *edges;
    struct qp_profile_lives *lives;
    struct qp_profile_array *arrays;
    struct qp_profile_counted *counted;
    struct qp_profile_run *runs; /* that were merged */
    uint64_t *own;               /* of a merged file, by node: own cost, at most its self time; else NULL */
    struct qp_profile_pause *pauses[QP_PRODUCTS]; /* by tick */
    struct qp_profile_epoch *epochs[QP_PRODUCTS]; /* by epoch */
    uint32_t *clocks;                  /* by carrier, QP_PRODUCTS each: index of the root with its clock (open.h) */
    struct qp_node_chunk *node_chunks; /* where the nodes lie in the file (nodes.c) */
    uint32_t file_count, method_count, source_count, exclusion_count;
    uint32_t thread_count, carrier_count, living_count, group_count, mark_count, phase_count;
    uint32_t root_count, node_count, extra_count, edge_count, lives_count, array_count, counted_count;
    uint32_t run_count;
    uint32_t pause_count[QP_PRODUCTS], epoch_count[QP_PRODUCTS], node_chunk_count;
    uint64_t table_budget; /* qp_reader_table's, of line tables and branches */

    uint32_t clear_epoch[QP_PRODUCTS]; /* roots of older epochs are cleared */

    struct qp_map file_map;                /* hash of a name: index + 1 of the newest file with it */
    struct qp_map method_map[QP_PRODUCTS]; /* client id: index + 1 */
};

/* Return a node's extra record, NULL if it has none. */
static inline const struct qp_profile_extra *qp_profile_extra(const struct qp_profile *profile, uint32_t node)
{
    uint32_t extra = profile->extra_of ? profile->extra_of[node] : 0;
    return extra ? &profile->extras[extra - 1] : NULL;
}

/* Return the reference of a node's record, 0 if it has none. */
uint32_t qp_profile_node_reference(const struct qp_profile *profile, uint32_t node);

/* All times of a virtual thread together. */
static inline uint64_t qp_times_sum(const uint64_t times[QP_TIMES])
{
    uint64_t sum = 0;
    for (int i = 0; i < QP_TIMES; i++)
        sum += times[i];
    return sum;
}

uint64_t qp_profile_ns(const struct qp_profile *profile, uint64_t ticks);

/* Of ticks that are told piece by piece: said counts those that were told before. The pieces add up to what
 * qp_profile_ns makes of all of them. */
uint64_t qp_profile_ns_after(const struct qp_profile *profile, uint64_t *said, uint64_t ticks);

/* Nanoseconds from the start of the run to a tick. */
uint64_t qp_profile_since_start(const struct qp_profile *profile, uint64_t tick);
uint64_t qp_profile_duration_ns(const struct qp_profile *profile);
bool qp_profile_has_clock(const struct qp_profile *profile);

/* When the last event was, CLOCK_MONOTONIC nanoseconds; 0 = its events do not tell moments. */
uint64_t qp_profile_last_moment(const struct qp_profile *profile);

/* Whether it is of several runs, which were merged. */
static inline bool qp_profile_is_merged(const struct qp_profile *profile)
{
    return profile->reader.header.features & QP_FEATURE_MERGED;
}

/* How many of the runs that were merged have one of these flags (QP_RUN_*). */
uint32_t qp_profile_runs_with(const struct qp_profile *profile, uint32_t flags);

/* "pid 12", or "3 runs": which run of its program it is. */
void qp_profile_run_name(const struct qp_profile *profile, char *shown, size_t size);

/* CPU time of the process from the run's start to the newest moment known on both clocks; of a merged file that of all
 * runs. 0: not known, as in files of version 3. */
uint64_t qp_profile_cpu_ns(const struct qp_profile *profile);

/* Whether the run is over and its recorder completed the file, so that nothing in it is open. */
bool qp_profile_is_complete(const struct qp_profile *profile);

/* How much of a span of ticks the product was paused, by the marks; when an epoch began (0: with the run). */
uint64_t qp_profile_paused(const struct qp_profile *profile, uint32_t product, struct qp_span span);
uint64_t qp_profile_epoch_tick(const struct qp_profile *profile, uint32_t product, uint32_t epoch);

/* Whether a moment is later than another on both clocks: only then they tell a rate. */
bool qp_profile_is_later(const struct qp_clock_pair *pair, const struct qp_clock_pair *than);

/* The product to show when nobody asks for one: the first that has nodes. */
enum qp_product qp_profile_product(const struct qp_profile *profile);
const char *qp_profile_product_name(enum qp_product product);

/* The constant of qprof.h that a method's told id is, as programs know it; NULL for others. */
const char *qp_profile_predefined(uint64_t client_id);

/* The name as people know it: Class.method, "(garbage collector)" and the like, or 0x...; at most size bytes,
 * printable. */
void qp_profile_method_name(const struct qp_profile *profile, uint32_t method, char *shown, size_t size);

/* "file:line" of a method, printable; empty when it has no file. */
void qp_profile_method_location(const struct qp_profile *profile, uint32_t method, char *shown, size_t size);

/* The same of their parts, for a method whose profile is closed. */
void qp_profile_show_name(enum qp_product product, struct qp_text class_name, struct qp_text name, uint64_t client_id,
                          char *shown, size_t size);
void qp_profile_show_location(struct qp_text file, int32_t line, char *shown, size_t size);

/* A carrier's name, "thread N" without one; and whether a user's N or NAME means it, which NULL always does. */
void qp_profile_thread_name(const struct qp_profile *profile, uint32_t thread, char *shown, size_t size);
bool qp_profile_thread_is(const struct qp_profile *profile, uint32_t thread, const char *wanted);

#endif
