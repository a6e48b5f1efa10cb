/* Threads of a rank send to the corresponding thread of the next rank, all at once. None ends before all have begun,
 * because the next thread would continue its record. */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define THREADS 3
#define TIMES   50

static int rank, ranks;
static pthread_barrier_t all;

static void *work(void *argument)
{
    int tag = (int)(intptr_t)argument, sent = rank, got;
    pthread_barrier_wait(&all);
    for (int i = 0; i < TIMES; i++)
        MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % ranks, tag, &got, 1, MPI_INT, (rank + ranks - 1) % ranks, tag,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_barrier_wait(&all);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    pthread_barrier_init(&all, NULL, THREADS);
    for (int i = 0; provided == MPI_THREAD_MULTIPLE && i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; provided == MPI_THREAD_MULTIPLE && i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%d MPI_Init_thread 1\n%d MPI_Comm_rank 1\n%d MPI_Comm_size 1\n%d MPI_Finalize 1\n", rank, rank, rank, rank);
    if (provided == MPI_THREAD_MULTIPLE)
        printf("%d MPI_Sendrecv %d\n", rank, THREADS * TIMES);
    MPI_Finalize();
    return 0;
}
