/* fortran.h - the arguments of Fortran's MPI functions: pointers to MPI_Fint and to arrays of them.
 *
 * The functions below are for mpif.h and for the modules mpi and mpi_f08, in which a handle and a status have the same
 * representation. */
#pragma once

#include "vtmpi/moves.h"

#include <mpi.h>

/* The index of the first request in the module mpi_f08. MPICH 4.0 counts from 0 by mistake, see
 * https://github.com/pmodels/mpich/issues/6270. */
#if defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 40000000 && MPICH_NUMVERSION < 40100000
#define VTMPI_F08_FIRST_INDEX 0
#else
#define VTMPI_F08_FIRST_INDEX 1
#endif

/* Return true if a buffer is MPI_IN_PLACE. */
bool vtmpi_fortran_in_place(const void *buffer);

/* Return true if a status or an array of them is MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE. */
bool vtmpi_fortran_ignores(const void *status);

/* Convert a status, and return `to`. */
const MPI_Status *vtmpi_fortran_status(const void *from, MPI_Status *to);

vtmpi_request_at vtmpi_fortran_request;
vtmpi_type_at vtmpi_fortran_type;

/* As vtmpi_waits_begin, for statuses of Fortran. After the call, vtmpi_fortran_statuses converts the first `number` of
 * the statuses that this function returned, but at most one for each request. */
void *vtmpi_fortran_waits_begin(const struct vtmpi_call *call, struct vtmpi_waits *waits, int count,
                                const void *requests, vtmpi_request_at *request, void *statuses);
void vtmpi_fortran_statuses(struct vtmpi_waits *waits, const MPI_Fint *statuses, int number);
