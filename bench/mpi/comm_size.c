/* Print the processor time of a call of MPI_Comm_size, and of two clock reads through a function pointer (R), in
 * nanoseconds. The argument is the number of calls. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t read_clock(void)
{
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_nsec;
#endif
}

/* Processor time, since other processes may interrupt this one. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    uint64_t (*volatile clock)(void) = read_clock;
    int calls = argc > 1 ? atoi(argv[1]) : 2000000;
    MPI_Init(&argc, &argv);
    double start = now();
    for (int i = 0; i < calls; i++) {
        clock();
        clock();
    }
    double middle = now();
    for (int i = 0; i < calls; i++) {
        int size;
        MPI_Comm_size(MPI_COMM_WORLD, &size);
    }
    printf("%.2f %.2f\n", (now() - middle) / calls, (middle - start) / calls);
    MPI_Finalize();
    return 0;
}
