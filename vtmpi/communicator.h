/* communicator.h - the communicators that a program uses: their numbers in the data file, and the processes of
 * their ranks.
 *
 * A communicator is found by an attribute that libvtmpi sets on it. Any thread may call these functions, within MPI's
 * rules for the communicator. */
#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct vtmpi_communicator {
    int references; /* the attribute, and each open request; an atomic counter */
    uint32_t number;
    int rank;             /* of this process */
    int size;             /* number of processes in it; of an intercommunicator: in the remote group */
    bool inter;           /* an intercommunicator */
    const int32_t *peers; /* array of `size` peers, as in qp_channel_record; NULL = the rank in the communicator is the
                           * rank in MPI_COMM_WORLD */
};

/* Define MPI_COMM_WORLD and MPI_COMM_SELF, when MPI_Init has ended. */
void vtmpi_communicator_start(void);

/* Define the communicator of a spawned process to its parents, when the number of its world is known. */
void vtmpi_communicator_meet_parent(void);

/* Return a communicator, and define it if it is new. Return NULL if it is MPI_COMM_NULL or out of memory. The result
 * lives until the program frees the communicator, or until the last request that holds it is complete. */
struct vtmpi_communicator *vtmpi_communicator_find(MPI_Comm handle);

/* Define the duplicate of a communicator that MPI_Comm_idup has started to make. Its handle exists now, in Open MPI and
 * in MPICH. All ranks start such operations in the same order, but may complete them in different orders. */
void vtmpi_communicator_duplicate(MPI_Comm handle, MPI_Comm copy);

/* Hold a communicator for a request, and drop it when the request is complete. */
void vtmpi_communicator_hold(struct vtmpi_communicator *communicator);
void vtmpi_communicator_drop(struct vtmpi_communicator *communicator);

/* Record a communicator's name, which the program has just set. */
void vtmpi_communicator_name(MPI_Comm handle);

/* Set peers[i] to the peer (qp_channel_record) with rank ranks[i] in a group. */
void vtmpi_communicator_translate(MPI_Group group, int count, const int *ranks, int32_t *peers);

/* Return the peer with this rank in the communicator, QP_PEER_NONE for MPI_PROC_NULL and other special ranks. */
int vtmpi_communicator_peer(const struct vtmpi_communicator *communicator, int rank);
