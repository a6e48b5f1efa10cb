/* A program in the style of the first users of VT: it chooses its own handles, leaves states by any handle, and
 * passes bounds of the wrong size. It calls neither VT_initialize nor VT_finalize, because libvtmpi does that. It moves
 * heat along a ring of processes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(USE_VT)
#include <VT.h>
#if VT_VERSION >= 3000
#define HAVE_COUNTERS
#endif
#ifndef VT_VERSION_COMPATIBILITY
#error "an interface older than this program"
#endif
#endif

/* handles of states */
#define STATE_SETUP    1
#define STATE_STEP     2
#define STATE_EXCHANGE 3
#define STATE_SOLVE    VT_MAX_USERCODE
#define STATE_NONE     99 /* never defined */

#define CELLS          1000
#define STEPS          12

double old_cells[CELLS + 2], cells[CELLS + 2];
int rank, ranks;
int heat_counter, step_counter, pair_counter;

static void set_up()
{
    int i;
    VT_symdef(STATE_SETUP, "Setup", "Application");
    VT_symdef(STATE_STEP, "Step", "Calculation");
    VT_symdef(STATE_EXCHANGE, "Exchange", "Communication");
    VT_symdef(STATE_SOLVE, "Solve", "Calculation");
    VT_symdef(STATE_SOLVE, "Solve", "Calculation"); /* also defined by another file */
    VT_begin(STATE_SETUP);
    for (i = 0; i <= CELLS + 1; i++)
        cells[i] = rank == 0 ? 100.0 : 0.0;
#ifdef HAVE_COUNTERS
    {
        int class, members[2], pair, range[2] = {0, STEPS};
        double *bounds = malloc(2 * sizeof(double)); /* uninitialized */
        VT_classdef("Ring", &class);
        VT_countdef("heat", class, VT_COUNT_FLOAT | VT_COUNT_ABSVAL | VT_COUNT_VALID_SAMPLE, VT_ME, bounds, "J",
                    &heat_counter);
        VT_countdef("steps", class, VT_COUNT_INTEGER64 | VT_COUNT_RATE | VT_COUNT_VALID_AFTER, VT_GROUP_PROCESS, range,
                    "", &step_counter);
        VT_getthreadid(rank, 0, &members[0]);
        VT_getthreadid((rank + 1) % ranks, 0, &members[1]);
        VT_groupdef("pair", 2, members, &pair);
        VT_countdef("pair", class, VT_COUNT_INTEGER | VT_COUNT_ABSVAL | VT_COUNT_VALID_BEFORE, pair, NULL, "#",
                    &pair_counter);
        free(bounds);
    }
#endif
    VT_end(STATE_SETUP);
}

static void exchange()
{
    int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks, location;
    MPI_Request request;
    VT_begin(STATE_EXCHANGE);
    VT_scldef("ring.f", 77, &location);
    VT_thisloc(location);
    MPI_Isend(&cells[CELLS], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &request);
    MPI_Recv(&cells[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    VT_end(0);
}

static double solve()
{
    double heat = 0;
    int i;
    VT_enter(STATE_SOLVE, VT_NOSCL);
    VT_begin(STATE_NONE);
    for (i = 1; i <= CELLS; i++)
        old_cells[i] = 0.5 * (cells[i - 1] + cells[i + 1]);
    for (i = 1; i <= CELLS; i++)
        heat += cells[i] = old_cells[i];
    VT_end(STATE_NONE);
    VT_leave(STATE_SOLVE);
    return heat;
}

int main(int argc, char **argv)
{
    long long step = 0;
    unsigned pair[2] = {0, 0};
    double heat, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    set_up();
    VT_traceoff();
    MPI_Barrier(MPI_COMM_WORLD); /* not recorded */
    VT_traceon();
    for (step = 1; step <= STEPS; step++) {
        VT_enter(STATE_STEP, VT_NOSCL);
        exchange();
        heat = solve();
#ifdef HAVE_COUNTERS
        pair[1] = (unsigned)step; /* the low word comes second */
        VT_countval(1, &heat_counter, &heat);
        VT_countval(1, &step_counter, &step);
        VT_countval(1, &pair_counter, pair);
#endif
        VT_end(0); /* though it was entered */
    }
    VT_flush();
    MPI_Reduce(&heat, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("%d MPI_Init 1\n%d MPI_Comm_rank 1\n%d MPI_Comm_size 1\n%d MPI_Isend %d\n%d MPI_Recv %d\n%d MPI_Wait %d\n"
           "%d MPI_Reduce 1\n%d MPI_Finalize 1\n",
           rank, rank, rank, rank, STEPS, rank, STEPS, rank, STEPS, rank, rank);
    VT_begin(STATE_SETUP); /* stays open */
    MPI_Finalize();
    VT_end(STATE_SETUP);
    return 0;
}
