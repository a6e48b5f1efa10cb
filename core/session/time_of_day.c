#include "core/session/time_of_day.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/store/process.h"
#include "core/store/store.h"
#include "core/thread/occupy.h"

#include <time.h>

static uint64_t shift;    /* nanoseconds to add to the monotonic clock; 0 = unknown */
static uint32_t was_read; /* 1 = a client has read the time, so `shift` must not change */
static uint64_t start;

static uint64_t measure(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec - qp_clock_monotonic();
}

static uint64_t known_shift(void)
{
    uint64_t known = qp_load_acquire(&shift);
    if (known != 0)
        return known;
    uint64_t measured = measure();
    if (__atomic_compare_exchange_n(&shift, &known, measured, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return measured;
    return known;
}

/* Measure the shift again, since the time of day may have been changed after the previous run. But if a client has
 * already read the time, keep the shift, so that the client's time does not jump. */
uint64_t qp_time_of_day_begin(uint64_t monotonic_ns)
{
    if (!qp_load_acquire(&was_read))
        qp_store_release(&shift, measure());
    qp_store_release(&start, monotonic_ns + known_shift());
    return start;
}

static double seconds(uint64_t ns)
{
    uint64_t whole = ns / 1000000000u;
    return (double)whole + (double)(ns % 1000000000u) * 1e-9;
}

double qp_time_of_day_now(void)
{
    if (!qp_load_relaxed(&was_read))
        qp_store_release(&was_read, 1);
    return seconds(qp_clock_monotonic() + known_shift());
}

double qp_time_of_day_start(void)
{
    return qp_load_acquire(&qp_process->alive) ? seconds(qp_load_acquire(&start)) : 0;
}

void qp_time_of_day_sync(void)
{
    if (!qp_load_acquire(&qp_process->alive))
        return;
    qp_session_lock();
    pthread_mutex_lock(&qp_process->growth);
    if (qp_store.header)
        qp_store_pair_clocks();
    pthread_mutex_unlock(&qp_process->growth);
    qp_session_unlock();
}
