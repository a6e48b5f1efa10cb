#include "core/session/saver.h"

#include "base/atomic.h"
#include "core/store/message.h"
#include "core/thread/occupy.h"
#include "core/thread/processor.h"
#include "core/thread/run.h"
#include "core/session/datafile.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

/* Pause after each copy. If many virtual threads live too long at the same time, the copy after the pause shows all
 * of them. */
#define PAUSE_SECONDS 1

/* Maximum number of copies per run that long-lived virtual threads request. */
#define MOST_AUTOMATIC 10

#define STACK_SIZE     (256 * 1024)

static struct saver {
    pid_t process;  /* process that initialized `requests`; a forked child initializes its own */
    sem_t requests; /* posted by signal handlers and by events */
    uint32_t by_signal;
    uint32_t automatic;
    uint32_t run; /* number of the run being served, 0 = none; guarded by the session lock */
    uint32_t saved_automatic;
    int signal; /* 0 = none */
    const struct qp_config *config;
} savers[QP_PRODUCTS];

/* ---- requests: any thread, signal handlers too ------------------------------------------------------------- */

static void request_copy(struct saver *saver, uint32_t *flag)
{
    qp_store_release(flag, 1);
    sem_post(&saver->requests);
}

static void on_signal(int number)
{
    int error = errno;
    for (int i = 0; i < QP_PRODUCTS; i++)
        if (qp_load_relaxed(&savers[i].signal) == number)
            request_copy(&savers[i], &savers[i].by_signal);
    errno = error;
}

static void on_long_life(enum qp_product product)
{
    struct saver *saver = &savers[product];
    if (qp_load_relaxed(&saver->saved_automatic) < MOST_AUTOMATIC && !qp_load_relaxed(&saver->automatic))
        request_copy(saver, &saver->automatic);
}

/* ---- the thread that writes -------------------------------------------------------------------------------- */

/* Write one copy for all requests since the last copy. Return true if a copy was requested. Call this with the
 * session lock, and only if the thread's run is still the current run, since requests may belong to the next run. */
static bool save(enum qp_product product)
{
    struct saver *saver = &savers[product];
    bool by_signal = qp_exchange(&saver->by_signal, 0);
    bool automatic = qp_exchange(&saver->automatic, 0);
    if (automatic)
        qp_add_relaxed(&saver->saved_automatic, 1);
    if (by_signal || automatic)
        qp_datafile_save(product, saver->config);
    return by_signal || automatic;
}

/* Pack the thread's argument: a product, and the number of its run. */
static void *pack(enum qp_product product, uint32_t run)
{
    return (void *)((uintptr_t)run * QP_PRODUCTS + product);
}

/* Serve the requests for copies of a run. This is the main function of the thread. If the thread of an older run
 * still waits, it may take a request of a newer run from the semaphore; in this case it posts the request again and
 * ends. */
static void *serve(void *packed)
{
    enum qp_product product = (uintptr_t)packed % QP_PRODUCTS;
    uint32_t run = (uint32_t)((uintptr_t)packed / QP_PRODUCTS);
    struct saver *saver = &savers[product];
    for (bool serves = true; serves;) {
        while (sem_wait(&saver->requests) != 0 && errno == EINTR) {
        }
        qp_session_lock();
        serves = saver->run == run;
        bool saved = serves && save(product);
        qp_session_unlock();
        if (saved)
            sleep(PAUSE_SECONDS);
    }
    sem_post(&saver->requests);
    return NULL;
}

/* Start the thread with all signals blocked, so that it runs none of the program's handlers. */
static bool start_thread(enum qp_product product)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&thread, &attributes, serve, pack(product, savers[product].run));
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return failure == 0;
}

/* ---- runs -------------------------------------------------------------------------------------------------- */

/* Install the signal handler, unless the program handles the signal itself. */
static void take_signal(enum qp_product product, int number)
{
    struct saver *saver = &savers[product];
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
    struct sigaction found;
    /* If on_signal is installed already, another product or the parent of a forked child has installed it. */
    bool is_free =
        sigaction(number, NULL, &found) == 0 && (found.sa_handler == SIG_DFL || found.sa_handler == on_signal);
    if (!is_free || sigaction(number, &action, NULL) != 0) {
        qp_message(product, "-save-signal: signal %d is already in use", number);
        return;
    }
    qp_store_relaxed(&saver->signal, number);
}

static bool is_used(int number)
{
    for (int i = 0; i < QP_PRODUCTS; i++)
        if (savers[i].signal == number)
            return true;
    return false;
}

/* Restore the signal's default action if no other product uses the signal. A process that exits keeps the handler,
 * which then does nothing, so that a late signal does not kill the process. */
static void release_signal(struct saver *saver, enum qp_finish_reason reason)
{
    struct sigaction now;
    int number = saver->signal;
    qp_store_relaxed(&saver->signal, 0);
    if (number == 0 || reason == QP_FINISH_EXIT || is_used(number))
        return;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == on_signal)
        signal(number, SIG_DFL);
}

void qp_saver_start(enum qp_product product, const struct qp_config *config)
{
    struct saver *saver = &savers[product];
    struct qp_run_settings *run = &qp_runs[product];
    int number = (int)config->number[QP_OPTION_SAVE_SIGNAL];
    uint64_t limit = config->number[QP_OPTION_SAVE_SLOW];
    if (number == 0 && limit == 0)
        return;
    if (saver->process != getpid())
        sem_init(&saver->requests, 0, 0);
    saver->process = getpid();
    qp_store_relaxed(&saver->by_signal, 0); /* a signal handler that ended after the previous run may have set this */
    qp_store_relaxed(&saver->automatic, 0);
    qp_store_relaxed(&saver->saved_automatic, 0);
    saver->config = config;
    saver->run = run->number;
    if (!start_thread(product)) {
        qp_message(product, "cannot start the thread that saves copies");
        return;
    }
    if (number != 0)
        take_signal(product, number);
    run->outlived = on_long_life;
    /* Set this limit after `outlived`, which other threads may call as soon as the limit is set. */
    if (limit != 0 && run->timed && run->virtual_threads)
        qp_store_release(&run->longest_life, qp_processor_ticks(limit));
}

void qp_saver_stop(enum qp_product product, enum qp_finish_reason reason)
{
    struct saver *saver = &savers[product];
    if (saver->run == 0)
        return;
    qp_store_relaxed(&qp_runs[product].longest_life, UINT64_MAX);
    release_signal(saver, reason);
    saver->run = 0;
    sem_post(&saver->requests);
}
