#include "core/session/job.h"

#include "base/attribute.h"
#include "base/hash.h"
#include "core/session/proc.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEY 512

/* Return the id of the job with a key, a text that is equal in all its processes and in those of no other job. */
static QP_PRINTF(1, 2) uint64_t id_of(const char *format, ...)
{
    char key[KEY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(key, sizeof key, format, arguments);
    va_end(arguments);
    uint64_t id = qp_hash_bytes(key, strlen(key));
    return id ? id : 1;
}

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

/* Return the id of the job that is started by a process on this host. Its start distinguishes it from an earlier
 * process with its number. */
static uint64_t id_of_starter(const struct qp_proc *starter)
{
    char host[HOST_NAME_MAX + 1] = "";
    gethostname(host, sizeof host);
    host[HOST_NAME_MAX] = '\0';
    return id_of("process %s %ld %llu", host, (long)starter->pid, (unsigned long long)starter->start);
}

/* ---- Open MPI ------------------------------------------------------------------------------------------------ */

/* mpirun draws a random key for each job, which the processes that it spawns inherit. The job's namespace is a number,
 * whose lower half counts the MPI_COMM_WORLDs from 1 on, or from version 5 on a name and this count: "NAME@1". Under a
 * persistent server the count continues from job to job, so that only a process with a parent is spawned. */
struct qp_job qp_job_of_open_mpi(void)
{
    const char *key = variable("OMPI_MCA_orte_precondition_transports"), *name = variable("PMIX_NAMESPACE");
    const char *at = strchr(name, '@');
    unsigned long long number = strtoull(at ? at + 1 : name, NULL, 10), family = at ? 0 : number >> 16;
    uint32_t world = (uint32_t)(at ? number : number & 0xffff);
    if (*key == '\0' && *name == '\0')
        return (struct qp_job){0, 0};
    return (struct qp_job){
        .id = id_of("open mpi %s %llu %.*s", key, family, at ? (int)(at - name) : 0, name),
        .world = *variable("OMPI_PARENT_PORT") == '\0' ? 0
                 : world > 1                           ? world - 1
                                                       : 1,
    };
}

/* ---- PMI ----------------------------------------------------------------------------------------------------- */

/* Hydra's mpiexec starts a proxy on each host for each MPI_COMM_WORLD, which starts the processes. */
static struct qp_job job_of_hydra(const struct qp_proc *proxy)
{
    struct qp_proc starter;
    char port[KEY / 2], world[16];
    qp_proc_argument(proxy->pid, "--pgid", world, sizeof world);
    qp_proc_argument(proxy->pid, "--control-port", port, sizeof port);
    bool is_local = qp_proc_read(proxy->parent, &starter) && strncmp(starter.name, "mpi", 3) == 0;
    return (struct qp_job){
        .id = is_local          ? id_of_starter(&starter)
              : port[0] != '\0' ? id_of("hydra %s", port) /* the host and port of mpiexec on another host */
                                : id_of_starter(proxy),
        .world = (uint32_t)strtoul(world, NULL, 10),
    };
}

struct qp_job qp_job_of_pmi(void)
{
    struct qp_proc proc;
    if (qp_proc_find_ancestor("hydra_pmi_proxy", &proc))
        return job_of_hydra(&proc);
    struct qp_job job = qp_job_of_slurm();
    if (job.id == 0 && qp_proc_find_ancestor(NULL, &proc))
        job.id = id_of_starter(&proc);
    return job;
}

/* ---- Slurm --------------------------------------------------------------------------------------------------- */

struct qp_job qp_job_of_slurm(void)
{
    const char *job = variable("SLURM_JOB_ID"), *step = variable("SLURM_STEP_ID");
    if (*job == '\0' || *step == '\0')
        return (struct qp_job){0, 0};
    return (struct qp_job){.id = id_of("slurm %s %s %s %s %s", variable("SLURM_CLUSTER_NAME"), job, step,
                                       variable("SLURM_JOB_START_TIME"), variable("SLURM_RESTART_COUNT"))};
}
