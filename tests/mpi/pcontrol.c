/* MPI_Pcontrol(0) acts as VT_traceoff, and MPI_Pcontrol(1) as VT_traceon. MPI_Pcontrol itself is not recorded as a
 * state. */
#include <mpi.h>
#include <stdio.h>

static void barriers(int times)
{
    for (int i = 0; i < times; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    barriers(2);
    MPI_Pcontrol(0);
    barriers(3);
    MPI_Pcontrol(1);
    barriers(4);
    MPI_Pcontrol(0, "more", 1);
    MPI_Pcontrol(17);
    barriers(5);
    MPI_Pcontrol(2);
    printf("%d MPI_Init 1\n%d MPI_Comm_rank 1\n%d MPI_Barrier 6\n%d MPI_Finalize 1\n", rank, rank, rank, rank);
    MPI_Finalize();
    return 0;
}
