/* programs.h - number of programs in a job.
 *
 * A job of several programs, `mpirun -np 1 ./a : -np 3 ./b`, may contain ranks without libvtmpi. A collective call by
 * libvtmpi would wait for them forever. */
#pragma once

#include <stdbool.h>

/* Pass to the other ranks the data that vtmpi_programs_are_one needs there. Call this before MPI is initialized. */
void vtmpi_programs_announce(void);

/* Return true if all ranks run the same program, with libvtmpi. All ranks get the same answer. Call this after MPI was
 * initialized. */
bool vtmpi_programs_are_one(void);
