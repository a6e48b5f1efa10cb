// An error handler throws an exception out of a call of MPI. The recorded call ends, and later calls are recorded.
#include <mpi.h>
#include <cstdio>
#include <stdexcept>

static void refuse(MPI_Comm *, int *, ...)
{
    throw std::runtime_error("refused");
}

int main(int argc, char **argv)
{
    int rank, thrown = 0;
    MPI_Errhandler handler;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_errhandler(refuse, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    for (int i = 0; i < 5; i++) {
        try {
            MPI_Send(&rank, 1, MPI_INT, 12345, 0, MPI_COMM_WORLD);
        } catch (const std::runtime_error &) {
            thrown++;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    std::printf("%d MPI_Init 1\n%d MPI_Comm_rank 1\n%d MPI_Comm_create_errhandler 1\n%d MPI_Comm_set_errhandler 1\n"
                "%d MPI_Send %d\n%d MPI_Barrier 5\n%d MPI_Finalize 1\n",
                rank, rank, rank, rank, rank, thrown, rank, rank);
    MPI_Finalize();
    return thrown != 5;
}
