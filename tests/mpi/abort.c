/* One rank aborts in the middle. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 100; i++)
        MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("%d MPI_Init 1\n%d MPI_Comm_rank 2\n%d MPI_Allreduce 100\n%d MPI_%s 1\n", rank, rank, rank, rank,
           rank == 2 ? "Abort" : "Barrier");
    fflush(stdout);
    if (rank == 2) {
        sleep(1); /* gives the printed text time to arrive, and the other ranks time to begin waiting */
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
