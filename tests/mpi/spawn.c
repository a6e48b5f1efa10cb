/* spawn CHILD: two ranks start CHILD twice by MPI_Comm_spawn, as two ranks each time. Without an argument, the program
 * is such a child. */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm children;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 2 && argc > 1; i++)
        MPI_Comm_spawn(argv[1], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
    MPI_Finalize();
    return 0;
}
