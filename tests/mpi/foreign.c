/* A program of another MPI, which prints its rank and the number of ranks. */
#include <stdio.h>

int MPI_Init(int *argc, char ***argv);
int MPI_Comm_rank(int communicator, int *rank);
int MPI_Comm_size(int communicator, int *size);
int MPI_Finalize(void);

int main(int argc, char **argv)
{
    const int world = 0x44000000;
    int rank = -1, size = -1;
    if (MPI_Init(&argc, &argv) != 0 || MPI_Comm_rank(world, &rank) != 0 || MPI_Comm_size(world, &size) != 0)
        return 1;
    printf("%d of %d\n", rank, size);
    return MPI_Finalize();
}
