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
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Virtual threads that live too long come in crowds: one copy shows them all. */
#define PAUSE_SECONDS 1

/* So many copies of a run at most, where nobody asks for each. */
#define MOST_BY_ITSELF 10

#define STACK_SIZE     (256 * 1024)

static struct saver {
    pid_t process; /* that the next is of: a forked child begins anew */
    sem_t asked;   /* posted by signal handlers and by events */
    uint32_t by_signal;
    uint32_t by_itself;
    uint32_t run; /* that it serves; 0 = none. With the session lock */
    uint32_t saved_by_itself;
    int signal; /* 0 = none */
    const struct qp_config *config;
} savers[QP_PRODUCTS];

/* ---- who asks: any thread, signal handlers too ------------------------------------------------------------- */

static void ask(struct saver *saver, uint32_t *how)
{
    qp_store_release(how, 1);
    sem_post(&saver->asked);
}

static void on_signal(int number)
{
    int error = errno;
    for (int i = 0; i < QP_PRODUCTS; i++)
        if (qp_load_relaxed(&savers[i].signal) == number)
            ask(&savers[i], &savers[i].by_signal);
    errno = error;
}

static void on_long_life(enum qp_product product)
{
    struct saver *saver = &savers[product];
    if (qp_load_relaxed(&saver->saved_by_itself) < MOST_BY_ITSELF && !qp_load_relaxed(&saver->by_itself))
        ask(saver, &saver->by_itself);
}

/* ---- the thread that writes -------------------------------------------------------------------------------- */

static void rest(void)
{
    struct timespec pause = {.tv_sec = PAUSE_SECONDS};
    while (nanosleep(&pause, &pause) != 0 && errno == EINTR) {
    }
}

/* Those who ask while a copy is written, or in the pause after it, get one together. Returns whether a copy was
 * written. With the session lock, and while the thread serves the run: a request to the next run is not taken here. */
static bool save(enum qp_product product)
{
    struct saver *saver = &savers[product];
    bool by_signal = qp_exchange(&saver->by_signal, 0);
    bool by_itself = qp_exchange(&saver->by_itself, 0);
    if (by_itself)
        qp_add_relaxed(&saver->saved_by_itself, 1);
    if (by_signal || by_itself)
        qp_datafile_save(product, saver->config);
    return by_signal || by_itself;
}

/* What it was started for: a product, and which of its runs. */
static void *pack(enum qp_product product, uint32_t run)
{
    return (void *)((uintptr_t)run * QP_PRODUCTS + product);
}

/* A thread of an older run may wait still; it passes on what was not meant for it. */
static void *save_when_asked(void *packed)
{
    enum qp_product product = (uintptr_t)packed % QP_PRODUCTS;
    uint32_t run = (uint32_t)((uintptr_t)packed / QP_PRODUCTS);
    struct saver *saver = &savers[product];
    for (bool goes_on = true; goes_on;) {
        while (sem_wait(&saver->asked) != 0 && errno == EINTR) {
        }
        qp_session_lock();
        goes_on = saver->run == run;
        bool saved = goes_on && save(product);
        qp_session_unlock();
        if (saved)
            rest();
    }
    sem_post(&saver->asked);
    return NULL;
}

/* No signal of the program's is handled in it. */
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
    int failure = pthread_create(&thread, &attributes, save_when_asked, pack(product, savers[product].run));
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return failure == 0;
}

/* ---- runs -------------------------------------------------------------------------------------------------- */

/* A signal that the program handles is the program's. */
static void take_signal(enum qp_product product, int number)
{
    struct saver *saver = &savers[product];
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
    struct sigaction found;
    bool is_free = sigaction(number, NULL, &found) == 0 &&
                   (found.sa_handler == SIG_DFL || found.sa_handler == on_signal); /* another product's, a parent's */
    if (!is_free || sigaction(number, &action, NULL) != 0) {
        qp_message(product, "-save-signal: signal %d is not to be had", number);
        return;
    }
    qp_store_relaxed(&saver->signal, number);
}

static bool is_waited_for(int number)
{
    for (int i = 0; i < QP_PRODUCTS; i++)
        if (savers[i].signal == number)
            return true;
    return false;
}

/* The last product that waits for it gives it back. A process that exits keeps the handler, which does nothing then:
 * one that is asked for copies all the time shall not die of that in its last moment. */
static void let_signal_go(struct saver *saver, enum qp_finish_reason reason)
{
    struct sigaction now;
    int number = saver->signal;
    qp_store_relaxed(&saver->signal, 0);
    if (number == 0 || reason == QP_FINISH_EXIT || is_waited_for(number))
        return;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == on_signal)
        signal(number, SIG_DFL);
}

void qp_saver_start(enum qp_product product, const struct qp_config *config)
{
    struct saver *saver = &savers[product];
    struct qp_run *run = &qp_runs[product];
    int number = (int)config->number[QP_OPTION_SAVE_SIGNAL];
    uint64_t limit = config->number[QP_OPTION_SAVE_SLOW];
    if (number == 0 && limit == 0)
        return;
    if (saver->process != getpid())
        sem_init(&saver->asked, 0, 0);
    saver->process = getpid();
    qp_store_relaxed(&saver->by_signal, 0); /* a handler of the run before may be late */
    qp_store_relaxed(&saver->by_itself, 0);
    qp_store_relaxed(&saver->saved_by_itself, 0);
    saver->config = config;
    saver->run = run->number;
    if (!start_thread(product)) {
        qp_message(product, "no thread to save copies with");
        return;
    }
    if (number != 0)
        take_signal(product, number);
    run->outlived = on_long_life;
    if (limit != 0 && run->timed && run->virtual_threads)
        qp_store_release(&run->longest_life, qp_processor_ticks(limit)); /* after who is called then */
}

void qp_saver_stop(enum qp_product product, enum qp_finish_reason reason)
{
    struct saver *saver = &savers[product];
    if (saver->run == 0)
        return;
    qp_store_relaxed(&qp_runs[product].longest_life, UINT64_MAX);
    let_signal_go(saver, reason);
    saver->run = 0;
    sem_post(&saver->asked);
}
