/* location_table.h - the table of locations: lines and stacks by handle and by content. Equal ones share an entry.
 *
 * put, at and count: any thread, async-signal-safe, no lock.
 *
 * The table is one range of address space of limited size, taken at the first location and never freed. A forked child
 * continues with a copy. */
#pragma once

#include <stdint.h>

struct qp_location_entry {
    uint32_t kept;    /* 1 = this is a location; published last */
    uint32_t written; /* number of the data file that has its record */
    uint32_t flags;   /* QP_LOCATION_* */
    uint32_t count;   /* number of addresses; 0 = a line */
    uint32_t node;    /* reference of the interpreter's qp_node in data file node_file; 0 = none */
    uint32_t node_file;
    int32_t line;
    uint32_t unused;
    const void *what; /* uint64_t[count]; for a line the file's name: equal names have one address */
};

/* Return the handle of an equal entry, or add one. 0 if there is no space. */
uint32_t qp_location_table_put(const struct qp_location_entry *entry);

/* Return the entry of a handle, NULL if it does not exist. */
struct qp_location_entry *qp_location_table_at(uint32_t handle);

/* Return the number of handles, which is also the largest one. */
uint32_t qp_location_table_count(void);
