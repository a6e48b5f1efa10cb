/* sizes.h - sizes of communicators, neighbourhoods and buffers, for the arguments of the functions of moves.h. */
#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* vtmpi_bytes returns the bytes of `count` elements. vtmpi_size is the number of processes (of an intercommunicator: in
 * the remote group), vtmpi_is_root is true if this process is the root, and vtmpi_has_root is true if it sends to or
 * receives from the root: in an intercommunicator, the other processes of the root's own group do not. */
uint64_t vtmpi_bytes(MPI_Count count, MPI_Datatype type);
uint64_t vtmpi_size(MPI_Comm communicator);
int vtmpi_rank(MPI_Comm communicator);
bool vtmpi_is_root(MPI_Comm communicator, int root);
bool vtmpi_has_root(MPI_Comm communicator, int root);
uint64_t vtmpi_local_size(MPI_Comm communicator); /* number of processes in this process's own group */

/* Return the sum of `number` counts, each of `width` bytes, and one of them. */
MPI_Count vtmpi_sum(const void *counts, size_t width, uint64_t number);
MPI_Count vtmpi_nth(const void *counts, size_t width, int index);

/* Return the bytes of `number` counts of data types. `type` returns one of `types`. */
typedef MPI_Datatype vtmpi_type_at(const void *types, uint64_t index);
vtmpi_type_at vtmpi_type; /* in an array of MPI_Datatype */
uint64_t vtmpi_sum_types(const void *counts, size_t width, const void *types, vtmpi_type_at *type, uint64_t number);

/* Return the sum of the counts of the neighbours in a topology from which, or to which, this process receives or sends,
 * each multiplied by the size of its type. `counts` NULL = 1 each, `types` NULL = size 1. */
enum vtmpi_direction { VTMPI_SOURCES, VTMPI_DESTINATIONS };
uint64_t vtmpi_neighbours(const void *counts, size_t width, const void *types, vtmpi_type_at *type,
                          enum vtmpi_direction direction, MPI_Comm communicator);

/* Return the bytes that a call received or that a file really read or wrote, from the call's status. */
uint64_t vtmpi_moved(const MPI_Status *status);
