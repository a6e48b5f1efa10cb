/* ring.c - an MPI program: a wave travels around a ring of processes. It calls neither VT_initialize nor VT_finalize,
 * since libvtmpi calls these in MPI_Init and MPI_Finalize.
 *
 * Run it with four processes, in the folder for the data files:
 *     mpirun -np 4 ./ring
 *
 * Each rank writes a file: ring.0000.qii .. ring.0003.qii. Look at one:
 *     qii report ring.0002.qii         time in each MPI function, and in the states of Wave
 *     qii trace ring.0002.qii          the lines of this file that sent and received, step by step
 *     qii counters ring.0002.qii       the height of the wave as it passes this rank
 *     qii info ring.0002.qii           rank 2 of 4 */
#include <VT.h>

#include <math.h>
#include <mpi.h>

#define STEPS 40

int main(int argc, char **argv)
{
    int rank, ranks, wave, pass, move, height;
    double amplitude[2] = {-1, 1};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    VT_classdef("Wave", &wave);
    VT_funcdef("pass", wave, &pass);
    VT_funcdef("move", wave, &move);
    VT_countdef("height", wave, VT_COUNT_FLOAT | VT_COUNT_ABSVAL | VT_COUNT_VALID_SAMPLE, VT_ME, amplitude, "m",
                &height);

    int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
    double here = sin(6.28 * rank / ranks), next;
    for (int step = 0; step < STEPS; step++) {
        VT_enter(pass, VT_NOSCL);
        MPI_Sendrecv(&here, 1, MPI_DOUBLE, right, 0, &next, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        VT_leave(VT_NOSCL);

        VT_enter(move, VT_NOSCL);
        here = 0.9 * next + 0.1 * here;
        VT_countval(1, &height, &here);
        VT_leave(VT_NOSCL);
    }

    MPI_Finalize();
    return 0;
}
