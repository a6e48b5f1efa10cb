#include "core/session/session.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "base/memory.h"
#include "core/store/counter_pages.h"
#include "core/store/diagnose.h"
#include "core/store/message.h"
#include "core/store/process.h"
#include "core/store/store.h"
#include "core/store/string.h"
#include "core/event/block_counters.h"
#include "core/thread/callback.h"
#include "core/carrier/carrier.h"
#include "core/carrier/safepoint.h"
#include "core/thread/mark.h"
#include "core/method/method.h"
#include "core/thread/occupy.h"
#include "core/thread/processor.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/carrier/slow.h"
#include "core/vthread/vthread.h"
#include "core/session/calibrate.h"
#include "core/session/datafile.h"
#include "core/session/finish.h"
#include "core/session/saver.h"
#include "core/session/throttle.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

static struct product {
    struct qp_start start; /* its options are owned */
    struct qp_config config;
    const struct qp_callback *initial;   /* callback in `start`, NULL = none */
    const struct qp_callback *replacing; /* callback that replaces `initial`, NULL = none */
    bool running;
} products[QP_PRODUCTS];

const struct qp_config *qp_session_config(enum qp_product product)
{
    return &products[product].config;
}

static bool any_running(void)
{
    return products[QP_QPROF].running || products[QP_CPROF].running || products[QP_VT].running;
}

/* ---- a product starts ------------------------------------------------------------------------------------ */

static void forget_parent(void)
{
    if (qp_load_acquire(&qp_process->alive))
        return;
    qp_memory_forked();
    qp_cold_lock(); /* take the lock, because a definition in another thread may abandon the parent's file at the
                     * same time */
    qp_counter_pages_leave();
    qp_store_abandon();
    qp_cold_unlock();
    qp_carrier_abandon();
    qp_diagnose_into(NULL);
    for (int i = 0; i < QP_PRODUCTS; i++) {
        qp_tstate_detach(i);
        products[i].running = false;
    }
    qp_store_release(&qp_process->alive, 1);
}

/* Replace the product's `start` as a whole, and free the old options last. So a child that another thread forks
 * meanwhile finds the old or the new options, never freed memory. In a forked child, the parameter `start` may be
 * &product->start. */
static int keep_start(struct product *product, const struct qp_start *start)
{
    struct qp_start kept = *start;
    char *before = (char *)product->start.options;
    const struct qp_callback callback = {.plain = start->callback};
    const struct qp_callback *initial = start->callback ? qp_callback_keep(&callback) : NULL;
    char *options = strdup(start->options ? start->options : "");
    if (!options || (start->callback && !initial)) {
        free(options);
        return -1;
    }
    kept.options = options;
    product->start = kept;
    product->initial = initial;
    qp_fence_signal();
    free(before);
    return 0;
}

static int keep_config(struct product *product, const char *options)
{
    struct qp_config config, before = product->config;
    if (qp_config_init(&config, product->start.product, options, !getauxval(AT_SECURE)) != 0)
        return -1;
    product->config = config;
    qp_fence_signal();
    qp_config_fini(&before);
    return 0;
}

/* Return true if samples are taken of elapsed time, which the option must request. */
static bool samples_elapsed_time(const struct qp_config *config)
{
    return config->number[QP_OPTION_SAMPLE] && config->given[QP_OPTION_MEASURE_TIMED_CALLS] &&
           !config->number[QP_OPTION_MEASURE_TIMED_CALLS];
}

/* Return true if the clock is the thread's own: its CPU time or, in a sampled run, its elapsed time. */
static bool is_of_thread(const struct qp_config *config)
{
    return config->number[QP_OPTION_MEASURE_TIMED_CALLS] || config->number[QP_OPTION_SAMPLE];
}

static enum qp_clock_kind clock_kind(const struct product *product)
{
    if (!product->start.timed)
        return QP_CLOCK_NONE;
    if (qp_clock_fake)
        return QP_CLOCK_FAKE;
    if (is_of_thread(&product->config))
        return samples_elapsed_time(&product->config) ? QP_CLOCK_THREAD_ELAPSED : QP_CLOCK_THREAD_CPU;
    return qp_clock_tsc ? QP_CLOCK_TSC : QP_CLOCK_MONOTONIC;
}

/* Choose the process's clock, if no run has chosen it before. */
static void init_clock(const struct product *product)
{
    static const enum qp_clock_wanted wanted_by_option[] = {
        [QP_CLOCK_OPTION_PLAIN] = QP_CLOCK_WANT_KERNELS,
        [QP_CLOCK_OPTION_ORDERED] = QP_CLOCK_WANT_KERNELS,
        [QP_CLOCK_OPTION_TSC] = QP_CLOCK_WANT_TSC,
        [QP_CLOCK_OPTION_MONOTONIC] = QP_CLOCK_WANT_MONOTONIC,
    };
    enum qp_clock_wanted wanted = wanted_by_option[product->config.number[QP_OPTION_CLOCK]];
    qp_clock_init(wanted);
    if (!product->start.timed)
        return;
    if (wanted == QP_CLOCK_WANT_TSC && !qp_clock_tsc)
        qp_message(product->start.product,
                   "-clock=tsc: the time stamp counter is unsteady, or the process uses another clock already");
    if (wanted == QP_CLOCK_WANT_MONOTONIC && qp_clock_tsc)
        qp_message(product->start.product, "-clock=monotonic: the process uses the time stamp counter already");
}

/* Set the data file's clock. A file has only one clock, which its first timed run chooses. */
static void choose_clock(const struct product *product)
{
    struct qp_header *header = qp_store.header;
    enum qp_clock_kind kind = clock_kind(product);
    if (header->products == 0 || header->clock_kind == QP_CLOCK_NONE)
        header->clock_kind = kind;
    else if (product->start.timed && header->clock_kind != kind)
        qp_message(product->start.product, "the data file already uses another clock, which is kept");
}

/* Return the reasons (QP_SLOW_*) for which the events of a timed run do not take the fast path. */
static uint32_t slow_reasons(const struct qp_config *config)
{
    uint32_t slow = config->number[QP_OPTION_RECORD_MIN_MAX] ? QP_SLOW_MEASURED : 0;
    if (!qp_clock_is_tsc())
        slow |= QP_SLOW_CLOCK;
    if (config->number[QP_OPTION_SAMPLE])
        slow |= QP_SLOW_SAMPLED;
    if (qp_clock_is_of_threads(qp_store.header->clock_kind))
        slow |= QP_SLOW_CPU;
    else if (qp_clock_is_tsc() && config->number[QP_OPTION_CLOCK] == QP_CLOCK_OPTION_ORDERED)
        slow |= QP_SLOW_ORDERED;
    return slow;
}

static void set_run(const struct product *product, bool inherits)
{
    const struct qp_config *config = &product->config;
    struct qp_run_settings *run = &qp_runs[product->start.product];
    run->hooks = product->start.hooks;
    qp_store_relaxed(&run->number, run->number + 1);
    qp_store_relaxed(&run->virtual_threads, product->start.virtual_threads);
    run->inherits = inherits;
    qp_store_relaxed(&run->timed, product->start.timed);
    run->timeline = config->number[QP_OPTION_RECORD_TIMELINE];
    run->folds_names = config->number[QP_OPTION_FOLD_THREAD_NAMES];
    qp_store_relaxed(&run->callback, NULL);
    run->samples_elapsed_time = qp_store.header->clock_kind == QP_CLOCK_THREAD_ELAPSED;
    run->source_path = config->text[QP_OPTION_DEFAULT_SOURCE_PATH];
    qp_store_relaxed(&run->break_flags, 0);
    run->waits = QP_WAITS_UNKNOWN;
    qp_store_relaxed(&run->longest_life, UINT64_MAX);
    if (run->virtual_threads && run->timed)
        qp_processor_start();
    for (int i = 0; i < QP_RUN_FLAVOURED; i++)
        qp_store_relaxed(&run->misused[i], NULL);
    qp_store_relaxed(&run->slow, run->timed ? slow_reasons(config) : 0);
}

static void describe_product(const struct product *product)
{
    struct qp_header *header = qp_store.header;
    enum qp_product number = product->start.product;
    const struct qp_config *config = &product->config;
    if (product->start.timed && config->number[QP_OPTION_SAMPLE])
        header->features |= QP_FEATURE_SAMPLED;
    if (!product->start.timed && config->number[QP_OPTION_HITS])
        header->features |= QP_FEATURE_HITS;
    if (product->start.timed && config->number[QP_OPTION_ALLOC] == QP_ALLOC_SAMPLE)
        header->features |= QP_FEATURE_ESTIMATES;
    header->products |= 1u << number;
    if (product->start.virtual_threads)
        header->virtual_threads |= 1u << number;
    header->options[number] = qp_string_put(product->start.options);
    qp_method_write_all(number);
}

/* Publish the callback to threads that may already record. This pairs with the load in qp_frame_enter_slow. */
static void publish_callback(const struct product *product)
{
    const struct qp_callback *callback = product->replacing ? product->replacing : product->initial;
    qp_store_release(&qp_runs[product->start.product].callback, callback);
}

static void begin_recording(struct product *product, bool inherits)
{
    enum qp_product number = product->start.product;
    qp_throttle_reset(number);
    qp_cold_lock();
    qp_mark_reset(number);
    qp_vthread_reset(number);
    choose_clock(product);
    set_run(product, inherits);
    describe_product(product);
    if (!product->config.number[QP_OPTION_RECORD_DATA])
        qp_mark_add(number, QP_MARK_PAUSE, qp_clock_read(), NULL);
    qp_cold_unlock();
    const struct qp_run_hooks *hooks = qp_runs[number].hooks;
    if (hooks && hooks->begin)
        qp_store_relaxed(&qp_runs[number].slow, qp_runs[number].slow | hooks->begin());
    product->running = true;
    qp_store_release(&qp_process->recording[number], 1);
    qp_fence_full(); /* pairs with stop_looking of slow.c */
    qp_store_release(&qp_tstate_off[number].busy, QP_TSTATE_BUSY);
    struct qp_tstate *tstate = qp_carrier_attach(number);
    qp_cold_lock();
    qp_block_counters_begin(number, tstate);
    qp_cold_unlock();
    if (tstate) {
        qp_run_hook(number, start, tstate);
        qp_calibrate(number, true);
    }
    qp_saver_start(number, &product->config);
    publish_callback(product);
}

/* Start a product. `child` is true in a forked child that is followed, which inherits its parent's open calls. */
static int start_locked(const struct qp_start *start, bool child)
{
    struct product *product = &products[start->product];
    if (product->running) {
        qp_message(start->product, "already initialized");
        return QPROF_ERR_RUNNING;
    }
    qp_cold_lock(); /* since a definition by another thread may be using the path */
    qp_runs[start->product].source_path = NULL;
    qp_cold_unlock();
    if (keep_start(product, start) != 0 || keep_config(product, start->options) != 0) {
        qp_message(start->product, "no memory");
        return QPROF_ERR_MEMORY;
    }
    init_clock(product);
    if (any_running()) {
        if (product->config.given[QP_OPTION_DATA_FILE])
            qp_diagnose(start->product, QP_DIAGNOSTIC_SECOND_FILE, "%s", product->config.text[QP_OPTION_DATA_FILE]);
    } else {
        int result = qp_datafile_open(start->product, &product->config, child);
        if (result != 0)
            return result;
    }
    begin_recording(product, child);
    return product->config.number[QP_OPTION_GRANULARITY] == 0 ? QPROF_METHODS_ONLY : QPROF_REPORT_BLOCKS;
}

/* ---- forked children ------------------------------------------------------------------------------------- */

static void follow(void)
{
    bool again[QP_PRODUCTS];
    qp_session_lock();
    if (qp_load_acquire(&qp_process->alive)) {
        qp_session_unlock();
        return;
    }
    for (int i = 0; i < QP_PRODUCTS; i++)
        again[i] = products[i].running && products[i].config.number[QP_OPTION_FOLLOW_CHILD_PROCESSES];
    forget_parent();
    for (int i = 0; i < QP_PRODUCTS; i++)
        if (again[i])
            start_locked(&products[i].start, true);
    qp_session_unlock();
}

static void follow_fork(void)
{
    if (qp_load_acquire(&qp_slow_forked) && !qp_load_acquire(&qp_process->alive))
        follow();
}

/* Install the fork handler when the library is loaded. A later call with the session lock held might deadlock:
 * pthread_atfork waits for a fork by another thread, whose handlers may wait for the session lock. */
__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, follow_fork);
}

int qp_session_start(const struct qp_start *start)
{
    if (qp_process_init() != 0) {
        qp_message(start->product, "no memory");
        return QPROF_ERR_MEMORY;
    }
    qp_session_lock();
    forget_parent();
    int result = start_locked(start, false);
    if (result > 0 && products[start->product].config.number[QP_OPTION_FOLLOW_CHILD_PROCESSES])
        qp_store_release(&qp_slow_forked, follow);
    qp_session_unlock();
    return result;
}

int qp_session_set_callback(enum qp_product number, void (*callback)(qprof_MethodID, void *), void *user)
{
    const struct qp_callback wanted = {.with_user = callback, .user = user};
    struct product *product = &products[number];
    qp_session_lock();
    const struct qp_callback *replacing = callback ? qp_callback_keep(&wanted) : NULL;
    int result = callback && !replacing ? -1 : 0;
    if (result == 0)
        product->replacing = replacing;
    if (qp_load_acquire(&qp_process->alive) && product->running)
        publish_callback(product);
    qp_session_unlock();
    return result;
}

void qp_session_join(uint32_t rank, uint32_t ranks)
{
    qp_session_lock();
    qp_run_rank = rank;
    qp_run_ranks = ranks;
    if (qp_load_acquire(&qp_process->alive) && any_running())
        qp_datafile_join();
    qp_session_unlock();
}

void qp_session_join_job(uint64_t job, uint32_t world)
{
    qp_session_lock();
    qp_run_job = job;
    qp_run_world = world;
    if (qp_load_acquire(&qp_process->alive) && any_running())
        qp_datafile_join_job();
    qp_session_unlock();
}

unsigned qp_session_number(unsigned least)
{
    qp_session_lock();
    unsigned number = qp_load_acquire(&qp_process->alive) && any_running() ? qp_datafile_number(least) : 0;
    qp_session_unlock();
    return number;
}

/* ---- a product stops ------------------------------------------------------------------------------------- */

static void stop_locked(enum qp_product number, enum qp_finish_reason reason)
{
    struct product *product = &products[number];
    qp_saver_stop(number, reason);
    qp_calibrate(number, false);
    qp_store_release(&qp_process->recording[number], 0);
    qp_store_relaxed(&qp_tstate_off[number].busy, QP_TSTATE_OFF);
    product->running = false;
    qp_safepoint_begin();
    qp_finish_product(number);
    qp_store_release(&qp_runs[number].finished, qp_run_number(number)); /* pairs with the load in qp_tstate_run_end */
    qp_cold_lock();
    qp_block_counters_end(number);
    qp_cold_unlock();
    qp_safepoint_end();
    bool last = !any_running();
    if (last)
        qp_datafile_finish(number, reason);
    qp_finish_summary(number, &product->config, product->start.summary, &qp_datafile.file, qp_datafile.program);
    if (last)
        qp_datafile_close();
    qp_finish_command(number, &product->config, &qp_datafile.file);
}

static void stop(enum qp_product product, enum qp_finish_reason reason)
{
    if (!qp_load_acquire(&qp_process->alive))
        return;
    qp_session_lock();
    if (products[product].running)
        stop_locked(product, reason);
    qp_session_unlock();
}

void qp_session_stop(enum qp_product product)
{
    stop(product, QP_FINISH_SHUTDOWN);
}

__attribute__((destructor)) static void at_exit(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        stop(product,
             products[product].config.number[QP_OPTION_SHUTDOWN_AT_EXIT] ? QP_FINISH_SHUTDOWN : QP_FINISH_EXIT);
}

void *qp_session_option(enum qp_product product, const char *name)
{
    if (!qp_load_acquire(&qp_process->alive))
        return NULL;
    qp_session_lock();
    void *value = qp_config_get(&products[product].config, name);
    qp_session_unlock();
    return value;
}
