/* locations.h - the locations of a run by handle, as they were recorded: a line of a file, or addresses and the modules
 * that they lie in. What addresses mean is for locate/ to find out.
 *
 *   module   a piece of code in the recording process's memory: a file, placed at start..end
 *   path     the methods of libqprof that were open: where an interpreter was
 *
 * Not a part of qp_profile_open, since only few users ask for locations. Texts and addresses are borrowed from the
 * reader's mapping. A damaged record is left out and counted, as everywhere. */
#ifndef QP_SOURCE_LOCATIONS_H
#define QP_SOURCE_LOCATIONS_H

#include "profile/load/profile.h"

struct qp_location {
    uint32_t handle;
    bool exact;          /* the first address is one that runs, not one that is returned to */
    struct qp_text file; /* none: a stack */
    int32_t line;
    uint32_t count;
    const uint64_t *addresses; /* innermost first */
    uint32_t node;             /* reference of a qp_node of libqprof, 0 = none known */
};

struct qp_module {
    uint64_t start;
    uint64_t end;
    uint64_t bias;  /* address less this is the file's own */
    uint64_t tick;  /* when it was seen first */
    uint64_t reach; /* the largest end of this one and those that start before it */
    struct qp_text name;
    uint32_t build_id_size; /* 0 = the file has none */
    const unsigned char *build_id;
};

struct qp_locations {
    struct qp_reader *reader;
    uint64_t budget;           /* qp_reader_table's, of stacks */
    struct qp_location *items; /* by handle */
    struct qp_module *modules; /* by start */
    uint64_t *changes;         /* ticks of modules that took the location of others, rising */
    uint32_t count;
    uint32_t module_count;
    uint32_t change_count;
};

/* Returns false without memory; nothing is to be closed then. */
bool qp_locations_open(struct qp_locations *locations, struct qp_reader *reader);
void qp_locations_close(struct qp_locations *locations);

/* NULL when no such location was recorded. */
const struct qp_location *qp_locations_find(const struct qp_locations *locations, uint32_t handle);

/* The module that an address lay in at a tick, an index; QP_NONE when there is none. */
uint32_t qp_locations_module(const struct qp_locations *locations, uint64_t address, uint64_t tick);

/* How many modules had been replaced by a tick: between two ticks with the same number, addresses mean the same. */
uint32_t qp_locations_changes(const struct qp_locations *locations, uint64_t tick);

/* The methods (indexes) that were open at a node's reference, innermost first, no more than room. Returns how many. */
uint32_t qp_locations_path(const struct qp_profile *profile, uint32_t node, uint32_t *methods, uint32_t room);

#endif
