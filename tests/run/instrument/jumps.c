/* A program that leaves functions by longjmp, also in signal handlers and in a thread; with an argument, in handlers
 * that interrupt the recorder. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#define NOINLINE __attribute__((noinline))

static __thread sigjmp_buf back;
static volatile int sum;

NOINLINE static void deep(int n)
{
    volatile char own[64];
    own[0] = (char)n;
    if (n == 0)
        longjmp(back, 1);
    deep(n - 1);
    sum += own[0];
}

/* Its frame is larger than that of the first deep(). */
NOINLINE static void large(void)
{
    volatile char own[1000];
    own[0] = 1;
    sum += own[0];
}

NOINLINE static void small(void)
{
    sum++;
}

NOINLINE static void repeat(void)
{
    for (volatile int i = 0; i < 1000; i++) {
        if (!sigsetjmp(back, 0))
            deep(2);
        large();
        if (!sigsetjmp(back, 0))
            deep(0);
        small();
    }
}

static inline void jump(int n)
{
    if (n >= 0)
        longjmp(back, 1);
}

/* jump() is inlined. */
NOINLINE static void repeat_inlined(void)
{
    for (volatile int i = 0; i < 1000; i++)
        if (!sigsetjmp(back, 0))
            jump(i);
}

NOINLINE static void ring(int number)
{
    (void)number;
    siglongjmp(back, 1);
}

/* It jumps on its own stack. */
NOINLINE static void jump_inside(int number)
{
    (void)number;
    for (volatile int i = 0; i < 10; i++) {
        if (!sigsetjmp(back, 0))
            deep(1);
        small();
    }
}

/* On a stack that is at a higher address than the thread's own. */
static void *run_thread(void *high)
{
    sigaltstack(&(stack_t){.ss_sp = high, .ss_size = 1 << 16}, NULL);
    for (volatile int i = 0; i < 100; i++)
        if (!sigsetjmp(back, 1))
            raise(SIGUSR1);
    repeat();
    raise(SIGUSR2);
    return NULL;
}

/* Most of these signals interrupt the recorder. */
NOINLINE static void ring_often(void)
{
    const struct itimerval often = {{0, 50}, {0, 50}}, never = {{0, 0}, {0, 0}};
    volatile char *below = __builtin_alloca(1000); /* the stack pointer at sigsetjmp is below that at the entry */
    below[0] = 1;
    small();
    for (volatile int i = 0; i < 200; i++) {
        if (!sigsetjmp(back, 1)) {
            setitimer(ITIMER_REAL, &often, NULL);
            for (;;)
                small();
        }
        setitimer(ITIMER_REAL, &never, NULL);
    }
    for (int i = 0; i < 1000; i++)
        large();
}

int main(int argc, char **argv)
{
    pthread_t thread;
    pthread_attr_t attributes;
    char *low = malloc(1 << 20);
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = ring}, NULL);
    (void)argv;
    if (argc > 1) {
        ring_often();
        return 0;
    }
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = ring, .sa_flags = SA_ONSTACK}, NULL);
    sigaction(SIGUSR2, &(struct sigaction){.sa_handler = jump_inside, .sa_flags = SA_ONSTACK}, NULL);
    repeat();
    repeat_inlined();
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, low, 1 << 19);
    pthread_create(&thread, &attributes, run_thread, low + (1 << 19));
    pthread_join(thread, NULL);
    return 0;
}
