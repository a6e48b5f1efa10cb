/* location_table.h - the table of locations: lines and stacks by handle and by content. Equal ones have one entry.
 *
 *   put, at, count   any thread, signal handlers too, no lock
 *
 * The table is one stretch of address space, taken at the first location and never given back; it is bounded. A forked
 * child goes on with a copy. */
#ifndef QP_STACKS_LOCATION_TABLE_H
#define QP_STACKS_LOCATION_TABLE_H

#include <stdint.h>

struct qp_location_entry {
    uint32_t kept;    /* 1 = this is a location; published last */
    uint32_t written; /* number of the data file that has its record */
    uint32_t flags;   /* QP_LOCATION_* */
    uint32_t count;   /* of addresses; 0 = a line */
    uint32_t node;    /* reference of the interpreter's qp_node in data file node_file; 0 = none */
    uint32_t node_file;
    int32_t line;
    uint32_t unused;
    const void *what; /* uint64_t[count]; of a line, the name of its file: equal names are one address */
};

/* Returns the handle of the entry that equals this one; one is added when there is none. 0 when there is no room. */
uint32_t qp_location_table_put(const struct qp_location_entry *entry);

/* The entry of a handle, NULL when it was not given out. */
struct qp_location_entry *qp_location_table_at(uint32_t handle);

/* No handle is larger. */
uint32_t qp_location_table_count(void);

#endif
