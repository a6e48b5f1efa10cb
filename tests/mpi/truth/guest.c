/* The library that `host` loads. */
#include "tests/mpi/truth/tally.h"

int communicate(void)
{
    int number = 1, other;
    MPI_Init(NULL, NULL);
    tally_open();
    int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
    for (int i = 0; i < 100; i++) {
        MPI_Sendrecv(&number, 1, MPI_INT, right, 1, &other, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sent(WORLD, right, 1, 4);
        received(WORLD, left, 1, 4);
    }
    MPI_Finalize();
    return 0;
}
