/* shares.c - a program that measures the share of CPU time of its own call paths, and prints them: "SHARE PATH". */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile unsigned long sink;

static double cpu(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static inline __attribute__((always_inline)) void inlined(unsigned count)
{
    unsigned long x = sink;
    for (unsigned i = 0; i < count; i++)
        x = x * 31 + i; /* takes the same time on all processors, unlike a variable in memory */
    sink = x;
}

__attribute__((noinline)) static void leaf(unsigned count)
{
    inlined(count);
    sink++;
}

static double times[4]; /* of leaf, by its callers */

__attribute__((noinline)) static void measured(int which, unsigned count)
{
    double begin = cpu();
    leaf(count);
    times[which] += cpu() - begin;
    sink++;
}

__attribute__((noinline)) static void much(void)
{
    measured(0, 700000);
    sink++;
}

__attribute__((noinline)) static void little(void)
{
    measured(1, 100000);
    sink++;
}

__attribute__((noinline)) static unsigned recursive(unsigned depth)
{
    if (depth == 0)
        measured(2, 200000);
    else
        recursive(depth - 1);
    return (unsigned)sink++;
}

__attribute__((noinline)) static void *thread(void *rounds)
{
    for (int i = 0; i < *(int *)rounds; i++) {
        measured(3, 400000);
        sink++;
    }
    return NULL;
}

int main(int count, char **words)
{
    int rounds = count > 1 ? atoi(words[1]) : 1000;
    pthread_t other;
    if (pthread_create(&other, NULL, thread, &rounds) != 0)
        return 1;
    for (int i = 0; i < rounds; i++) {
        much();
        little();
        recursive(3);
    }
    pthread_join(other, NULL);
    static const char *const names[] = {"much", "little", "recursive", "thread"};
    double all = times[0] + times[1] + times[2] + times[3];
    for (int i = 0; i < 4; i++)
        printf("%.4f %s\n", times[i] / all, names[i]);
    return 0;
}
