/* A grid of ranks: each exchanges the edges of its field with its neighbours, columns as vectors, with requests. */
#include "tests/mpi/truth/tally.h"

#define WIDTH 24
#define STEPS 30

static double field[2][WIDTH + 2][WIDTH + 2];

static double relax(double (*from)[WIDTH + 2], double (*to)[WIDTH + 2])
{
    double change = 0;
    for (int y = 1; y <= WIDTH; y++)
        for (int x = 1; x <= WIDTH; x++) {
            to[y][x] = (from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1]) / 4;
            change += (to[y][x] - from[y][x]) * (to[y][x] - from[y][x]);
        }
    return change;
}

int main(int argc, char **argv)
{
    enum { UP, DOWN, LEFT, RIGHT, SIDES };
    int extent[2] = {0, 0}, periodic[2] = {0, 1}, near[SIDES];
    MPI_Comm grid;
    MPI_Datatype row, column;
    MPI_Request requests[2 * SIDES];
    MPI_Init(&argc, &argv);
    tally_open();
    MPI_Dims_create(ranks, 2, extent);
    MPI_Cart_create(MPI_COMM_WORLD, 2, extent, periodic, 0, &grid);
    MPI_Comm_set_name(grid, "grid");
    MPI_Cart_shift(grid, 0, 1, &near[UP], &near[DOWN]);
    MPI_Cart_shift(grid, 1, 1, &near[LEFT], &near[RIGHT]);
    MPI_Type_contiguous(WIDTH, MPI_DOUBLE, &row);
    MPI_Type_vector(WIDTH, 1, WIDTH + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&row);
    MPI_Type_commit(&column);
    field[0][5][5] = rank + 1;
    for (int step = 0; step < STEPS; step++) {
        double(*now)[WIDTH + 2] = field[step % 2], change, all;
        double *in[SIDES] = {&now[0][1], &now[WIDTH + 1][1], &now[1][0], &now[1][WIDTH + 1]};
        double *out[SIDES] = {&now[1][1], &now[WIDTH][1], &now[1][1], &now[1][WIDTH]};
        for (int side = 0; side < SIDES; side++) {
            MPI_Datatype type = side < LEFT ? row : column;
            MPI_Irecv(in[side], 1, type, near[side], side ^ 1, grid, &requests[side]);
            MPI_Isend(out[side], 1, type, near[side], side, grid, &requests[SIDES + side]);
            if (near[side] != MPI_PROC_NULL) {
                sent("grid", near[side], side, 8 * WIDTH);
                received("grid", near[side], side ^ 1, 8 * WIDTH);
            }
        }
        MPI_Waitall(2 * SIDES, requests, MPI_STATUSES_IGNORE);
        change = relax(now, field[(step + 1) % 2]);
        MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, grid);
        collective("grid", NONE, 8, 8);
    }
    MPI_Type_free(&row);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
