/* communicator.h - communicators of MPI: their members and names, under the numbers that channels refer to.
 *
 * Communicators live as long as the process, even if the program frees them; a new data file gets all of them. Any
 * thread may call these functions, unless it holds one of the recorder's locks. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"

struct qp_communicator {
    const int32_t *members; /* peers by their ranks in the communicator, as in qp_channel_record. NULL for the
                             * communicators that all processes have, QP_COMMUNICATOR_WORLD and QP_COMMUNICATOR_SELF */
    uint32_t count;
    int32_t rank;   /* of this process */
    uint32_t flags; /* QP_COMMUNICATOR_INTER */
    uint64_t group; /* intercommunicators: hash of the members of both groups, equal on both sides; otherwise 0 */
};

/* Define a communicator, and return its number. All its members must define their communicators with these members in
 * the same order, as they do if they define each communicator when it is made: the number of earlier communicators with
 * the same members is part of its key. Return QP_COMMUNICATOR_OTHER if there is no room. */
QP_SHARED uint32_t qp_communicator_define(const struct qp_communicator *communicator);

/* Define QP_COMMUNICATOR_WORLD or QP_COMMUNICATOR_SELF, unless it is already defined. */
QP_SHARED void qp_communicator_define_fixed(uint32_t number, uint32_t count, int32_t rank);

/* Set a communicator's name. */
QP_SHARED void qp_communicator_name(uint32_t number, const char *name);

/* Return the hash of the members of a group, for struct qp_communicator. It is equal in both worlds of a job, and
 * different for the members with these ranks in the other world. */
QP_SHARED uint64_t qp_communicator_hash(const int32_t *members, uint32_t count);

/* Write all communicators into a new data file. Requires the cold lock. */
void qp_communicator_write_all(void);
