/* life.h - start of tracing in MPI_Init and end in MPI_Finalize, with the rank of the process. */
#pragma once

#include <stdbool.h>

/* Start tracing when MPI_Init begins, if the launcher provides the rank. Then the time in MPI_Init is recorded.
 * Calibration measures the overhead of an MPI call by the events `measured`. */
struct qp_scratch_events;
void vtmpi_life_begin(const struct qp_scratch_events *measured);

/* Complete the start when MPI_Init ends. Return true if MPI is initialized: then the rank is known and tracing has
 * begun. */
bool vtmpi_life_join(void);

/* End tracing when MPI_Finalize ends. */
void vtmpi_life_end(void);
