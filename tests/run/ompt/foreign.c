/* Threads that the program creates itself use OpenMP. They stay alive: libomp 14 crashes if several of them end. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#define THREADS 6

static atomic_int sum;
static sem_t done;

static void *run(void *unused)
{
    for (int round = 0; round < 2; round++) {
#pragma omp parallel num_threads(2)
        for (int i = 0; i < 50; i++)
#pragma omp task
            atomic_fetch_add(&sum, 1);
    }
    sem_post(&done);
    pause();
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    sem_init(&done, 0, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < THREADS; i++)
        sem_wait(&done);
    printf("%d tasks\n", sum);
    return 0;
}
