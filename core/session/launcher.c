#include "core/session/launcher.h"

#include "core/session/job.h"
#include "core/thread/run.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

/* The first launcher whose two variables are valid numbers is used. Under Slurm, mpirun starts its daemons with
 * srun, so the variables of mpirun precede those of Slurm. A batch script has SLURM_PROCID, too, but only srun sets the
 * number of tasks in a step. */
static const struct {
    const char *rank;
    const char *ranks;
    struct qp_job (*job)(void);
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", qp_job_of_open_mpi},
    {"PMI_RANK", "PMI_SIZE", qp_job_of_pmi},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", qp_job_of_slurm},
};

int qp_launcher_number(const char *variable)
{
    const char *text = getenv(variable);
    char *end;
    if (!text || *text < '0' || *text > '9')
        return -1;
    int kept = errno;
    long number = strtol(text, &end, 10);
    errno = kept;
    return *end == '\0' && number < INT_MAX ? (int)number : -1;
}

static void set_job(struct qp_job job)
{
    qp_run_job = job.id;
    qp_run_world = job.world;
}

void qp_launcher_read(void)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers && qp_run_ranks == 0; i++) {
        int rank = qp_launcher_number(launchers[i].rank), ranks = qp_launcher_number(launchers[i].ranks);
        if (rank < 0 || ranks <= rank)
            continue;
        qp_run_rank = (uint32_t)rank;
        qp_run_ranks = (uint32_t)ranks;
        set_job(launchers[i].job());
    }
}

void qp_launcher_read_late(void)
{
    if (qp_run_job == 0)
        set_job(qp_job_of_open_mpi());
}
