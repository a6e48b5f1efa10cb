/* ping_pong.c - two processes send 8 bytes to and fro. Prints the least time of a round trip over five passes, in ns.
 * usage: ping_pong ROUND-TRIPS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define PASSES 5

static void trip(int rank)
{
    char message[8] = {0};
    int other = 1 - rank;
    for (int way = 0; way < 2; way++)
        if (way == rank)
            MPI_Send(message, sizeof message, MPI_CHAR, other, 7, MPI_COMM_WORLD);
        else
            MPI_Recv(message, sizeof message, MPI_CHAR, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, trips = argc > 1 ? atoi(argv[1]) : 1000;
    double least = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int pass = 0; pass < PASSES; pass++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        for (int i = 0; i < trips; i++)
            trip(rank);
        double took = (MPI_Wtime() - begin) / trips * 1e9;
        least = pass == 0 || took < least ? took : least;
    }
    if (rank == 0)
        printf("%.1f\n", least);
    MPI_Finalize();
    return 0;
}
