/* States and counters before MPI_Init and after MPI_Finalize are harmless, and everything in between is recorded. An
 * argument selects a variant: VT_initialize comes before MPI_Init, or VT_finalize comes in the middle, or states begin
 * on one side of MPI_Init or MPI_Finalize and end on the other side. */
#include <VT.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int outer, inner, counter;

static void define(void)
{
    int class;
    double bounds[2] = {0, 100};
    VT_classdef("Around", &class);
    VT_funcdef("outer", class, &outer);
    VT_funcdef("inner", class, &inner);
    VT_countdef("level", class, VT_COUNT_FLOAT | VT_COUNT_ABSVAL | VT_COUNT_VALID_AFTER, VT_ME, bounds, "m", &counter);
}

static void work(int rank)
{
    for (int i = 0; i < 5; i++) {
        double level = i;
        VT_enter(inner, VT_NOSCL);
        VT_countval(1, &counter, &level);
        MPI_Barrier(MPI_COMM_WORLD);
        VT_leave(VT_NOSCL);
    }
    printf("%d MPI_Barrier 5\n", rank);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    double level = 50;
    int rank, late = -1, before = -1;
    define();
    VT_begin(outer);
    VT_countval(1, &counter, &level);
    if (strcmp(how, "early") == 0) {
        VT_initialize(&argc, &argv);
        VT_getrank(&before);
        VT_enter(inner, VT_NOSCL);
        VT_leave(VT_NOSCL);
    }
    if (strcmp(how, "across") == 0) {
        VT_enter(inner, VT_NOSCL);
        VT_begin(inner);
        VT_enter(inner, VT_NOSCL);
        VT_leave(VT_NOSCL);
        for (int i = 0; i < 2000; i++) { /* many more states than in any other test */
            VT_begin(inner);
            VT_end(inner);
        }
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    VT_getrank(&late);
    printf("%d MPI_Init 1\n%d MPI_Comm_rank 1\n%d knew %d\n", rank, rank, rank, before);
    work(rank);
    if (strcmp(how, "across") == 0) {
        VT_end(inner);
        VT_end(inner); /* opened by an enter */
        for (int i = 0; i < rank; i++)
            VT_end(outer); /* ends the state of VT_begin; a second end would be misuse */
        VT_begin(outer);
    }
    if (strcmp(how, "middle") == 0) {
        VT_finalize();
        MPI_Barrier(MPI_COMM_WORLD); /* not recorded */
        VT_enter(inner, VT_NOSCL);
        VT_leave(VT_NOSCL);
    } else {
        printf("%d MPI_Finalize 1\n", rank);
    }
    MPI_Finalize();
    VT_enter(inner, VT_NOSCL);
    VT_countval(1, &counter, &level);
    VT_leave(VT_NOSCL);
    VT_end(outer);
    VT_finalize();
    return late != rank;
}
