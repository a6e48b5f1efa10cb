/* method.h - the methods that clients registered, in a table by id that is read without locks.
 *
 * Entries live as long as the process and never move, so a new run, or a child that continues to record, writes them
 * into its own file. A method that is not registered has an entry if the client's callback was called for it, or if it
 * counted cycles.
 *
 * A retired method remains only in the data file. Its nodes and blocks get an internal id, which contains the reference
 * of the method's record. The next method that is registered with the old id uses the entry. If the retired method is
 * defined again, under any id, it gets its record, nodes and blocks back.
 *
 * Any thread may call qp_method_find at any time. The other functions are called with the cold lock, unless their
 * comment says otherwise. */
#pragma once

#include "format/record.h"
#include "qprof.h"

#include <stdbool.h>
#include <stdint.h>

/* Maximum number of entries of a line table. Generated functions have up to a million lines, so a count far above
 * that is a damaged argument. */
#define QP_METHOD_MOST_BLOCKS (1 << 24)

struct qp_method {
    uint64_t id;
    uint32_t registered; /* 1 = registered; set last */
    uint32_t asked;      /* 1 = the client's callback was called for the method */
    uint32_t flags;
    char *name; /* name, class_name, file: NULL = none. A definition after a retirement reuses their memory */
    char *class_name;
    char *file;
    struct qp_line_record *lines;
    uint32_t line_room; /* capacity of lines; may exceed line_count after a retirement */
    uint32_t line_count;
    uint32_t sorted; /* 1 = the code offsets ascend, so binary search is possible */
    struct qp_branch_record *branches;
    uint32_t branch_count;
    uint32_t branch_room; /* capacity of branches */
    int32_t *targets;     /* lines to which the outcomes of all branches lead */
    uint32_t target_count;
    uint32_t target_room; /* capacity of targets */
    uint32_t block_count;
    uint32_t record;   /* reference of the method's record in the current file, 0 = none */
    uint32_t counters; /* number of the method's newest counters (block_counters.c), 0 = none */
    uint32_t again;    /* 1 = the method was retired and defined again */
    uint64_t moved;    /* id under which the retired method was defined again, 0 = none */
};

struct qp_method_definition {
    uint64_t id;
    const char *name;
    const char *class_name;
    const char *file;
    const struct qprof_LineInfo *lines;
    uint32_t line_count;
    uint32_t flags;
};

/* Return the entry with this id, even if the method is not registered. Return NULL if no entry exists. */
struct qp_method *qp_method_find(enum qp_product product, uint64_t id);

/* `id` is the id of a method as nodes store it. qp_method_flags returns the method's flags, and qp_method_blocks its
 * number of blocks; both return 0 if the method is not registered. qp_method_client_id returns the client's id of the
 * method, which differs from `id` if the method is retired. Any thread may call these functions. */
uint32_t qp_method_flags(enum qp_product product, uint64_t id);
uint32_t qp_method_blocks(enum qp_product product, uint64_t id);
uint64_t qp_method_client_id(uint64_t id);

/* Return the id under which a retired method was defined again. For other methods return `id`. Any thread may call
 * this. */
uint64_t qp_method_moved_id(enum qp_product product, uint64_t id);

/* qp_method_is_unknown returns true if the method is not registered and the client's callback was not called for it.
 * Any thread may call this function. qp_method_ask returns true if the caller must call the callback, and marks the
 * method as asked about. */
bool qp_method_is_unknown(enum qp_product product, uint64_t id);
bool qp_method_ask(enum qp_product product, uint64_t id);

enum qp_method_result { QP_METHOD_NEW, QP_METHOD_SAME, QP_METHOD_OTHER, QP_METHOD_NO_MEMORY };

/* Register a method. A later registration may add missing parts such as a name, and then also returns QP_METHOD_NEW.
 * A later registration never changes a part that exists. */
enum qp_method_result qp_method_register(enum qp_product product, const struct qp_method_definition *definition);

/* Steps of retiring a method and of defining it again (retire.h), while events are held. qp_method_forget empties
 * the method's entry, so that the method is unknown. qp_method_prepare fills an entry from a definition; if out of
 * memory, it returns NULL. qp_method_take gives the method the record and the branches of a retired method; if out of
 * memory, it returns -1. qp_method_renew gives the method a new record without branches. qp_method_publish makes the
 * method visible to other threads, after its nodes were changed. */
void qp_method_forget(struct qp_method *method);
struct qp_method *qp_method_prepare(enum qp_product product, const struct qp_method_definition *definition);
int qp_method_take(enum qp_product product, struct qp_method *method, struct qp_method_record *record);
void qp_method_renew(enum qp_product product, struct qp_method *method);
void qp_method_publish(struct qp_method *method);

/* Store the branches of a method. The caller has checked their ranges. Return 0, or -1 if out of memory or if the
 * method has other branches. */
int qp_method_add_branches(struct qp_method *method, const struct qp_branch_record *branches, uint32_t count);

/* Store the lines to which the outcomes of a method's branches lead. The caller has checked their number. Return 0, or
 * -1 if out of memory or if the method has other targets. */
int qp_method_add_targets(struct qp_method *method, const int32_t *targets, uint32_t count);

/* Add a flag of QP_METHOD_ADDED to the method: from now on it counts cycles instead of time, or a wrapper records its
 * calls. */
void qp_method_flag(enum qp_product product, uint64_t id, uint32_t flag);

/* qp_method_reset_records forgets the records of all methods and which ones were throttled, for a new data file. When a
 * product starts, qp_method_write_all writes the product's entries into the file. */
void qp_method_reset_records(void);
void qp_method_write_all(enum qp_product product);

/* Return the index of the line table's entry for a code offset, -1 if the method has no table. */
int qp_method_line_index(const struct qp_method *method, int offset);

/* ---- a method's record in the data file (method_record.c), under the cold lock except for the look-up ---- */

/* qp_method_record_write writes the method's record, and makes the record if the method has none; `unnamed` is
 * QP_METHOD_UNNAMED or 0. qp_method_record_write_branches writes only the branches with their targets. */
void qp_method_record_write(enum qp_product product, struct qp_method *method, uint32_t unnamed);
void qp_method_record_write_branches(const struct qp_method *method);

/* Return the targets in a record and their number, NULL if it has none. */
const int32_t *qp_method_record_targets(const struct qp_method_record *record, uint32_t *count);

/* Return the record of the retired method with this internal id. Return NULL for ids of clients. Any thread may call
 * this. */
struct qp_method_record *qp_method_record_retired(uint64_t id);

/* qp_method_record_give_up marks the method's record as retired, gives the record a new, internal id, and returns
 * this id. qp_method_record_take gives the record of a retired method to this method. Call both while events are held.
 */
uint64_t qp_method_record_give_up(const struct qp_method *method);
void qp_method_record_take(struct qp_method *method, struct qp_method_record *record);
