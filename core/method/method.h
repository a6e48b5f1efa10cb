/* method.h - the methods that clients registered: id to entry through a table that is read without locks.
 *
 * Entries live as long as the process and never move, so a new run, or a child that records on, writes them into its
 * file again. A method has an entry too when the client was asked about it, or counted cycles in it, before it was
 * registered.
 *
 * A method that is retired lives on in the data file alone: its nodes and blocks get an id of the recorder's own, which
 * tells its record, and the entry of its id serves the next one. When it is defined again, under this id or another, it
 * gets its record, nodes and blocks back.
 *
 *               find   ask        register, branches, write
 *   find        ok     ok         ok            any thread
 *   the others         cold lock  cold lock
 */
#ifndef QP_METHOD_METHOD_H
#define QP_METHOD_METHOD_H

#include "base/attribute.h"
#include "format/record.h"
#include "qprof.h"

#include <stdbool.h>
#include <stdint.h>

/* A larger line table is a damaged argument, not a method. Generated functions have a million lines. */
#define QP_METHOD_MOST_BLOCKS (1 << 24)

struct qp_method {
    uint64_t id;
    uint32_t registered; /* published last */
    uint32_t asked;      /* the client was asked about it */
    uint32_t flags;
    char *name; /* may be NULL, as the next two; of a retired one room for another */
    char *class_name;
    char *file;
    struct qp_line_record *lines;
    uint32_t line_room; /* at lines; line_count, or more after a retired one */
    uint32_t line_count;
    uint32_t sorted; /* offsets ascend, so that a binary search finds one */
    struct qp_branch_record *branches;
    uint32_t branch_count;
    uint32_t branch_room; /* as line_room */
    uint32_t block_count;
    uint32_t record;   /* reference in the current file, 0 = not there */
    uint32_t counters; /* number of its newest (block_counters.h), 0 = none */
    uint32_t again;    /* it was retired, and defined again so */
    uint64_t moved;    /* the id that what was retired was defined again under, 0 = none */
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

/* The entry, registered or not; NULL when there is none. */
struct qp_method *qp_method_find(enum qp_product product, uint64_t id);

/* What is known of the method of a node: its flags and how many blocks it has, 0 where it is not registered; the id
 * that the client gave it, which is another where it is retired. */
uint32_t qp_method_flags(enum qp_product product, uint64_t id);
uint32_t qp_method_blocks(enum qp_product product, uint64_t id);
uint64_t qp_method_told_id(uint64_t id);

/* The id that a method which was retired was defined again under; its own for others. */
uint64_t qp_method_moved_id(enum qp_product product, uint64_t id);

/* Whether the client could be asked about this id; make an entry for it. Returns true for the one caller that is to ask
 * the client. */
bool qp_method_is_unknown(enum qp_product product, uint64_t id);
bool qp_method_ask(enum qp_product product, uint64_t id);

enum qp_method_result { QP_METHOD_NEW, QP_METHOD_SAME, QP_METHOD_OTHER, QP_METHOD_NO_MEMORY };

/* What was not told at first, such as a name, may be told later: QP_METHOD_NEW too. Nothing that was told changes. */
enum qp_method_result qp_method_register(enum qp_product product, const struct qp_method_definition *definition);

/* The parts of retiring a method, and of defining it again (retire.h), while events are held: its entry is that of an
 * unknown one; it is as it was asked, and has the record and the branches of a retired one, or a new record without
 * branches; it is published, when it has its nodes as well. NULL, or -1, without memory. */
void qp_method_forget(struct qp_method *method);
struct qp_method *qp_method_prepare(enum qp_product product, const struct qp_method_definition *definition);
int qp_method_take(enum qp_product product, struct qp_method *method, struct qp_method_record *record);
void qp_method_renew(enum qp_product product, struct qp_method *method);
void qp_method_publish(struct qp_method *method);

/* Keep the branches, whose ranges were checked. Returns 0, or -1 without memory, or where it has others. */
int qp_method_add_branches(struct qp_method *method, const struct qp_branch_record *branches, uint32_t count);

/* Count cycles from now on. */
void qp_method_count_cycles(enum qp_product product, uint64_t id);

/* A new data file begins; then, for each product that starts, write its entries into it. */
void qp_method_reset_records(void);
void qp_method_write_all(enum qp_product product);

/* The index of the line table's entry for a code offset, -1 without a table. */
int qp_method_line_index(const struct qp_method *method, int offset);

/* ---- a method's record in the data file (method_record.c), with the cold lock, but for the look-up ---- */

/* Write all that is known of the method, into a new record where it has none; of its branches alone. unnamed is
 * QP_METHOD_UNNAMED, or 0. */
void qp_method_record_write(enum qp_product product, struct qp_method *method, uint32_t unnamed);
void qp_method_record_write_branches(const struct qp_method *method);

/* The record of a retired method, by the id that the recorder gave it; NULL for the ids of others. Any thread. */
struct qp_method_record *qp_method_record_retired(uint64_t id);

/* The method's record gets such an id, which is returned; the record of a retired one is that of the method from now
 * on. While events are held. */
uint64_t qp_method_record_give_up(const struct qp_method *method);
void qp_method_record_take(struct qp_method *method, struct qp_method_record *record);

/* A new data file. */
void qp_method_record_reset(void);

#endif
