/* life.h - start of tracing in MPI_Init and end in MPI_Finalize, with the rank of the process. */
#pragma once

#include <stdbool.h>

/* Start tracing at the begin of MPI_Init if the launcher provides the rank: then the time in MPI_Init is recorded. */
void vtmpi_life_begin(void);

/* Complete the start at the end of MPI_Init. Return whether MPI works, so that the rank is known and tracing has
 * begun. */
bool vtmpi_life_join(void);

/* End tracing at the end of MPI_Finalize. */
void vtmpi_life_end(void);
