#include "tests/support/interrupt.h"

#include "tests/support/stage.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>

static void (*called)(const void *context);
static uint64_t *counter;

static void handle(int number, siginfo_t *info, void *context)
{
    int kept = errno;
    (void)number, (void)info;
    called(context);
    stage_add(counter, 1);
    errno = kept;
}

static void set_timer(long microseconds)
{
    const struct itimerval often = {{0, microseconds}, {0, microseconds}};
    STAGE_CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
}

void interrupt_begin(long microseconds, void (*call)(const void *context), uint64_t *calls)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART};
    called = call;
    counter = calls;
    STAGE_CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    set_timer(microseconds);
}

bool interrupt_continues(uint64_t turn, uint64_t least)
{
    uint64_t calls = __atomic_load_n(counter, __ATOMIC_ACQUIRE);
    return turn < least || (calls < INTERRUPTIONS && turn < 100 * least);
}

void interrupt_end(void)
{
    set_timer(0);
}
