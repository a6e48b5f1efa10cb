/* location_table.h - the table of locations: lines and stacks, found by handle and by content. Equal locations share
 * an entry.
 *
 * Any thread may call these functions, without a lock. They are async-signal-safe.
 *
 * The table is one range of address space of limited size, which is mapped at the first location and never freed. A
 * forked child continues with a copy of it. */
#pragma once

#include <stdint.h>

struct qp_location_entry {
    uint32_t kept;    /* 1 = the entry is valid; set last */
    uint32_t written; /* number of the data file that contains the record */
    uint32_t flags;   /* QP_LOCATION_* */
    uint32_t count;   /* number of addresses; 0 = a line */
    uint32_t node;    /* reference of the interpreter's qp_node in data file node_file; 0 = none */
    uint32_t node_file;
    int32_t line;
    uint32_t unused;
    const void *what; /* for a stack its addresses, a uint64_t[count]; for a line the file's name; equal names have
                       * the same pointer */
};

/* Return the handle of an equal entry, or add the entry. Return 0 if there is no space. */
uint32_t qp_location_table_put(const struct qp_location_entry *entry);

/* Return the entry of a handle, NULL if the handle does not exist. */
struct qp_location_entry *qp_location_table_at(uint32_t handle);

/* Return the number of handles, which is also the largest handle. */
uint32_t qp_location_table_count(void);
