/* handler.c - a signal handler that records the interrupted location: a sampling profiler in twenty lines.
 *
 * A timer interrupts the program a hundred times per second of CPU time. The handler gets the interrupted program
 * counter and frame pointer from its context, and makes a location of them. Then it enters a state, which counts the
 * hits, and which is logged with that location.
 *
 * Look at the results:
 *     qii trace handler.qii         each hit of Timer:hit with the line in this file, and its callers
 *     qii locations handler.qii     the locations, each once, however often it was hit
 *     qii report handler.qii        the total number of hits */
#include <VT.h>

#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <ucontext.h>

#define HITS 20

static int hit_state;
static volatile sig_atomic_t hits;

static void on_timer(int number, siginfo_t *info, void *context_)
{
    ucontext_t *context = context_;
    int sclhandle;
    if (hits == HITS) /* the timer expired again before it was stopped */
        return;
#if defined(__x86_64__)
    void *pc = (void *)context->uc_mcontext.gregs[REG_RIP];
    void *stackframe = (void *)context->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
    void *pc = (void *)context->uc_mcontext.pc;
    void *stackframe = (void *)context->uc_mcontext.regs[29];
#else
#error "where is this processor's frame pointer?"
#endif
    (void)number;
    (void)info;
    /* The interrupted location, and two callers above it. */
    VT_sclstack(pc, stackframe, 0, 2, &sclhandle);
    if (VT_enter(hit_state, sclhandle) == VT_OK) {
        VT_leave(VT_NOSCL);
        hits++;
    }
}

static volatile double sum;

static void add_up(void)
{
    for (int i = 1; i < 10000; i++)
        sum += 1.0 / i;
}

static void work(void)
{
    while (hits < HITS)
        add_up();
}

int main(int argc, char **argv)
{
    const struct itimerval every_10_ms = {{0, 10000}, {0, 10000}};
    const struct itimerval never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_sigaction = on_timer, .sa_flags = SA_SIGINFO | SA_RESTART};

    if (VT_initialize(&argc, &argv) != VT_OK)
        return 1;
    VT_funcdef("Timer:hit", VT_NOCLASS, &hit_state);
    /* A state's first entry allocates memory, which a handler should not do. */
    VT_enter(hit_state, VT_NOSCL);
    VT_leave(VT_NOSCL);

    if (sigaction(SIGPROF, &action, NULL) != 0 || setitimer(ITIMER_PROF, &every_10_ms, NULL) != 0)
        return 1;
    work();
    setitimer(ITIMER_PROF, &never, NULL);
    printf("%d hits\n", (int)hits);
    return VT_finalize() != VT_OK;
}
