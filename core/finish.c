#include "core/finish.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/carrier.h"
#include "core/context.h"
#include "core/mark.h"
#include "core/message.h"
#include "core/run.h"
#include "core/store.h"
#include "core/vthread.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct closing {
    enum qp_product product;
    uint64_t now;
};

/* The marks that the lane has not worked through: only whether it was paused matters to its last stretch. */
static uint64_t recorded_until(enum qp_product product, const struct qp_track *track, uint64_t now)
{
    if (track->careful & QP_CAREFUL_PAUSED)
        return 0;
    for (uint32_t i = track->marks; i < qp_mark_count(product); i++)
        if (qp_mark_get(product, i).kind == QP_MARK_PAUSE)
            return qp_mark_get(product, i).tick;
    return now;
}

static void close_lane(struct qp_carrier *carrier, void *data)
{
    const struct closing *closing = data;
    struct qp_lane *lane = &carrier->lanes[closing->product];
    struct qp_track *track = &carrier->tracks[closing->product];
    uint64_t until = recorded_until(closing->product, track, closing->now);
    if (qp_runs[closing->product].careful & QP_CAREFUL_CPU)
        until = lane->last; /* another thread's CPU clock is not at hand */
    if (until > lane->last) {
        qp_frame_node(lane->top)->self += until - lane->last;
        if (lane->mounted != &track->own)
            lane->mounted->run += until - lane->mounted->since;
        lane->last = until;
    }
    if (closing->now > lane->last && qp_runs[closing->product].timed && track->careful & QP_CAREFUL_PAUSED)
        carrier->record->buckets[closing->product].paused += closing->now - lane->last;
}

static void release_context(struct qp_context *context, void *data)
{
    (void)data;
    qp_context_release(context);
}

void qp_finish_product(enum qp_product product)
{
    struct closing closing = {product, qp_runs[product].timed ? qp_clock_read() : 0};
    if (qp_runs[product].timed)
        qp_carrier_each(product, close_lane, &closing);
    qp_vthread_each(product, release_context, NULL);
}

void qp_finish_file(enum qp_finish_reason reason)
{
    qp_store_pair_clocks();
    qp_store.header->ended_by = reason;
    qp_store_release(&qp_store.header->state, QP_RUN_ENDED);
}

void qp_finish_summary(enum qp_product product, const struct qp_config *config, qp_finish_show *summary,
                       const struct qp_file *file, const char *program)
{
    if (config->number[QP_OPTION_QUIET] || summary == NULL)
        return;
    int log = STDERR_FILENO;
    if (config->text[QP_OPTION_LOG_FILE][0] != '\0')
        log = qp_file_open_log(config, program);
    if (log < 0) {
        qp_message(product, "cannot write log file %s: %s", config->text[QP_OPTION_LOG_FILE], strerror(errno));
        log = STDERR_FILENO;
    }
    summary(file->fd, file->path, log);
    if (log != STDERR_FILENO)
        close(log);
}

/* The command line with %f replaced; cut off lines are not run. Returns. 0 or -1. */
static int expand(char *line, size_t room, const char *command, const char *path)
{
    size_t length = 0;
    for (const char *at = command; *at != '\0'; at++) {
        int is_file = at[0] == '%' && at[1] == 'f';
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

void qp_finish_command(enum qp_product product, const struct qp_config *config, const struct qp_file *file)
{
    char line[8192];
    const char *command = config->text[QP_OPTION_RUN_AT_EXIT];
    if (command[0] == '\0')
        return;
    char *arguments[] = {"sh", "-c", line, NULL};
    pid_t child;
    int failure = expand(line, sizeof line, command, file->path != NULL ? file->path : "") != 0
                      ? E2BIG
                      : posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ);
    if (failure != 0) {
        qp_message(product, "cannot run %s: %s", command, strerror(failure));
        return;
    }
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}
