/* method.h - the methods that clients registered: id to entry through a table that is read without locks.
 *
 * Entries live as long as the process and never move, so a new run, or a child that records on, writes them into its
 * file again. A method has an entry too when the client was asked about it, or counted cycles in it, before it was
 * registered.
 *
 * A method that is retired lives on in the data file alone: its nodes and blocks get an id of the recorder's own, which
 * tells its record, and the entry of its id serves the next one.
 *
 *               find   ask        register, branches, write
 *   find        ok     ok         ok            any thread
 *   the others         cold lock  cold lock
 */
#ifndef QP_RECORD_METHOD_H
#define QP_RECORD_METHOD_H

#include "base/attribute.h"
#include "data/record.h"
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
    uint32_t block_count;
    uint32_t record;   /* reference in the current file, 0 = not there */
    uint32_t counters; /* number of its newest (block_counters.h), 0 = none */
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

/* Whether the client could be asked about this id; make an entry for it. Returns true for the one caller that is to ask
 * the client. */
bool qp_method_is_unknown(enum qp_product product, uint64_t id);
bool qp_method_ask(enum qp_product product, uint64_t id);

enum qp_method_result { QP_METHOD_NEW, QP_METHOD_SAME, QP_METHOD_OTHER, QP_METHOD_NO_MEMORY };

/* What was not told at first, such as a name, may be told later: QP_METHOD_NEW too. Nothing that was told changes. */
enum qp_method_result qp_method_register(enum qp_product product, const struct qp_method_definition *definition);

/* The two halves of retiring a method (retire.h). Its record in the file has an id of the recorder's own from now on,
 * which is returned; its entry is that of an unknown method. While events are held. */
uint64_t qp_method_give_up_id(struct qp_method *method);
void qp_method_forget(struct qp_method *method);

/* Keep the branches, whose ranges were checked. Returns 0, or -1 without memory. */
int qp_method_add_branches(struct qp_method *method, const struct qprof_BranchInfo *branches, uint32_t count);

/* Count cycles from now on. */
void qp_method_count_cycles(enum qp_product product, uint64_t id);

/* A new data file begins; then, for each product that starts, write its entries into it. */
void qp_method_reset_records(void);
void qp_method_write_all(enum qp_product product);

/* The index of the line table's entry for a code offset, -1 without a table. */
int qp_method_line_index(const struct qp_method *method, int offset);

#endif
