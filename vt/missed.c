#include "vt/missed.h"

#include "base/atomic.h"
#include "core/store/message.h"
#include "core/record/run.h"
#include "core/log/result.h"
#include "vt/config.h"
#include "vt/config_line.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static uint32_t has_start;
static pid_t program; /* forked children of it say nothing */

void vt_missed_start(void)
{
    qp_store_relaxed(&has_start, 1);
}

__attribute__((constructor)) static void remember(void)
{
    program = getpid();
}

/* libvt is not linked with MPI. */
static bool has_mpi(void)
{
    int (*initialized)(int *) = NULL;
    void *symbol = dlsym(RTLD_DEFAULT, "MPI_Initialized");
    int is_initialized = 0;
    memcpy(&initialized, &symbol, sizeof symbol);
    return initialized && initialized(&is_initialized) == 0 && is_initialized;
}

/* One of all processes speaks. */
static bool is_first(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    return !rank || strcmp(rank, "0") == 0;
}

__attribute__((destructor)) static void tell(void)
{
    if (has_start || !(qp_load_relaxed(&qp_log_refused) || qp_run_awaited) || getpid() != program || !is_first() ||
        !has_mpi())
        return;
    vt_config_read(!getauxval(AT_SECURE));
    if (vt_config.number[VT_OPTION_VERBOSE] > 0)
        qp_message(QP_VT,
                   "nothing was recorded: link an MPI program with -lvtmpi, before -lvt and MPI, not with -lVTnull");
}
