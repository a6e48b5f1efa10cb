/* job.h - the parallel job of the process: an id that all processes started by one mpirun share, on all hosts,
 * with or without libvtmpi, and the number of the process's MPI_COMM_WORLD in the job. */
#pragma once

#include <stdint.h>

struct qp_job {
    uint64_t id;    /* 0 = unknown */
    uint32_t world; /* 0 = started by the launcher, n = by a call of MPI_Comm_spawn */
};

/* Return the job of a process that a launcher of this kind started: Open MPI's mpirun, a launcher that sets the
 * variables of PMI, such as MPICH's Hydra, or Slurm's srun. */
struct qp_job qp_job_of_open_mpi(void);
struct qp_job qp_job_of_pmi(void);
struct qp_job qp_job_of_slurm(void);
