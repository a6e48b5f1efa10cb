/* behave.c - programs that a sampler might disturb. usage: behave WHAT; the output is the same in every run. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/single_threaded.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;

static double seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static __attribute__((noinline)) void burn(double duration)
{
    double end = seconds(CLOCK_THREAD_CPUTIME_ID) + duration;
    while (seconds(CLOCK_THREAD_CPUTIME_ID) < end)
        for (unsigned i = 0; i < 10000; i++)
            sink += i;
}

/* ---- signals of the program -------------------------------------------------------------------------------------- */

static volatile int ticks;

static void tick(int number)
{
    (void)number;
    ticks++;
}

/* The program's own profiler continues to work. */
static void own_profiler(void)
{
    signal(SIGPROF, tick);
    setitimer(ITIMER_PROF, &(struct itimerval){{0, 10000}, {0, 10000}}, NULL);
    burn(0.5);
    puts(ticks >= 5 ? "ticks as expected" : "other number of ticks");
}

static void handle_all(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_pid != getpid())
        _exit(10);
    ticks += number;
}

/* Every signal gets a handler, is blocked, waited for and reset; the program gets only those that it sends. */
static void all_signals(void)
{
    sigset_t all, got;
    struct sigaction action = {.sa_sigaction = handle_all, .sa_flags = SA_SIGINFO}, before;
    sigfillset(&all);
    for (int i = 1; i < 32; i++)
        if (i != SIGKILL && i != SIGSTOP && (sigaction(i, &action, &before) != 0 || before.sa_handler != SIG_DFL))
            printf("sigaction %d\n", i);
    burn(0.1);
    for (int i = 1; i < 32; i++)
        if (i != SIGKILL && i != SIGSTOP)
            kill(getpid(), i);
    printf("sum of the signals %d\n", ticks);
    sigprocmask(SIG_BLOCK, &all, NULL);
    burn(0.1);
    sigpending(&got);
    for (int i = 1; i < 32; i++)
        if (sigismember(&got, i))
            printf("pending %d\n", i);
    kill(getpid(), SIGUSR2);
    int number = 0;
    sigwait(&all, &number);
    printf("waited for %d\n", number);
    int result = sigtimedwait(&all, NULL, &(struct timespec){.tv_nsec = 100000000});
    printf("sigtimedwait %d %d\n", result, result < 0 && errno == EAGAIN);
    int descriptor = signalfd(-1, &all, SFD_NONBLOCK);
    struct signalfd_siginfo info;
    burn(0.1);
    printf("signalfd %d\n", (int)read(descriptor, &info, sizeof info));
    for (int i = 1; i < 65; i++)
        signal(i, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    burn(0.1);
    puts("alive");
    fflush(stdout);
    kill(getpid(), SIGSTKFLT);
}

/* No system call fails with EINTR, or ends early or late. */
static void calls(void)
{
    int pipes[2], poller = epoll_create1(0);
    struct pollfd wanted = {.events = POLLIN};
    struct epoll_event event = {.events = EPOLLIN};
    if (pipe(pipes) != 0)
        return;
    wanted.fd = pipes[0];
    epoll_ctl(poller, EPOLL_CTL_ADD, pipes[0], &event);
    for (int i = 0; i < 6; i++) {
        double begin = seconds(CLOCK_MONOTONIC);
        struct timeval time = {0, 200000};
        struct timespec left = {0, 0};
        errno = 0;
        int result = i == 0   ? poll(&wanted, 1, 200)
                     : i == 1 ? epoll_wait(poller, &event, 1, 200)
                     : i == 2 ? select(0, NULL, NULL, NULL, &time)
                     : i == 3 ? nanosleep(&(struct timespec){0, 200000000}, NULL)
                     : i == 4 ? nanosleep(&(struct timespec){0, 200000000}, &left)
                              : usleep(200000);
        double took = seconds(CLOCK_MONOTONIC) - begin;
        printf("%d: %d %d %s\n", i, result, errno, took < 0.1999 ? "early" : took > 5 ? "late" : "in time");
    }
    for (int i = 0; i < 5000; i++) /* many short ones, for samples of CPU time */
        if (nanosleep(&(struct timespec){0, 1}, NULL) != 0 || poll(&wanted, 1, 0) != 0)
            puts("failed");
    signal(SIGALRM, tick);
    ticks = 0;
    ualarm(15000, 15000); /* again and again: a single alarm may come before pause() */
    for (int i = 0; i < 20; i++)
        if (pause() != -1 || errno != EINTR || ticks <= i)
            puts("no alarm");
    ualarm(0, 0);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static void *short_thread(void *data)
{
    burn(0.0005);
    return data;
}

static int c11_thread(void *data)
{
    burn(0.05);
    return (int)(size_t)data;
}

static void *cancelled(void *data)
{
    for (;;)
        burn(0.001), pthread_testcancel();
    return data;
}

static void *waiting(void *data)
{
    burn(0.0002);
    pthread_barrier_wait(data);
    burn(0.0002);
    return NULL;
}

static void many_threads(void)
{
    static pthread_t threads[1000];
    pthread_attr_t small;
    void *result;
    size_t sum = 0;
    for (size_t i = 0; i < 1000; i++) {
        pthread_create(&threads[0], NULL, short_thread, (void *)i);
        pthread_join(threads[0], &result);
        sum += (size_t)result;
    }
    printf("sum %zu\n", sum);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 1001);
    for (int i = 0; i < 1000; i++)
        if (pthread_create(&threads[i], &small, waiting, &barrier) != 0)
            exit(1);
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < 1000; i++)
        pthread_join(threads[i], NULL);
    thrd_t c11;
    int value;
    thrd_create(&c11, c11_thread, (void *)7);
    thrd_join(c11, &value);
    pthread_create(&threads[0], NULL, cancelled, NULL);
    burn(0.05);
    pthread_cancel(threads[0]);
    pthread_join(threads[0], &result);
    printf("C11 %d, cancelled %d\n", value, result == PTHREAD_CANCELED);
}

static void *last(void *data)
{
    burn(0.1);
    puts("last thread");
    return data;
}

/* The C library does not know of a second thread, and the process ends with the last thread that it knows. */
static void alone(void)
{
    pthread_t thread;
    burn(0.1);
    printf("alone %d\n", __libc_single_threaded);
    pthread_create(&thread, NULL, last, NULL);
    pthread_exit(NULL);
}

/* ---- processes --------------------------------------------------------------------------------------------------- */

static void children(void)
{
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (child == 0) {
            burn(0.02);
            if (i % 2)
                exit(i);
            execl("/bin/sh", "sh", "-c", "exit 3", NULL);
        }
        int status;
        burn(0.005);
        waitpid(child, &status, 0);
        printf("%d ", WEXITSTATUS(status));
    }
    puts(system("exit 5") == 5 << 8 ? "system" : "other");
}

/* ---- stacks ------------------------------------------------------------------------------------------------------ */

static __attribute__((noinline)) unsigned deep(unsigned depth)
{
    if (depth == 0) {
        burn(0.2);
        return 1;
    }
    return deep(depth - 1) + 1;
}

static void overflown(int number)
{
    burn(0.1);
    static const char text[] = "stack overflow\n";
    if (number == SIGSEGV && write(1, text, sizeof text - 1) > 0)
        _exit(4);
}

static unsigned endless(unsigned depth)
{
    volatile char some[100];
    some[depth % 100] = 1;
    sink += depth;
    return endless(depth + 1) + (unsigned char)some[depth % 100];
}

static void overflow(void)
{
    static char stack[65536];
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    sigaction(SIGSEGV, &(struct sigaction){.sa_handler = overflown, .sa_flags = SA_ONSTACK}, NULL);
    burn(0.1);
    endless(0);
}

/* Samples interrupt malloc and the dynamic loader. */
static void *loads(void *data)
{
    for (int i = 0; i < 300; i++) {
        void *library = dlopen(data, RTLD_NOW | RTLD_LOCAL);
        if (!library)
            exit(1);
        dlclose(library);
    }
    return NULL;
}

static void *allocates(void *data)
{
    void *blocks[100] = {NULL};
    double end = seconds(CLOCK_THREAD_CPUTIME_ID) + 0.5;
    for (unsigned i = 0; i % 1000 != 0 || seconds(CLOCK_THREAD_CPUTIME_ID) < end; i++) {
        free(blocks[i % 100]);
        blocks[i % 100] = malloc(i % 7000);
    }
    for (int i = 0; i < 100; i++)
        free(blocks[i]);
    return data;
}

static void locks(const char *library)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i % 2 ? loads : allocates, (void *)library);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    puts("locks");
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    if (strcmp(what, "profiler") == 0)
        own_profiler();
    else if (strcmp(what, "signals") == 0)
        all_signals();
    else if (strcmp(what, "calls") == 0)
        calls();
    else if (strcmp(what, "threads") == 0)
        many_threads();
    else if (strcmp(what, "alone") == 0)
        alone();
    else if (strcmp(what, "children") == 0)
        children();
    else if (strcmp(what, "deep") == 0)
        printf("depth %u\n", deep(50000));
    else if (strcmp(what, "overflow") == 0)
        overflow();
    else if (strcmp(what, "locks") == 0)
        locks(words[2]);
    else if (strcmp(what, "exit") == 0)
        burn(0.6), _exit(7);
    else if (strcmp(what, "killed") == 0)
        burn(0.6), kill(getpid(), SIGKILL);
    else if (strcmp(what, "exec") == 0)
        burn(0.6), execl("/bin/echo", "echo", "exec", NULL);
    else if (strcmp(what, "abort") == 0)
        burn(0.6), abort();
    return 0;
}
