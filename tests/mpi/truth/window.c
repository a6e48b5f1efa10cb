/* One-sided access: bytes that a rank put into or got from the windows of others. */
#include "tests/mpi/truth/tally.h"

static int out[100], in[100], *memory;

static void put(int peer, long long bytes)
{
    accessed("one-sided", "sent", peer, bytes);
}

static void get(int peer, long long bytes)
{
    accessed("one-sided", "received", peer, bytes);
}

/* `peer` is the rank in the window's group of the process `world`. */
static void access_all(MPI_Win window, int peer, int world)
{
    MPI_Request requests[3];
    int one = 1, old, zero = 0;
    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, window);
    MPI_Put(out, 10, MPI_INT, peer, 0, 10, MPI_INT, window);
    put(world, 40);
    MPI_Get(in, 5, MPI_2INT, peer, 20, 10, MPI_INT, window);
    get(world, 40);
    MPI_Win_flush(peer, window);
    MPI_Rput(out, 3, MPI_INT, peer, 30, 3, MPI_INT, window, &requests[0]);
    put(world, 12);
    MPI_Rget(in, 4, MPI_INT, peer, 40, 4, MPI_INT, window, &requests[1]);
    get(world, 16);
    MPI_Raccumulate(out, 6, MPI_INT, peer, 50, 6, MPI_INT, MPI_SUM, window, &requests[2]);
    put(world, 24);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Accumulate(out, 8, MPI_INT, peer, 60, 8, MPI_INT, MPI_SUM, window);
    put(world, 32);
    MPI_Get_accumulate(out, 2, MPI_INT, in, 2, MPI_INT, peer, 70, 2, MPI_INT, MPI_SUM, window);
    put(world, 8);
    get(world, 8);
    MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, in, 3, MPI_INT, peer, 70, 3, MPI_INT, MPI_NO_OP, window);
    get(world, 12);
    MPI_Fetch_and_op(&one, &old, MPI_INT, peer, 80, MPI_SUM, window);
    put(world, 4);
    get(world, 4);
    MPI_Fetch_and_op(NULL, &old, MPI_INT, peer, 80, MPI_NO_OP, window);
    get(world, 4);
    MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, peer, 81, window);
    put(world, 4);
    get(world, 4);
    MPI_Put(out, 10, MPI_INT, MPI_PROC_NULL, 0, 10, MPI_INT, window);
    MPI_Get(in, 10, MPI_INT, MPI_PROC_NULL, 0, 10, MPI_INT, window);
    MPI_Win_unlock(peer, window);
}

int main(int argc, char **argv)
{
    MPI_Comm reversed;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    tally_open();
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Win_allocate(400, sizeof(int), MPI_INFO_NULL, reversed, &memory, &window);
    MPI_Comm_free(&reversed);
    for (int peer = 0; peer < ranks; peer++)
        access_all(window, peer, ranks - 1 - peer);
    MPI_Barrier(MPI_COMM_WORLD);
    collective(WORLD, NONE, 0, 0);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
