/* worlds CHILD: two ranks start CHILD by MPI_Comm_spawn, as two ranks. Without an argument, the program is such a
 * child. All send messages within their own MPI_COMM_WORLD and to the other one: communicators with members of both are
 * an intercommunicator, one that merges its groups, and parts of this one. */
#include <mpi.h>

static int number, other, rank;

static void exchange(MPI_Comm comm, const char *name, int peer, int tag)
{
    MPI_Comm_set_name(comm, name);
    MPI_Sendrecv(&number, 1, MPI_INT, peer, tag, &other, 1, MPI_INT, peer, tag, comm, MPI_STATUS_IGNORE);
}

/* Send a message around a communicator that has all processes. The children come before the parents in `reversed`. */
static void ring(MPI_Comm comm, const char *name, int tag)
{
    int place, ranks;
    MPI_Comm_set_name(comm, name);
    MPI_Comm_rank(comm, &place);
    MPI_Comm_size(comm, &ranks);
    MPI_Sendrecv(&number, 1, MPI_INT, (place + 1) % ranks, tag, &other, 1, MPI_INT, (place + ranks - 1) % ranks, tag,
                 comm, MPI_STATUS_IGNORE);
    MPI_Bcast(&number, 1, MPI_INT, 0, comm);
}

int main(int argc, char **argv)
{
    MPI_Comm inter, own, again, merged, reversed, pair, world;
    int is_child = argc == 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    exchange(own, is_child ? "children" : "parents", !rank, 1);
    if (is_child)
        MPI_Comm_get_parent(&inter);
    else
        MPI_Comm_spawn(argv[1], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    exchange(inter, "spawned", rank, 2);
    MPI_Comm_dup(inter, &again);
    exchange(again, "duplicate", !rank, 3);
    MPI_Intercomm_merge(inter, is_child, &merged);
    ring(merged, "merged", 4);
    MPI_Intercomm_merge(again, !is_child, &reversed);
    ring(reversed, "reversed", 5);
    MPI_Comm_split(merged, rank, 0, &pair);
    exchange(pair, rank ? "pair 1" : "pair 0", !is_child, 6);
    MPI_Comm_split(reversed, is_child, 0, &world);
    exchange(world, is_child ? "children again" : "parents again", !rank, 7);

    /* Open MPI fails in MPI_Finalize while the worlds are connected. */
    MPI_Barrier(merged);
    MPI_Comm_free(&pair);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&reversed);
    MPI_Comm_disconnect(&again);
    MPI_Comm_disconnect(&inter);
    MPI_Finalize();
    return 0;
}
