/* A program of 11 million calls of small functions, and for comparison two clock reads for each of them.
 * usage: calls [clock] */
#include <stdio.h>
#include <time.h>

#define WITHOUT __attribute__((no_instrument_function))

static volatile unsigned long sum;

__attribute__((noinline)) static int leaf(int n)
{
    return n * 3;
}

__attribute__((noinline)) static int work(int n)
{
    int total = 0;
    for (int i = 0; i < 10; i++)
        total += leaf(n + i);
    return total;
}

#ifdef __x86_64__
WITHOUT static unsigned long read_clock(void)
{
    return __builtin_ia32_rdtsc();
}
#else
WITHOUT static unsigned long read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long)now.tv_nsec;
}
#endif

WITHOUT int main(int argc, char **argv)
{
    unsigned long (*volatile pointer)(void) = read_clock;
    unsigned long (*clock)(void) = pointer;
    (void)argv;
    for (int i = 0; argc == 1 && i < 1000000; i++)
        sum += (unsigned long)work(i);
    for (int i = 0; argc > 1 && i < 11000000; i++)
        sum += clock() + clock();
    printf("%lu\n", sum);
    return 0;
}
