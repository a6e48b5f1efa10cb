/* model.h - struct qp_profile, what was understood of a data file: everything in arrays, references replaced by
 * indexes.
 *
 * An index that refers to nothing is QP_NONE. The nodes of roots come first, at the root's index, and a node's
 * parent has a smaller index than the node: one scan upwards sees parents first, one scan downwards sees children
 * first. Texts, line tables and block values are borrowed from the mapping and live as long as the profile. Times are
 * ticks; qp_profile_ns converts.
 *
 * Filled by definitions.c (files, methods, sources, exclusions), threads.c (threads, groups), marks.c (marks, phases)
 * and nodes.c (roots, nodes, block arrays), which profile.c calls (load.h). */
#ifndef QP_DATA_MODEL_H
#define QP_DATA_MODEL_H

#include "base/error.h"
#include "base/map.h"
#include "base/text.h"
#include "data/reader.h"

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
    uint64_t client_id;
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

/* A carrier, or a virtual thread that lives or ended. */
struct qp_profile_thread {
    uint32_t reference; /* of a carrier */
    bool virtual_thread;
    bool ended;
    uint32_t number;  /* of the carrier */
    uint32_t product; /* of a virtual thread */
    uint64_t client_id;
    uint64_t system_id;
    uint64_t virtual_id;
    struct qp_text name;
    uint32_t group; /* index, of a virtual thread */
    uint64_t start;
    uint64_t end;
    uint64_t run;   /* of a virtual thread; a carrier's is the sum of its nodes */
    uint64_t count; /* system threads one after the other */
    struct qp_buckets buckets[QP_PRODUCTS];
    uint64_t lost; /* events of its log, as in the record */
    uint64_t overwritten;
};

struct qp_profile_group {
    uint32_t reference;
    uint32_t product;
    struct qp_text name;
    uint32_t parent_method; /* index */
    uint64_t created;
    uint64_t ended;
    uint64_t run; /* of ended virtual threads */
    uint64_t blocked;
    uint64_t waiting;
};

struct qp_profile_root {
    uint32_t reference;
    uint32_t product;
    uint32_t thread; /* index */
    uint32_t group;  /* index, QP_NONE = the thread itself */
    uint32_t epoch;
    uint32_t phase; /* index */
    bool has_node;  /* it has the root's own index */
    bool hidden;
    bool cleared; /* older than the last clear */
};

struct qp_profile_node {
    uint64_t self;
    uint64_t calls;
    uint32_t parent; /* index, QP_NONE = a root's */
    uint32_t method; /* index, QP_NONE = a root's or a fold's */
    uint32_t root;   /* index; QP_NONE = unsound, to be skipped */
    uint32_t extra;  /* index */
    uint32_t reference;
    bool fold; /* call paths that found no room */
};

struct qp_profile_extra {
    uint32_t node;
    uint64_t blocked;
    uint64_t waiting;
    uint64_t cycles;
    uint64_t acquired;
    uint64_t released;
    uint64_t measured;
    uint64_t minimum;
    uint64_t maximum;
};

struct qp_profile_array {
    uint32_t root;
    uint32_t method;
    uint32_t next_of_method;
    uint32_t count;
    bool times;
    const uint64_t *values;
};

struct qp_profile_mark {
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
    struct qp_profile_thread *threads;       /* carriers first */
    struct qp_profile_group *groups;
    struct qp_profile_mark *marks;   /* by tick */
    struct qp_profile_phase *phases; /* by product and epoch */
    struct qp_profile_root *roots;
    struct qp_profile_node *nodes;
    struct qp_profile_extra *extras;
    struct qp_profile_array *arrays;
    uint32_t file_count, method_count, source_count, exclusion_count;
    uint32_t thread_count, carrier_count, group_count, mark_count, phase_count;
    uint32_t root_count, node_count, extra_count, array_count;
    uint64_t table_budget; /* qp_reader_table's, of line tables and branches */

    uint32_t clear_epoch[QP_PRODUCTS]; /* roots of older epochs are cleared */

    struct qp_map file_map;                /* hash of a name: index + 1 of the newest file with it */
    struct qp_map method_map[QP_PRODUCTS]; /* client id: index + 1 */
};

uint64_t qp_profile_ns(const struct qp_profile *profile, uint64_t ticks);
/* Nanoseconds from the start of the run to a tick. */
uint64_t qp_profile_since_start(const struct qp_profile *profile, uint64_t tick);
uint64_t qp_profile_duration_ns(const struct qp_profile *profile);
bool qp_profile_has_clock(const struct qp_profile *profile);

/* Whether a moment is later than another on both clocks: only then they tell a rate. */
bool qp_profile_is_later(const struct qp_clock_pair *pair, const struct qp_clock_pair *than);

/* The product to show when nobody asks for one: the first that has nodes. */
enum qp_product qp_profile_product(const struct qp_profile *profile);
const char *qp_profile_product_name(enum qp_product product);

/* The name as people know it: Class.method, a predefined name, or 0x...; at most size bytes, printable. */
void qp_profile_method_name(const struct qp_profile *profile, uint32_t method, char *shown, size_t size);

/* "file:line" of a method, printable; empty when it has no file. */
void qp_profile_method_location(const struct qp_profile *profile, uint32_t method, char *shown, size_t size);

/* A carrier's name, "thread N" without one; and whether a user's N or NAME means it, which NULL always does. */
void qp_profile_thread_name(const struct qp_profile *profile, uint32_t thread, char *shown, size_t size);
bool qp_profile_thread_is(const struct qp_profile *profile, uint32_t thread, const char *wanted);

#endif
