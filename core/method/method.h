/* method.h - the methods that clients registered: ids to entries, in a table that is read without locks.
 *
 * Entries live as long as the process and never move, so a new run, or a child that continues to record, writes them
 * into its own file. A method also has an entry if the client was asked about it, or it counted cycles, before its
 * registration.
 *
 * A retired method remains in the data file only: its nodes and blocks get an id of the recorder, which contains the
 * reference of its record, and the entry of its old id serves the next method. If it is defined again, under this id or
 * another, it gets its record, nodes and blocks back.
 *
 * Any thread may call find at any time; the other functions require the cold lock. */
#pragma once

#include "format/record.h"
#include "qprof.h"

#include <stdbool.h>
#include <stdint.h>

/* Largest line table; a larger one is a damaged argument. Generated functions have up to a million lines. */
#define QP_METHOD_MOST_BLOCKS (1 << 24)

struct qp_method {
    uint64_t id;
    uint32_t registered; /* published last */
    uint32_t asked;      /* whether the client was asked about it */
    uint32_t flags;
    char *name; /* may be NULL, like the next two; of a retired method, space to reuse */
    char *class_name;
    char *file;
    struct qp_line_record *lines;
    uint32_t line_room; /* capacity of lines; may exceed line_count after a retirement */
    uint32_t line_count;
    uint32_t sorted; /* whether offsets ascend, so that binary search works */
    struct qp_branch_record *branches;
    uint32_t branch_count;
    uint32_t branch_room; /* capacity of branches */
    uint32_t block_count;
    uint32_t record;   /* reference in the current file, 0 = none */
    uint32_t counters; /* number of its newest counters (block_counters.h), 0 = none */
    uint32_t again;    /* whether it was retired and defined again */
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

/* Return the entry, registered or not; NULL if there is none. */
struct qp_method *qp_method_find(enum qp_product product, uint64_t id);

/* Return properties of a node's method: its flags and number of blocks, 0 if it is not registered; and the client's id
 * for it, which differs if it is retired. */
uint32_t qp_method_flags(enum qp_product product, uint64_t id);
uint32_t qp_method_blocks(enum qp_product product, uint64_t id);
uint64_t qp_method_client_id(uint64_t id);

/* Return the id under which a retired method was defined again; for other methods the id itself. */
uint64_t qp_method_moved_id(enum qp_product product, uint64_t id);

/* Return whether the client may be asked about this id; make an entry for it. qp_method_ask returns true if the caller
 * must ask the client. */
bool qp_method_is_unknown(enum qp_product product, uint64_t id);
bool qp_method_ask(enum qp_product product, uint64_t id);

enum qp_method_result { QP_METHOD_NEW, QP_METHOD_SAME, QP_METHOD_OTHER, QP_METHOD_NO_MEMORY };

/* Register a method. A later registration may add missing parts such as a name (QP_METHOD_NEW too), but changes
 * nothing. */
enum qp_method_result qp_method_register(enum qp_product product, const struct qp_method_definition *definition);

/* Steps of retiring a method and of defining it again (retire.h), while events are held. forget: make its entry that of
 * an unknown method. prepare: fill in the entry. take: use a retired method's record and branches. renew: use a new
 * record without branches. publish: make it visible, after its nodes. Return NULL or -1 if out of memory. */
void qp_method_forget(struct qp_method *method);
struct qp_method *qp_method_prepare(enum qp_product product, const struct qp_method_definition *definition);
int qp_method_take(enum qp_product product, struct qp_method *method, struct qp_method_record *record);
void qp_method_renew(enum qp_product product, struct qp_method *method);
void qp_method_publish(struct qp_method *method);

/* Store the branches, whose ranges were checked. Return 0, or -1 if out of memory or if the method has other branches.
 */
int qp_method_add_branches(struct qp_method *method, const struct qp_branch_record *branches, uint32_t count);

/* Count cycles from now on. */
void qp_method_count_cycles(enum qp_product product, uint64_t id);

/* Forget the records, for a new data file; then, for each product that starts, write its entries into the file. */
void qp_method_reset_records(void);
void qp_method_write_all(enum qp_product product);

/* Return the index of the line table's entry for a code offset, -1 without a table. */
int qp_method_line_index(const struct qp_method *method, int offset);

/* ---- a method's record in the data file (method_record.c), under the cold lock except for the look-up ---- */

/* Write the method, into a new record if it has none; or only its branches. unnamed is QP_METHOD_UNNAMED or 0. */
void qp_method_record_write(enum qp_product product, struct qp_method *method, uint32_t unnamed);
void qp_method_record_write_branches(const struct qp_method *method);

/* Return the record of a retired method by the recorder's id; NULL for other ids. Any thread. */
struct qp_method_record *qp_method_record_retired(uint64_t id);

/* Give the method's record a recorder's id, which is returned; or give a retired method's record to this method. While
 * events are held. */
uint64_t qp_method_record_give_up(const struct qp_method *method);
void qp_method_record_take(struct qp_method *method, struct qp_method_record *record);
