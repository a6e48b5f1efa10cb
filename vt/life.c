/* Start and end. */
#include "vt/event.h"

#include "core/run.h"
#include "core/session.h"
#include "core/symbol.h"
#include "export/summary.h"

#include <unistd.h>

/* After VT_finalize nothing begins again in this process; a forked child may. */
static pid_t finished;

static int summarise(int data_file, const char *path, int log)
{
    return qp_summary_write(data_file, path, QP_VT, log);
}

int VT_initialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    const struct qp_start start = {.product = QP_VT, .options = "", .timed = 1, .summary = summarise};
    if (finished == getpid())
        return VT_OK;
    switch (qp_session_start(&start)) {
    case QPROF_ERR_FILE:
        return VT_ERR_BADFILE;
    case QPROF_ERR_MEMORY:
        return VT_ERR_NOMEMORY;
    default:
        return VT_OK;
    }
}

int VT_finalize(void)
{
    qp_session_stop(QP_VT);
    finished = getpid();
    return VT_OK;
}

int VT_getrank(int *rank)
{
    if (rank == NULL)
        return VT_ERR_BADARG;
    *rank = (int)qp_run_rank;
    return VT_OK;
}

int VT_version(void)
{
    return VT_VERSION;
}
