/* A million small tasks, or ten million pairs of clock reads. usage: tasks [clock] */
#include <stdint.h>
#include <stdio.h>
#include <x86intrin.h>

int main(int argc, char **argv)
{
    static int done[1000];
    (void)argv;
    if (argc > 1) {
        uint64_t sum = 0;
        for (int i = 0; i < 10000000; i++)
            sum += __rdtsc() + __rdtsc();
        return sum == 1;
    }
#pragma omp parallel
#pragma omp single
    for (int round = 0; round < 1000; round++) {
        for (int i = 0; i < 1000; i++) {
#pragma omp task firstprivate(i)
            done[i]++;
        }
#pragma omp taskwait
    }
    printf("%d\n", done[0]);
    return 0;
}
