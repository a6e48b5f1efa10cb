/* Threads that the program creates itself use OpenMP, and end. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define THREADS 6

static atomic_int sums[THREADS];

static void *run(void *sum)
{
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 50; i++)
#pragma omp task
        atomic_fetch_add((atomic_int *)sum, 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int sum = 0;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, run, &sums[i]);
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < THREADS; i++)
        sum += sums[i];
    printf("%d tasks\n", sum);
    return 0;
}
