/* jacobi.c - an MPI program: a rod that is hot at its left end is solved by Jacobi's method. Each process has a part of
 * the rod. In each step it exchanges the ends of its part with its neighbours, without waiting while it computes the
 * inner points, and all processes add up how much has changed.
 *
 * Run it with four processes, in the folder for the data files:
 *     mpirun -np 4 ./jacobi */
#include <VT.h>

#include <math.h>
#include <mpi.h>
#include <stdio.h>

#define POINTS 1000 /* of each process */
#define STEPS  50

static double rod[2][POINTS + 2];

/* Compute the points from `first` to `last`, and return how much they have changed. */
static double solve(const double *from, double *to, int first, int last)
{
    double change = 0;
    for (int i = first; i <= last; i++) {
        to[i] = (from[i - 1] + from[i + 1]) / 2;
        change += fabs(to[i] - from[i]);
    }
    return change;
}

int main(int argc, char **argv)
{
    int rank, ranks, inside, edges;
    double change = 0, all = 0;
    MPI_Comm line;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &line);
    MPI_Comm_set_name(line, "line");
    MPI_Comm_rank(line, &rank);
    MPI_Comm_size(line, &ranks);
    VT_funcdef("Jacobi:inside", VT_NOCLASS, &inside);
    VT_funcdef("Jacobi:edges", VT_NOCLASS, &edges);

    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    if (rank == 0)
        rod[0][0] = rod[1][0] = 100;
    for (int step = 0; step < STEPS; step++) {
        double *from = rod[step % 2], *to = rod[(step + 1) % 2];
        MPI_Request requests[4];
        MPI_Irecv(&from[0], 1, MPI_DOUBLE, left, 1, line, &requests[0]);
        MPI_Irecv(&from[POINTS + 1], 1, MPI_DOUBLE, right, 2, line, &requests[1]);
        MPI_Isend(&from[1], 1, MPI_DOUBLE, left, 2, line, &requests[2]);
        MPI_Isend(&from[POINTS], 1, MPI_DOUBLE, right, 1, line, &requests[3]);
        VT_begin(inside);
        change = solve(from, to, 2, POINTS - 1);
        VT_end(inside);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        VT_begin(edges);
        change += solve(from, to, 1, 1) + solve(from, to, POINTS, POINTS);
        VT_end(edges);
        MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, line);
    }
    if (rank == 0)
        printf("change in the last step: %g\n", all);
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
