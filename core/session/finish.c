#include "core/session/finish.h"

#include "base/atomic.h"
#include "core/store/message.h"
#include "core/store/process.h"
#include "core/store/store.h"
#include "core/carrier/carrier.h"
#include "core/vthread/catch_up.h"
#include "core/tree/context.h"
#include "core/vthread/mount.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/vthread/vthread.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Charge the time since the thread state's last event. The CPU clock of another thread cannot be read. So if the run
 * uses the CPU clock, the recorded time of other threads ends at their last event. */
static void close_tstate(struct qp_carrier *carrier, void *data)
{
    const enum qp_product *product = data;
    struct qp_tstate *tstate = &carrier->tstates[*product];
    bool own = tstate == qp_tstate_current[*product];
    bool left_behind = carrier->cold[*product].left_behind;
    if (!left_behind && qp_tstate_owns(tstate, &carrier->cold[*product]))
        tstate->mounted->flags |= QP_CONTEXT_RAN_LAST;
    if (own || (!left_behind && !(qp_runs[*product].slow & QP_SLOW_CPU)))
        qp_catch_up_at_end(tstate, *product, qp_run_tick(*product));
    else if (!left_behind)
        qp_catch_up_give_up(tstate, *product);
    if (!left_behind)
        qp_run_hook(*product, finish, tstate, false);
}

/* Stop the clock of a thread state, after all virtual threads have ended. Until then the file shows an event in
 * progress. So if the process is killed meanwhile, a reader knows that the times of the virtual threads need not add
 * up. */
static void stop_clock(struct qp_carrier *carrier, void *data)
{
    const enum qp_product *product = data;
    if (!carrier->cold[*product].left_behind)
        qp_catch_up_stop_clock(&carrier->tstates[*product]);
}

struct ending {
    enum qp_product product;
    struct qp_tstate *tstate; /* any thread state of the run; NULL = the run has none, and so no virtual thread */
};

static void find_tstate(struct qp_carrier *carrier, void *data)
{
    struct ending *ending = data;
    ending->tstate = &carrier->tstates[ending->product];
}

static void end_context(struct qp_context *context, void *data)
{
    const struct ending *ending = data;
    if (ending->tstate)
        qp_mount_finish(ending->tstate, ending->product, context);
    qp_context_release(context);
}

void qp_finish_product(enum qp_product product)
{
    if (qp_runs[product].timed)
        qp_carrier_each(product, close_tstate, &product);
    struct ending ending = {.product = product};
    qp_carrier_each(product, find_tstate, &ending);
    qp_vthread_each(product, end_context, &ending);
    if (qp_runs[product].timed)
        qp_carrier_each(product, stop_clock, &product);
}

void qp_finish_file(enum qp_finish_reason reason)
{
    pthread_mutex_lock(&qp_process->growth); /* another thread may be allocating an extent for a definition */
    qp_store_pair_clocks();
    pthread_mutex_unlock(&qp_process->growth);
    qp_store.header->ended_by = reason;
    qp_store_release(&qp_store.header->state, QP_RUN_ENDED);
    /* Set the file's modification time. Writes through the mapping update it much later, so a copy saved during the
     * run would look newer than the file. */
    futimens(qp_store_descriptor(), NULL);
}

void qp_finish_summary(enum qp_product product, const struct qp_config *config, qp_finish_show *summary,
                       const struct qp_file *file, const char *program)
{
    if (config->number[QP_OPTION_QUIET] || !summary)
        return;
    int log = qp_message_descriptor();
    if (config->text[QP_OPTION_LOG_FILE][0] != '\0')
        log = qp_file_open_log(config, program);
    if (log < 0) {
        qp_message(product, "cannot write log file %s: %s", config->text[QP_OPTION_LOG_FILE], strerror(errno));
        log = qp_message_descriptor();
    }
    int fd = qp_store_descriptor();
    if (fd >= 0)
        summary(fd, file->draft.path, log);
    if (log != qp_message_descriptor())
        close(log);
}

/* Replace %f in a command by the path. Return 0, or -1 if the result does not fit. */
static int expand(char *line, size_t room, const char *command, const char *path)
{
    size_t length = 0;
    for (const char *at = command; *at != '\0'; at++) {
        bool is_file = at[0] == '%' && at[1] == 'f';
        const char *piece = is_file ? path : at;
        size_t size = is_file ? strlen(path) : 1;
        if (length + size >= room)
            return -1;
        memcpy(line + length, piece, size);
        length += size;
        at += is_file;
    }
    line[length] = '\0';
    return 0;
}

/* Maximum number of characters of a command that a message shows, so that the message has space for the error. */
#define SHOWN 100

void qp_finish_command(enum qp_product product, const struct qp_config *config, const struct qp_file *file)
{
    char line[8192];
    const char *command = config->text[QP_OPTION_RUN_AT_EXIT];
    if (command[0] == '\0')
        return;
    char *arguments[] = {"sh", "-c", line, NULL};
    pid_t child;
    int failure = expand(line, sizeof line, command, file->draft.path ? file->draft.path : "") != 0
                      ? E2BIG
                      : posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ);
    if (failure != 0) {
        qp_message(product, "cannot run %.*s%s: %s", SHOWN, command, strlen(command) > SHOWN ? "..." : "",
                   strerror(failure));
        return;
    }
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}
