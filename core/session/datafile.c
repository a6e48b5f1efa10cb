#include "core/session/datafile.h"

#include "base/clock.h"
#include "core/store/arena.h"
#include "core/store/counter_pages.h"
#include "core/store/descriptor.h"
#include "core/store/diagnose.h"
#include "core/store/message.h"
#include "core/store/own_file.h"
#include "core/store/store.h"
#include "core/store/process.h"
#include "core/store/string.h"
#include "core/store/trim.h"
#include "core/event/block_counters.h"
#include "core/carrier/carrier.h"
#include "core/carrier/safepoint.h"
#include "core/method/group.h"
#include "core/method/interval.h"
#include "core/method/named.h"
#include "core/thread/mark.h"
#include "core/method/method_nodes.h"
#include "core/method/retired.h"
#include "core/method/method.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"
#include "core/method/source.h"
#include "core/tree/tree.h"
#include "core/stacks/location.h"
#include "core/thread/journal.h"
#include "core/log/channel.h"
#include "core/log/communicator.h"
#include "core/log/message.h"
#include "core/log/counter.h"
#include "core/log/members.h"
#include "core/log/sampler.h"
#include "core/log/scope.h"
#include "core/log/thread_number.h"
#include "core/session/proc.h"
#include "core/session/time_of_day.h"
#include "qprof.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct qp_datafile qp_datafile = {.file = {.draft = {.fd = -1}}};

static void describe_process(void)
{
    struct qp_header *header = qp_store.header;
    struct qp_proc self;
    char directory[4096], host[HOST_NAME_MAX + 1];
    header->start_realtime_ns = qp_time_of_day_begin(header->clock_start.monotonic_ns);
    header->pid = (uint32_t)getpid();
    header->process_start = qp_proc_read(QP_PROC_SELF, &self) ? self.start : 0;
    header->program = qp_string_put(qp_datafile.program);
    header->rank = qp_run_rank;
    header->shortest_ns = qp_message_shortest();
    header->ranks = qp_run_ranks;
    header->job = qp_run_job;
    header->world = qp_run_world;
    header->directory = qp_string_put(getcwd(directory, sizeof directory));
    header->host = qp_string_put(gethostname(host, sizeof host) == 0 ? host : NULL);
}

/* Forget the records of the previous file and write the first records of the new file. Call this with the cold lock,
 * which the caller took before the file was opened. */
static int begin_records(void)
{
    qp_store_relaxed(&qp_run_file, qp_run_file + 1);
    qp_arena_reset_shared();
    qp_string_reset();
    qp_method_reset_records();
    qp_method_nodes_reset();
    qp_retired_reset();
    qp_block_counters_reset_records();
    qp_interval_reset();
    qp_named_reset();
    qp_mark_reset_records();
    qp_group_reset();
    qp_carrier_reset_records();
    if (qp_store_begin_threads() != 0 || qp_tree_reset() != 0)
        return -1;
    describe_process();
    qp_journal_reset();
    qp_thread_number_reset();
    qp_source_write_all();
    qp_scope_write_all();
    qp_channel_write_all();
    qp_communicator_write_all();
    qp_members_write_all();
    qp_counter_write_all();
    qp_sampler_reset();
    return 0;
}

static int report_failure(enum qp_product product, const char *what, int failure)
{
    struct qp_file_name name;
    qp_name_number(&name, &qp_datafile.file.name, 1);
    qp_message(product, "%s data file %s: %s", what, name.length > 0 ? name.text : "in memory", strerror(failure));
    return failure == ENOMEM ? QPROF_ERR_MEMORY : QPROF_ERR_FILE;
}

/* Close the store. From now on definitions of other threads add nothing to the file. */
static void close_store(void)
{
    qp_cold_lock();
    qp_location_close();
    qp_counter_pages_leave();
    qp_store_close();
    qp_cold_unlock();
}

static int undo_open(enum qp_product product, const char *what, int failure)
{
    close_store();
    qp_datafile_close();
    qp_draft_discard(&qp_datafile.file.draft);
    return report_failure(product, what, failure);
}

enum { CANNOT_USE = -1, CANNOT_BEGIN = -2 };

/* Open the store and begin its records without releasing the cold lock in between. Otherwise another thread's
 * definition might be written into chunks of the previous file. */
static int open_store(int fd, uint64_t limit)
{
    qp_cold_lock();
    int result = qp_store_open(fd, limit) != 0 ? CANNOT_USE : begin_records() != 0 ? CANNOT_BEGIN : 0;
    int failure = errno;
    qp_cold_unlock();
    errno = failure;
    return result;
}

/* Print the file's name if it differs from the requested name. In an MPI program only the first rank prints this
 * message. */
static void report_name(enum qp_product product)
{
    const struct qp_file *file = &qp_datafile.file;
    struct qp_file_name asked;
    if (!qp_datafile.is_asked_for || !qp_file_is_renamed(file) || (qp_run_ranks > 0 && qp_run_rank != 0))
        return;
    qp_name_number(&asked, &file->name, 1);
    qp_message(product, "%s exists already: the data file is %s", asked.text, file->draft.path);
}

int qp_datafile_open(enum qp_product product, const struct qp_config *config, bool child)
{
    const char *name = config->text[QP_OPTION_PROGRAM_NAME];
    snprintf(qp_datafile.program, sizeof qp_datafile.program, "%s",
             name[0] != '\0' ? name : program_invocation_short_name);
    for (char *slash = strchr(qp_datafile.program, '/'); slash; slash = strchr(slash, '/'))
        *slash = '_';
    qp_file_fini(&qp_datafile.file);
    int fd = qp_file_create(&qp_datafile.file, config, qp_datafile.program);
    if (fd < 0)
        return report_failure(product, "cannot create", errno);
    int result = open_store(fd, config->number[QP_OPTION_MAX_DATA_SIZE]);
    if (result == CANNOT_USE) {
        qp_descriptor_close(fd);
        qp_draft_discard(&qp_datafile.file.draft);
        return report_failure(product, "cannot use", errno);
    }
    if (result != 0)
        return undo_open(product, "no space for", ENOSPC);
    qp_descriptor_lock(fd, F_WRLCK);
    if (qp_file_publish(&qp_datafile.file, config->number[QP_OPTION_REPLACE_DATA_FILE] && !child) != 0)
        return undo_open(product, "cannot create", errno);
    qp_datafile.is_asked_for = config->given[QP_OPTION_DATA_FILE] && !child;
    report_name(product);
    qp_own_file_set_path(qp_datafile.file.draft.path);
    qp_diagnose_into(qp_store.header);
    return 0;
}

/* Return true if the file's path still leads to the file. After a chdir, a relative path may lead to another file. */
static bool is_at_its_name(void)
{
    struct qp_descriptor_file named;
    const char *path = qp_datafile.file.draft.path;
    int fd = path ? open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (fd < 0)
        return false;
    qp_descriptor_identify(fd, &named);
    close(fd);
    return qp_descriptor_is(qp_store_descriptor(), &named);
}

unsigned qp_datafile_number(unsigned least)
{
    struct qp_file *file = &qp_datafile.file;
    if (file->elsewhere)
        return qp_file_number(file, least);
    if (!is_at_its_name())
        return 0;
    unsigned number = qp_file_number(file, least);
    pthread_mutex_lock(&qp_process->growth);
    qp_own_file_set_path(file->draft.path);
    pthread_mutex_unlock(&qp_process->growth);
    return number;
}

void qp_datafile_close(void)
{
    qp_diagnose_into(NULL);
    qp_trim_file(qp_occupy_interrupts() || qp_safepoint_left_behind());
    pthread_mutex_lock(&qp_process->growth); /* a thread that was left behind in an event may be extending the file */
    qp_own_file_close();
    pthread_mutex_unlock(&qp_process->growth);
}

void qp_datafile_finish(enum qp_product product, enum qp_finish_reason reason)
{
    qp_location_finish();
    qp_finish_file(reason);
    close_store(); /* close before copying, otherwise the copy might have a new definition without its text */
    int fd = qp_store_descriptor();
    bool elsewhere = qp_datafile.file.elsewhere;
    qp_descriptor_lock(fd, F_UNLCK);
    if (qp_file_deliver(&qp_datafile.file, fd) == 0 && elsewhere)
        report_name(product);
    else if (elsewhere)
        qp_message(product, "the data file remains at %s: %s", qp_datafile.file.draft.path, strerror(errno));
}

void qp_datafile_join_job(void)
{
    qp_store.header->job = qp_run_job;
    qp_store.header->world = qp_run_world;
}

void qp_datafile_join(void)
{
    struct qp_file *file = &qp_datafile.file;
    qp_store.header->rank = qp_run_rank;
    qp_store.header->ranks = qp_run_ranks;
    qp_datafile_join_job();
    qp_name_add_rank(file->elsewhere ? &file->target : &file->name);
    qp_datafile_number(1);
}

bool qp_datafile_save(enum qp_product product, const struct qp_config *config)
{
    char *path = qp_file_save(config, qp_datafile.program);
    if (!path)
        return false;
    qp_cold_lock();
    int result = qp_mark_add(product, QP_MARK_SAVE, qp_clock_read(), path);
    qp_cold_unlock();
    free(path);
    return result == 0;
}
