/* life.h - tracing begins in MPI_Init and ends in MPI_Finalize, and knows the rank of the process. */
#ifndef QP_VTMPI_LIFE_H
#define QP_VTMPI_LIFE_H

#include <stdbool.h>

/* MPI_Init begins. Tracing does too, where the launcher told the rank: the time in MPI_Init is recorded then. */
void vtmpi_life_begin(void);

/* MPI_Init ends. Returns whether MPI works, so that the rank is known and tracing has begun. */
bool vtmpi_life_join(void);

/* MPI_Finalize ends. */
void vtmpi_life_end(void);

#endif
