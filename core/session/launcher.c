#include "core/session/launcher.h"

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
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
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

void qp_launcher_read(void)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers && qp_run_ranks == 0; i++) {
        int rank = qp_launcher_number(launchers[i].rank), ranks = qp_launcher_number(launchers[i].ranks);
        if (rank < 0 || ranks <= rank)
            continue;
        qp_run_rank = (uint32_t)rank;
        qp_run_ranks = (uint32_t)ranks;
    }
}
