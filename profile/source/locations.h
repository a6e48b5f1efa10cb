/* locations.h - recorded locations by handle: a line of a file, or addresses and the modules that contain them.
 *
 * Component locate/ resolves addresses to functions and lines.
 *
 *   module   a piece of code in the recorded process's memory: a file, mapped at start..end
 *   path     the methods on libqprof's stack at a location, which show the position in an interpreted program
 *
 * Locations are not a part of qp_profile_open, because only few commands need them. Texts and addresses point into the
 * reader's mapped file. Damaged records are skipped and counted, as everywhere. */
#pragma once

#include "profile/load/profile.h"

struct qp_location {
    uint32_t handle;
    bool exact;          /* the first address is that of an executed instruction, not a return address */
    struct qp_text file; /* name of a source file; if empty, the location is a stack of addresses */
    int32_t line;
    uint32_t count;
    const uint64_t *addresses; /* innermost first */
    uint32_t node;             /* reference of a qp_node of libqprof, 0 = unknown */
};

struct qp_module {
    uint64_t start;
    uint64_t end;
    uint64_t bias;  /* a recorded address minus the bias is the address in the file */
    uint64_t tick;  /* tick at which a location in the module was first recorded */
    uint64_t reach; /* largest end of this module and of all modules that start before it */
    struct qp_text name;
    uint32_t build_id_size; /* 0 = the file has none */
    const unsigned char *build_id;
};

struct qp_locations {
    struct qp_reader *reader;
    uint64_t budget;           /* number of bytes that may still be read as stacks (qp_reader_table) */
    struct qp_location *items; /* sorted by handle */
    struct qp_module *modules; /* sorted by start */
    uint64_t *changes;         /* ticks at which modules were replaced by others, ascending */
    uint32_t count;
    uint32_t module_count;
    uint32_t change_count;
};

/* Read the locations and modules of a file. Return false if out of memory; then nothing needs to be closed. */
bool qp_locations_open(struct qp_locations *locations, struct qp_reader *reader);
void qp_locations_close(struct qp_locations *locations);

/* Return the location of a handle, or NULL if none was recorded. */
const struct qp_location *qp_locations_find(const struct qp_locations *locations, uint32_t handle);

/* Return the index of the module that contained an address at a tick, or QP_NONE. */
uint32_t qp_locations_module(const struct qp_locations *locations, uint64_t address, uint64_t tick);

/* Return the number of modules that were replaced before or at a tick. If this number is equal for two ticks,
 * addresses have the same meaning at both. */
uint32_t qp_locations_changes(const struct qp_locations *locations, uint64_t tick);

/* Store the indexes of the methods on the stack at a node, innermost first, but at most `limit` of them. `node` is a
 * reference. Return how many were stored. */
uint32_t qp_locations_path(const struct qp_profile *profile, uint32_t node, uint32_t *methods, uint32_t limit);
