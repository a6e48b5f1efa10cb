/* Calls of MPI and states of the program, in the same number. */
#include <mpi.h>
#include <stdio.h>

#include "VT.h"

#define CALLS 3000

int main(int argc, char **argv)
{
    int rank, size, state;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    VT_funcdef("state", VT_NOCLASS, &state);
    for (int i = 0; i < CALLS; i++) {
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        VT_enter(state, VT_NOSCL);
        VT_leave(VT_NOSCL);
    }
    printf("%d MPI_Init 1\n%d MPI_Comm_rank 1\n%d MPI_Comm_size %d\n%d MPI_Finalize 1\n", rank, rank, rank, CALLS,
           rank);
    MPI_Finalize();
    return 0;
}
