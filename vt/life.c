/* life.c - VT_initialize and VT_finalize, and a warning at exit if the program never called VT_initialize. */
#include "vt/event.h"

#include "core/store/process.h"
#include "core/store/message.h"
#include "core/thread/run.h"
#include "core/stacks/location.h"
#include "core/thread/journal.h"
#include "core/log/message.h"
#include "core/log/counter.h"
#include "core/log/hooks.h"
#include "core/log/result.h"
#include "core/log/symbol.h"
#include "core/session/launcher.h"
#include "core/session/session.h"
#include "vt/config.h"
#include "vt/ending.h"
#include "vt/filter.h"
#include "vt/os_counter.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* ---- phase of the process -------------------------------------------------------------------------------- */

/* Phases of libvt. The phase is stored together with the process id, so that a forked child starts in the phase
 * BEFORE, whatever the phase of its parent. */
enum phase { BEFORE, STARTING, RUNNING, FINISHED };

#define PHASE_BITS 2

static uint64_t life;
static uint32_t was_asked; /* 1 = the program has called VT_initialize, which prints a message if it fails */

static uint64_t own(enum phase phase)
{
    return (uint64_t)getpid() << PHASE_BITS | phase;
}

/* Return true if the caller must start the run. If another thread is starting the run, wait until that is done. */
static bool may_start(void)
{
    for (;;) {
        uint64_t seen = __atomic_load_n(&life, __ATOMIC_ACQUIRE);
        if (seen == own(STARTING))
            sched_yield();
        else if (seen == own(RUNNING) || seen == own(FINISHED))
            return false;
        else if (__atomic_compare_exchange_n(&life, &seen, own(STARTING), 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            return true;
    }
}

/* ---- start ----------------------------------------------------------------------------------------------- */

static bool has_log(void)
{
    return vt_config.number[VT_OPTION_STATISTICS] != VT_STATISTICS_ONLY;
}

/* Return a state's rule. If the run has no log, clear the bit for locations, because no location is recorded then. */
static uint32_t effective(uint32_t rule)
{
    return has_log() ? rule : rule & ~QP_RULE_LOCATED;
}

static uint32_t state_rule(const char *path)
{
    return effective(vt_filter_state(path));
}

static uint32_t counter_rule(const char *path)
{
    return vt_filter_counter(path, true) ? QP_RULE_LOGGED : 0;
}

static void configure_trace(void)
{
    const uint64_t *number = vt_config.number;
    enum qp_journal_mode mode = number[VT_OPTION_MEM_OVERWRITE] ? QP_JOURNAL_OVERWRITE : QP_JOURNAL_STOP;
    uint64_t limit;
    if (!has_log())
        mode = QP_JOURNAL_NONE;
    if (__builtin_mul_overflow(number[VT_OPTION_MEM_BLOCKSIZE], number[VT_OPTION_MEM_MAXBLOCKS], &limit) ||
        (mode == QP_JOURNAL_STOP && number[VT_OPTION_AUTOFLUSH]))
        limit = 0; /* AUTOFLUSH asks for a full log to be written to the file. Our events are in the file already, so
                    * the log needs no limit */
    qp_journal_configure(QP_VT, mode, limit);
}

static int start(void)
{
    bool trusted = !getauxval(AT_SECURE);
    qp_launcher_read();
    vt_config_read(trusted);
    configure_trace();
    qp_symbol_decide(state_rule, effective(vt_filter_rules()));
    qp_counter_decide(counter_rule);
    uint32_t range = (uint32_t)vt_config.number[VT_OPTION_PCTRACE];
    qp_location_set_defaults((int)(range >> QP_RULE_SKIP_SHIFT & QP_RULE_DEGREE),
                             (int)(range >> QP_RULE_TRACE_SHIFT & QP_RULE_DEGREE));
    qp_message_set_shortest(vt_config.number[VT_OPTION_MIN_CALL_TIME] * 1000);
    vt_os_counter_begin(vt_config.number[VT_OPTION_OS_COUNTER_DELAY] * 1000);
    char *options = vt_config_core_options(trusted);
    const struct qp_start run = {
        .product = QP_VT, .options = options, .timed = 1, .summary = vt_ending_print, .hooks = &qp_log_hooks};
    int result = options ? qp_session_start(&run) : QPROF_ERR_MEMORY;
    free(options);
    return result == QPROF_ERR_FILE ? VT_ERR_BADFILE : result == QPROF_ERR_MEMORY ? VT_ERR_NOMEMORY : VT_OK;
}

/* Start the run. A child process may already record, if its parent records children (-follow-child-processes). */
int VT_initialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    qp_store_relaxed(&was_asked, 1);
    if (!may_start())
        return VT_OK;
    int result = qp_load_acquire(&qp_process->recording[QP_VT]) ? VT_OK : start();
    qp_store_relaxed(&qp_run_awaited, 0);
    qp_store_release(&life, own(result == VT_OK ? RUNNING : BEFORE));
    return result;
}

/* ---- end ------------------------------------------------------------------------------------------------- */

int VT_finalize(void)
{
    bool recorded = qp_load_acquire(&qp_process->recording[QP_VT]) != 0;
    qp_session_stop(QP_VT);
    if (recorded)
        qp_store_release(&life, own(FINISHED));
    return VT_OK;
}

int VT_getrank(int *rank)
{
    if (!rank)
        return VT_ERR_BADARG;
    *rank = (int)qp_run_rank;
    return VT_OK;
}

int VT_version(void)
{
    return VT_VERSION;
}

/* ---- warning of an MPI program that recorded nothing -------------------------------------------------------- */

static pid_t program; /* the process that loaded libvt; its forked children print no warning */

__attribute__((constructor)) static void remember(void)
{
    program = getpid();
}

/* Return true if MPI is initialized. MPI's function is looked up at run time, because libvt is not linked with MPI. */
static bool has_mpi(void)
{
    int (*initialized)(int *) = NULL;
    void *symbol = dlsym(RTLD_DEFAULT, "MPI_Initialized");
    int is_initialized = 0;
    memcpy(&initialized, &symbol, sizeof symbol);
    return initialized && initialized(&is_initialized) == 0 && is_initialized;
}

/* Return true if this process is the first rank. Only the first rank prints the warning. */
static bool is_first(void)
{
    qp_launcher_read();
    return qp_run_rank == 0;
}

/* At exit, print a warning if nothing was recorded. MPI programs written for Intel's trace collector need not call
 * VT_initialize, because MPI_Init starts the recording. If such a program is linked without libvtmpi, or with libVTnull
 * before libvt, it leaves no file. Other programs may record events without ever calling VT_initialize. */
__attribute__((destructor)) static void warn_unrecorded(void)
{
    bool is_awaited = qp_load_relaxed(&qp_log_refused) || qp_load_relaxed(&qp_run_awaited);
    if (qp_load_relaxed(&was_asked) || !is_awaited || getpid() != program || !is_first() || !has_mpi())
        return;
    vt_config_read(!getauxval(AT_SECURE));
    if (vt_config.number[VT_OPTION_VERBOSE] > 0)
        qp_message(QP_VT,
                   "nothing was recorded: link an MPI program with -lvtmpi, before -lvt and MPI, not with -lVTnull");
}
