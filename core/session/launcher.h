/* launcher.h - the rank and job of the process, as the launcher of a parallel program passes them in environment
 * variables. */
#pragma once

#include "base/attribute.h"

/* Set qp_run_rank, qp_run_ranks, qp_run_job and qp_run_world (run.h) if a launcher passes them and they are not set
 * yet. Known launchers are those of Open MPI, MPICH and its descendants (PMI), and Slurm's srun. Call this before the
 * run starts. */
QP_SHARED void qp_launcher_read(void);

/* Set the job of a process that no launcher started. Call this after MPI_Init, which in Open MPI sets the environment
 * variables that spawned processes inherit. */
QP_SHARED void qp_launcher_read_late(void);

/* Return the number in an environment variable, -1 if the variable is not set or not a number of at least 0. */
QP_SHARED int qp_launcher_number(const char *variable);
