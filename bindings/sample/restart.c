#include "bindings/sample/restart.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

#ifdef __x86_64__

/* mov $NUMBER, %eax; syscall */
#define LENGTH 7

/* Return the number of the system call that has failed with EINTR just before the interrupted instruction, -1 if there
 * is none. */
static long call_of(const greg_t *registers)
{
    const unsigned char *code = (const unsigned char *)registers[REG_RIP] - LENGTH;
    uint32_t number;
    if (registers[REG_RAX] != -EINTR || code[0] != 0xb8 || code[5] != 0x0f || code[6] != 0x05)
        return -1;
    memcpy(&number, code + 1, sizeof number);
    return number;
}

/* Return true if a signal of the program is about to be delivered. */
static bool is_pending(const ucontext_t *context)
{
    sigset_t pending;
    sigpending(&pending);
    for (int number = 1; number < NSIG; number++)
        if (sigismember(&pending, number) > 0 && sigismember(&context->uc_sigmask, number) == 0)
            return true;
    return false;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Return the nanoseconds that are left of a timeout. A call that was restarted before has the timeout that it got
 * then. At its first restart it may have waited for up to one period, which is not known. */
static uint64_t left(struct restarted *last, uint64_t stack, uint64_t timeout, uint64_t nanoseconds)
{
    uint64_t time = now();
    if (last->stack != stack || last->timeout != timeout)
        last->deadline = time + nanoseconds;
    last->stack = stack;
    return last->deadline > time ? last->deadline - time : 0;
}

static void shorten_milliseconds(struct restarted *last, greg_t *registers, int which)
{
    int timeout = (int)registers[which];
    if (timeout <= 0)
        return;
    uint64_t more = left(last, (uint64_t)registers[REG_RSP], (uint64_t)timeout, (uint64_t)timeout * 1000000);
    last->timeout = (more + 999999) / 1000000;
    registers[which] = (greg_t)last->timeout;
}

/* Shorten the timeout to which this argument points; NULL = none. */
static void shorten_time(struct restarted *last, greg_t *registers, int which)
{
    const struct timespec *time = (const struct timespec *)registers[which];
    if (!time)
        return;
    uint64_t more = left(last, (uint64_t)registers[REG_RSP], (uint64_t)(uintptr_t)time,
                         (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec);
    last->left = (struct timespec){(time_t)(more / 1000000000), (long)(more % 1000000000)};
    last->timeout = (uint64_t)(uintptr_t)&last->left;
    registers[which] = (greg_t)&last->left;
}

/* Make clock_nanosleep(CLOCK, FLAGS, TIME, REST) sleep for the rest, which the kernel has stored if REST is not NULL.
 */
static void shorten_sleep(struct restarted *last, greg_t *registers)
{
    const struct timespec *rest = (const struct timespec *)registers[REG_R10];
    if (registers[REG_RSI] & TIMER_ABSTIME)
        return;
    if (!rest) {
        shorten_time(last, registers, REG_RDX);
        return;
    }
    last->left = *rest;
    registers[REG_RDX] = (greg_t)&last->left;
}

/* Change the timeout of a call in which the thread has waited. Return false if that is not possible. */
static bool shorten(struct restarted *last, greg_t *registers, long call)
{
    switch (call) {
    case SYS_poll:
        shorten_milliseconds(last, registers, REG_RDX);
        return true;
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
        shorten_milliseconds(last, registers, REG_R10);
        return true;
    case SYS_clock_nanosleep:
        shorten_sleep(last, registers);
        return true;
    case SYS_select: /* the kernel has stored the rest */
    case SYS_pselect6:
    case SYS_ppoll:
    case SYS_pause: /* these have no timeout */
    case SYS_rt_sigsuspend:
    case SYS_semop:
    case SYS_msgsnd:
    case SYS_msgrcv:
        return true;
    case SYS_semtimedop:
        shorten_time(last, registers, REG_R10);
        return true;
    case SYS_rt_sigtimedwait:
        shorten_time(last, registers, REG_RDX);
        return true;
    default:
        return false;
    }
}

void restart_call(struct restarted *last, void *context, bool waited)
{
    ucontext_t *interrupted = context;
    greg_t *registers = interrupted->uc_mcontext.gregs;
    long call = call_of(registers);
    if (call >= 0 && !is_pending(interrupted) && (!waited || shorten(last, registers, call)))
        registers[REG_RIP] -= LENGTH;
    else
        last->stack = 0;
}

#else

void restart_call(struct restarted *last, void *context, bool waited)
{
    (void)last, (void)context, (void)waited;
}

#endif
