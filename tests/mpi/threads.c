/* Threads of a rank send to the corresponding thread of the next rank. */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define THREADS 3
#define TIMES   50

static int rank, ranks;

static void *work(void *argument)
{
    int tag = (int)(intptr_t)argument, sent = rank, got;
    for (int i = 0; i < TIMES; i++)
        MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % ranks, tag, &got, 1, MPI_INT, (rank + ranks - 1) % ranks, tag,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
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
