#include "vtmpi/life.h"

#include "core/store/process.h"
#include "core/log/message.h"
#include "core/log/state.h"
#include "core/thread/run.h"
#include "core/session/launcher.h"
#include "core/session/scratch.h"
#include "core/session/session.h"
#include "vt/event.h"
#include "vtmpi/communicator.h"
#include "vtmpi/foreign.h"
#include "vtmpi/programs.h"

#include <limits.h>
#include <mpi.h>

/* Maximum number of rounds in which the ranks agree on a number. Usually a few rounds suffice. If %r stood for no
 * rank when the files were created, the ranks' files have the same name with different numbers, and the ranks would
 * never agree. */
#define MOST_ROUNDS 100

__attribute__((constructor)) static void start(int count, char **arguments)
{
    (void)count;
    qp_store_relaxed(&qp_run_awaited, 1);
    vtmpi_foreign_leave(arguments);
}

void vtmpi_life_begin(const struct qp_scratch_events *measured)
{
    vtmpi_foreign_check();
    if (vtmpi_is_foreign)
        return;
    qp_store_release(&qp_scratch_wrapper, measured);
    vtmpi_programs_announce();
    qp_launcher_read();
    if (qp_run_ranks > 0 && !qp_load_acquire(&qp_process->recording[QP_VT]))
        VT_initialize(NULL, NULL);
}

/* Give the files of all ranks the same number: the smallest number that is free for all of them. A rank without a
 * file takes part, too. In a job of several programs, do nothing: the ranks would wait forever for a program without
 * libvtmpi. */
static void agree(void)
{
    for (int round = 0, number = 1; round < MOST_ROUNDS; round++) {
        int own[2], most[2];
        number = (int)qp_session_number((unsigned)number);
        own[0] = number;
        own[1] = number > 0 ? -number : -INT_MAX;
        PMPI_Allreduce(own, most, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        if (most[0] <= -most[1]) /* all ranks have the same number, or no rank has a file */
            return;
        number = most[0];
    }
}

/* Take the first rank's job. On several hosts, the ranks may not see it by themselves. */
static void share_job(void)
{
    uint64_t job[] = {qp_run_job, qp_run_world};
    PMPI_Bcast(job, 2, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    qp_session_join_job(job[0], (uint32_t)job[1]);
}

bool vtmpi_life_join(void)
{
    int initialized = 0, rank = 0, ranks = 0;
    PMPI_Initialized(&initialized);
    if (!initialized)
        return false;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    qp_launcher_read_late();
    qp_session_join((uint32_t)rank, (uint32_t)ranks);
    vtmpi_communicator_start();
    if (!qp_load_acquire(&qp_process->recording[QP_VT]))
        VT_initialize(NULL, NULL);
    qp_message_start();
    if (ranks > 1 && vtmpi_programs_are_one()) {
        share_job();
        agree();
    }
    vtmpi_communicator_meet_parent();
    return true;
}

void vtmpi_life_end(void)
{
    qp_state_allow_open();
    VT_finalize();
}

/* ---- MPI_Pcontrol: 0 = off, 1 = on, 2 = on and flush; other levels have no effect -- */

static void control(int level)
{
    if (level == 0)
        VT_traceoff();
    if (level == 1 || level == 2)
        VT_traceon();
    if (level == 2)
        VT_flush();
}

__attribute__((visibility("default"))) int MPI_Pcontrol(const int level, ...)
{
    control(level);
    return MPI_SUCCESS;
}

#ifdef QP_VTMPI_FORTRAN
#pragma GCC visibility push(default)
void mpi_pcontrol_(const MPI_Fint *level);
void mpi_pcontrol(const MPI_Fint *level) __attribute__((alias("mpi_pcontrol_")));
void mpi_pcontrol__(const MPI_Fint *level) __attribute__((alias("mpi_pcontrol_")));
void MPI_PCONTROL(const MPI_Fint *level) __attribute__((alias("mpi_pcontrol_")));
void mpi_pcontrol_f08_(const MPI_Fint *level) __attribute__((alias("mpi_pcontrol_")));

void mpi_pcontrol_(const MPI_Fint *level)
{
    control((int)*level);
}
#pragma GCC visibility pop
#endif
