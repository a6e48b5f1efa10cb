#include "core/session.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "base/memory.h"
#include "core/calibrate.h"
#include "core/carrier.h"
#include "core/careful.h"
#include "core/diagnose.h"
#include "core/file.h"
#include "core/finish.h"
#include "core/group.h"
#include "core/mark.h"
#include "core/message.h"
#include "core/method.h"
#include "core/process.h"
#include "core/run.h"
#include "core/source.h"
#include "core/store.h"
#include "core/text.h"
#include "core/tree.h"
#include "core/vthread.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

static struct product {
    struct qp_start start; /* its options are owned */
    struct qp_config config;
    int running;
    int disabled; /* recording was ended for good */
} products[QP_PRODUCTS];

static struct qp_file file = {.fd = -1};
static char program[256];

static void lock(void)
{
    pthread_mutex_lock(&qp_process->session);
}

static void unlock(void)
{
    pthread_mutex_unlock(&qp_process->session);
}

static int any_running(void)
{
    return products[QP_QPROF].running || products[QP_CPROF].running || products[QP_VT].running;
}

/* ---- the data file opens ------------------------------------------------------------------------------------- */

static uint64_t process_start(void)
{
    char line[1024];
    int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, line, sizeof line - 1);
    if (fd >= 0)
        close(fd);
    line[length > 0 ? length : 0] = '\0';
    const char *field = strrchr(line, ')'); /* ends field 2, which may contain anything */
    for (int i = 2; field != NULL && i < 22; i++)
        field = strchr(field + 1, ' ');
    return field == NULL ? 0 : strtoull(field, NULL, 10);
}

static enum qp_clock_kind clock_kind(const struct qp_start *start, const struct qp_config *config)
{
    if (!start->timed)
        return QP_CLOCK_NONE;
    if (qp_clock_fake != NULL)
        return QP_CLOCK_FAKE;
    if (config->number[QP_OPTION_MEASURE_TIMED_CALLS])
        return QP_CLOCK_THREAD_CPU;
    return qp_clock_tsc ? QP_CLOCK_TSC : QP_CLOCK_MONOTONIC;
}

static void describe_process(void)
{
    struct qp_header *header = qp_store.header;
    char directory[4096];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    header->start_realtime_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    header->pid = (uint32_t)getpid();
    header->process_start = process_start();
    header->program = qp_text_put(program);
    header->directory = qp_text_put(getcwd(directory, sizeof directory));
}

/* Everything that was written into the last file begins anew. With the cold lock. */
static int begin_records(void)
{
    qp_run_file++;
    qp_text_reset();
    qp_method_reset_records();
    qp_mark_reset_records();
    qp_group_reset();
    qp_vthread_reset_records();
    qp_carrier_reset_records();
    if (qp_tree_reset() != 0)
        return -1;
    describe_process();
    qp_source_write_all();
    return 0;
}

/* A lock that ends with the process, and that no child inherits: readers tell by it whether the run still lives. */
static void lock_file(int fd, short type)
{
    struct flock range = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    fcntl(fd, F_SETLK, &range);
}

static int open_file(enum qp_product product, const struct qp_config *config)
{
    const char *name = config->text[QP_OPTION_PROGRAM_NAME];
    snprintf(program, sizeof program, "%s", name[0] != '\0' ? name : program_invocation_short_name);
    for (char *slash = strchr(program, '/'); slash != NULL; slash = strchr(slash, '/'))
        *slash = '_';
    qp_file_fini(&file);
    if (qp_file_create(&file, config, program) != 0) {
        qp_message(product, "cannot create data file %s: %s", file.path != NULL ? file.path : "", strerror(errno));
        return QPROF_ERR_FILE;
    }
    if (qp_store_open(file.fd, config->number[QP_OPTION_MAX_DATA_SIZE]) != 0) {
        int failure = errno;
        qp_message(product, "cannot use data file %s: %s", file.path != NULL ? file.path : "in memory",
                   strerror(failure));
        close(file.fd);
        if (file.path != NULL)
            unlink(file.path);
        return failure == ENOMEM ? QPROF_ERR_MEMORY : QPROF_ERR_FILE;
    }
    lock_file(file.fd, F_WRLCK);
    qp_cold_lock();
    int result = begin_records();
    qp_cold_unlock();
    qp_diagnose_into(qp_store.header->diagnostics);
    return result == 0 ? 0 : QPROF_ERR_FILE;
}

static void close_file(void)
{
    qp_diagnose_into(NULL);
    qp_cold_lock();
    qp_store_close();
    qp_cold_unlock();
}

/* ---- a product starts ------------------------------------------------------------------------------------------- */

static void forget_parent(void)
{
    if (qp_process->alive)
        return;
    qp_memory_forked();
    qp_store_abandon();
    qp_carrier_abandon();
    qp_diagnose_into(NULL);
    for (int i = 0; i < QP_PRODUCTS; i++) {
        qp_carrier_detach(i);
        products[i].running = 0;
    }
    qp_process->alive = 1;
}

static int keep_start(struct product *product, const struct qp_start *start)
{
    char *options = strdup(start->options != NULL ? start->options : "");
    if (options == NULL)
        return -1;
    free((char *)product->start.options);
    product->start = *start;
    product->start.options = options;
    return 0;
}

static void set_run(const struct product *product)
{
    const struct qp_config *config = &product->config;
    struct qp_run *run = &qp_runs[product->start.product];
    run->number++;
    run->virtual_threads = product->start.virtual_threads != 0;
    run->timed = (uint32_t)product->start.timed;
    run->callback = NULL;
    run->source_path = config->text[QP_OPTION_DEFAULT_SOURCE_PATH];
    run->break_flags = 0;
    run->careful = config->number[QP_OPTION_RECORD_MIN_MAX] && run->timed ? QP_CAREFUL_MEASURED : 0;
    if (run->timed && (qp_clock_fake != NULL || !qp_clock_tsc))
        run->careful |= QP_CAREFUL_CLOCK;
    if (run->timed && qp_clock_fake == NULL && config->number[QP_OPTION_MEASURE_TIMED_CALLS])
        run->careful |= QP_CAREFUL_CPU;
}

static void describe_product(const struct product *product)
{
    struct qp_header *header = qp_store.header;
    enum qp_product number = product->start.product;
    const struct qp_config *config = &product->config;
    if (product->start.timed || header->products == 0)
        header->clock_kind = clock_kind(&product->start, config);
    header->products |= 1u << number;
    if (product->start.virtual_threads)
        header->virtual_threads |= 1u << number;
    header->options[number] = qp_text_put(product->start.options);
    qp_method_write_all(number);
}

static void begin_recording(struct product *product)
{
    enum qp_product number = product->start.product;
    qp_cold_lock();
    qp_mark_reset(number);
    qp_vthread_reset(number);
    set_run(product);
    describe_product(product);
    if (!product->config.number[QP_OPTION_RECORD_DATA])
        qp_mark_add(number, QP_MARK_PAUSE, qp_clock_read(), NULL);
    qp_cold_unlock();
    product->running = 1;
    product->disabled = 0;
    qp_store_release(&qp_process->recording[number], 1);
    qp_store_release(&qp_run_wanted[number], 1);
    struct qp_lane *lane = qp_carrier_attach(number);
    if (lane != NULL && product->start.timed && !qp_runs[number].careful) {
        qp_store_relaxed(&lane->busy, 1);
        qp_calibrate(lane, number);
        qp_store_release(&lane->busy, 0);
    }
    qp_runs[number].callback = product->start.callback;
}

static int start_locked(const struct qp_start *start)
{
    struct product *product = &products[start->product];
    if (product->running) {
        qp_message(start->product, "already initialized");
        return QPROF_ERR_RUNNING;
    }
    qp_config_fini(&product->config);
    if (qp_config_init(&product->config, start->product, start->options, !getauxval(AT_SECURE)) != 0 ||
        keep_start(product, start) != 0) {
        qp_message(start->product, "no memory");
        return QPROF_ERR_MEMORY;
    }
    if (any_running()) {
        if (product->config.given[QP_OPTION_DATA_FILE])
            qp_diagnose(start->product, QP_DIAGNOSTIC_SECOND_FILE, "%s", product->config.text[QP_OPTION_DATA_FILE]);
    } else {
        int result = open_file(start->product, &product->config);
        if (result != 0)
            return result;
    }
    begin_recording(product);
    return product->config.number[QP_OPTION_GRANULARITY] == 0 ? QPROF_METHODS_ONLY : QPROF_REPORT_BLOCKS;
}

/* ---- forked children ----------------------------------------------------------------------------------------------
 */

static void follow(void)
{
    struct qp_start again[QP_PRODUCTS];
    int count = 0;
    lock();
    if (qp_process->alive) {
        unlock();
        return;
    }
    for (int i = 0; i < QP_PRODUCTS; i++)
        if (products[i].running && products[i].config.number[QP_OPTION_FOLLOW_CHILD_PROCESSES]) {
            again[count] = products[i].start;
            again[count++].options = strdup(products[i].start.options);
        }
    forget_parent();
    for (int i = 0; i < count; i++) {
        start_locked(&again[i]);
        free((char *)again[i].options);
    }
    unlock();
}

static void follow_fork(void)
{
    if (qp_careful_forked != NULL && !qp_process->alive)
        follow();
}

static void watch_forks(const struct qp_config *config)
{
    static int watching;
    if (!config->number[QP_OPTION_FOLLOW_CHILD_PROCESSES])
        return;
    qp_careful_forked = follow;
    if (!watching)
        watching = pthread_atfork(NULL, NULL, follow_fork) == 0;
}

int qp_session_start(const struct qp_start *start)
{
    if (qp_process_init() != 0) {
        qp_message(start->product, "no memory");
        return QPROF_ERR_MEMORY;
    }
    lock();
    forget_parent();
    qp_clock_init();
    int result = start_locked(start);
    if (result > 0)
        watch_forks(&products[start->product].config);
    unlock();
    return result;
}

/* ---- a product stops ------------------------------------------------------------------------------------------------
 */

static void stop_locked(enum qp_product number, enum qp_finish_reason reason)
{
    struct product *product = &products[number];
    qp_store_release(&qp_process->recording[number], 0);
    qp_store_relaxed(&qp_run_wanted[number], 0);
    product->running = 0;
    qp_carrier_quiesce(number);
    qp_finish_product(number);
    int last = !any_running();
    if (last) {
        qp_finish_file(reason);
        lock_file(file.fd, F_UNLCK);
        if (qp_file_deliver(&file) != 0)
            qp_message(number, "data file stays in %s: %s", file.path, strerror(errno));
    }
    qp_finish_summary(number, &product->config, product->start.summary, &file, program);
    if (last)
        close_file();
    qp_finish_command(number, &product->config, &file);
}

static void stop(enum qp_product product, enum qp_finish_reason reason)
{
    if (!qp_process->alive)
        return;
    lock();
    if (products[product].running)
        stop_locked(product, reason);
    unlock();
}

void qp_session_stop(enum qp_product product)
{
    stop(product, QP_FINISH_SHUTDOWN);
}

__attribute__((destructor)) static void at_exit(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        stop(product, QP_FINISH_EXIT);
}

/* ---- control
 * --------------------------------------------------------------------------------------------------------- */

int qp_session_is_running(enum qp_product product)
{
    return qp_load_acquire(&qp_process->recording[product]) != 0;
}

/* The last pause or resume decides. */
static int is_paused(enum qp_product product)
{
    for (uint32_t i = qp_mark_count(product); i-- > 0;) {
        enum qp_mark_kind kind = qp_mark_get(product, i).kind;
        if (kind == QP_MARK_PAUSE || kind == QP_MARK_RESUME)
            return kind == QP_MARK_PAUSE;
    }
    return 0;
}

int qp_session_is_recording(enum qp_product product)
{
    return qp_session_is_running(product) && !is_paused(product);
}

void *qp_session_option(enum qp_product product, const char *name)
{
    if (!qp_process->alive)
        return NULL;
    lock();
    void *value = qp_config_get(&products[product].config, name);
    unlock();
    return value;
}

/* Add a mark while the product runs, and let every lane see it. Returns. Non-zero = done. */
static int mark(enum qp_product product, enum qp_mark_kind kind, const char *text)
{
    if (!products[product].running) {
        qp_diagnose(product, QP_DIAGNOSTIC_NOT_RUNNING, "mark %d", (int)kind);
        return 0;
    }
    qp_cold_lock();
    int result = qp_mark_add(product, kind, qp_clock_read(), text);
    qp_cold_unlock();
    if (result == 0 && kind != QP_MARK_NOTE && kind != QP_MARK_SAVE)
        qp_carrier_poke(product);
    return result == 0;
}

int qp_session_pause(enum qp_product product, int for_good)
{
    lock();
    int done = products[product].running && is_paused(product) ? 1 : mark(product, QP_MARK_PAUSE, NULL);
    if (done && for_good)
        products[product].disabled = 1;
    unlock();
    return done;
}

int qp_session_resume(enum qp_product product)
{
    lock();
    int done = 0;
    if (!products[product].disabled)
        done = products[product].running && !is_paused(product) ? 1 : mark(product, QP_MARK_RESUME, NULL);
    unlock();
    return done;
}

int qp_session_clear(enum qp_product product)
{
    lock();
    int done = mark(product, QP_MARK_CLEAR, NULL);
    unlock();
    return done;
}

int qp_session_phase(enum qp_product product, const char *name)
{
    lock();
    int done = mark(product, QP_MARK_PHASE, name);
    unlock();
    return done;
}

int qp_session_note(enum qp_product product, const char *text)
{
    lock();
    int done = mark(product, QP_MARK_NOTE, text);
    unlock();
    return done;
}

int qp_session_save(enum qp_product product)
{
    lock();
    char *path = NULL;
    if (products[product].running) {
        pthread_mutex_lock(&qp_process->growth);
        qp_store_pair_clocks();
        pthread_mutex_unlock(&qp_process->growth);
        path = qp_file_save(&file, &products[product].config, program);
    }
    int done = path != NULL && mark(product, QP_MARK_SAVE, path);
    unlock();
    free(path);
    return done;
}

void qp_session_break(enum qp_product product, uint32_t flags, uint64_t method)
{
    lock();
    struct qp_run *run = &qp_runs[product];
    run->break_flags = flags;
    run->break_method = method;
    run->careful = flags != 0 ? run->careful | QP_CAREFUL_BREAK : run->careful & ~QP_CAREFUL_BREAK;
    qp_carrier_poke(product);
    unlock();
}
