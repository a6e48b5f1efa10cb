/* Communicators: split, duplicated, named, freed while requests are open, and between groups. */
#include "tests/mpi/truth/tally.h"

static int number = 5, other;

static void ring_with(MPI_Comm comm, const char *name, int first, int step, int own, int size, int tag)
{
    int right = (own + 1) % size, left = (own + size - 1) % size;
    MPI_Sendrecv(&number, 1, MPI_INT, right, tag, &other, 1, MPI_INT, left, tag, comm, MPI_STATUS_IGNORE);
    sent(name, first + step * right, tag, 4);
    received(name, first + step * left, tag, 4);
}

static void ring(MPI_Comm comm, const char *name, int first, int step, int own, int size)
{
    ring_with(comm, name, first, step, own, size, 1);
}

/* Group 0 has the ranks below `half`, group 1 the others. */
static void collectives(MPI_Comm inter, const char *name, int half)
{
    int first = rank < half, local = first ? half : ranks - half, remote = ranks - local, in[16], out[16] = {0};
    int own = first ? rank : rank - half, counts[16], displs[16], all = 0;
    for (int i = 0; i < 16; i++) {
        counts[i] = 1;
        displs[i] = i;
    }
    MPI_Barrier(inter);
    collective(name, NONE, 0, 0);

    /* Rank 1 of group 0 is the root. It moves data to or from group 1; the rest of group 0 moves nothing. */
    int root = first ? (own == 1 ? MPI_ROOT : MPI_PROC_NULL) : 1, peer = first ? (own == 1 ? 1 : NONE) : 1;
    int is_root = root == MPI_ROOT;
    MPI_Bcast(out, 3, MPI_INT, root, inter);
    collective(name, peer, is_root ? 12 : 0, first ? 0 : 12);
    MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, root, inter);
    collective(name, peer, first ? 0 : 4, is_root ? 4 * remote : 0);
    MPI_Gatherv(out, 1, MPI_INT, in, counts, displs, MPI_INT, root, inter);
    collective(name, peer, first ? 0 : 4, is_root ? 4 * remote : 0);
    MPI_Scatter(out, 1, MPI_INT, in, 1, MPI_INT, root, inter);
    collective(name, peer, is_root ? 4 * remote : 0, first ? 0 : 4);
    MPI_Scatterv(out, counts, displs, MPI_INT, in, 1, MPI_INT, root, inter);
    collective(name, peer, is_root ? 4 * remote : 0, first ? 0 : 4);
    MPI_Reduce(out, in, 2, MPI_INT, MPI_SUM, root, inter);
    collective(name, peer, first ? 0 : 8, is_root ? 8 : 0);

    MPI_Allreduce(out, in, 2, MPI_INT, MPI_SUM, inter);
    collective(name, NONE, 8, 8);
    MPI_Allgather(out, first ? 1 : 2, MPI_INT, in, first ? 2 : 1, MPI_INT, inter);
    collective(name, NONE, first ? 4 : 8, remote * (first ? 8 : 4));
    MPI_Allgatherv(out, 1, MPI_INT, in, counts, displs, MPI_INT, inter);
    collective(name, NONE, 4, 4 * remote);
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, inter);
    collective(name, NONE, 4 * remote, 4 * remote);

    /* Each group scatters what it gets from the other one over its own ranks. */
    for (int i = 0; i < local; i++)
        counts[i] = 12 / local;
    for (int i = local; i < 16; i++)
        counts[i] = 1000; /* must not be read */
    all = 12;
    MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, inter);
    collective(name, NONE, 4 * all, 4 * counts[own]);
    MPI_Reduce_scatter_block(out, in, 12 / local, MPI_INT, MPI_SUM, inter);
    collective(name, NONE, 4 * all, 4 * 12 / local);
}

static void between_groups(void)
{
    int half = 2, first = rank < half;
    MPI_Comm local, inter, merged;
    MPI_Comm_split(MPI_COMM_WORLD, first, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, first ? half : 0, 7, &inter);
    MPI_Comm_set_name(inter, "between");

    /* Rank i of the smaller group talks to rank i of the other one. */
    int own = first ? rank : rank - half, peer = first ? half + own : own;
    if (own < half) {
        MPI_Sendrecv(&number, 1, MPI_INT, own, 2, &other, 1, MPI_INT, MPI_ANY_SOURCE, 2, inter, MPI_STATUS_IGNORE);
        sent("between", peer, 2, 4);
        received("between", peer, 2, 4);
    }
    collectives(inter, "between", half);
    MPI_Intercomm_merge(inter, first, &merged); /* the ranks of the larger group come first */
    MPI_Comm_set_name(merged, "merged");
    int place = first ? ranks - half + rank : rank - half, right = (place + 1) % ranks;
    int left = (place + ranks - 1) % ranks;
    MPI_Sendrecv(&number, 1, MPI_INT, right, 3, &other, 1, MPI_INT, left, 3, merged, MPI_STATUS_IGNORE);
    sent("merged", (right + half) % ranks, 3, 4);
    received("merged", (left + half) % ranks, 3, 4);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
}

static void one_after_another(void)
{
    MPI_Comm half, copy, odd, some, cart, row;
    MPI_Group world, group;
    int even[3] = {0, 2, 4}, extent[2] = {2, 3}, periods[2] = {1, 1}, keep[2] = {0, 1};
    char name[64];

    MPI_Comm_split(MPI_COMM_WORLD, rank / 3, 0, &half);
    snprintf(name, sizeof name, rank < 3 ? "#0,1,2" : "#3,4,5"); /* has no name, but members */
    ring(half, name, rank / 3 * 3, 1, rank % 3, 3);
    MPI_Comm_dup(half, &copy);
    MPI_Comm_set_name(copy, "first");
    ring(copy, "second", rank / 3 * 3, 1, rank % 3, 3);
    MPI_Comm_set_name(copy, "second"); /* the last name counts */

    /* Requests outlive their communicator. */
    MPI_Request requests[2];
    int own = rank % 3, right = (own + 1) % 3, left = (own + 2) % 3, base = rank / 3 * 3;
    MPI_Irecv(&other, 1, MPI_INT, left, 4, copy, &requests[0]);
    MPI_Issend(&number, 1, MPI_INT, right, 4, copy, &requests[1]);
    MPI_Comm_free(&copy);
    MPI_Comm_dup(half, &copy); /* may get the handle of the freed one */
    MPI_Comm_set_name(copy, "third");
    ring(copy, "third", base, 1, own, 3);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    sent("second", base + right, 4, 4);
    received("second", base + left, 4, 4);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&half);

    /* Only some ranks are members. */
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2 ? 0 : MPI_UNDEFINED, rank, &odd);
    if (rank % 2) {
        MPI_Comm_set_name(odd, "odd");
        ring(odd, "odd", 1, 2, rank / 2, 3);
    }
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 3, even, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &some);
    if (rank % 2 == 0) {
        MPI_Comm_set_name(some, "created");
        ring(some, "created", 0, 2, rank / 2, 3);
        MPI_Comm_free(&some);
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 9, &some);
        MPI_Comm_set_name(some, "created in group");
        MPI_Comm_set_name(some, "in-group");
        ring(some, "in-group", 0, 2, rank / 2, 3);
        MPI_Comm_free(&some);
    }

    MPI_Cart_create(MPI_COMM_WORLD, 2, extent, periods, 0, &cart);
    MPI_Cart_sub(cart, keep, &row);
    MPI_Comm_set_name(row, "row");
    ring(row, "row", rank / 3 * 3, 1, rank % 3, 3);
    MPI_Comm_split_type(cart, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &some);
    MPI_Comm_set_name(some, "shared");
    ring(some, "shared", 0, 1, rank, ranks);
}

/* Communicators that are complete only when a request is. Ranks use them in different orders. */
static void nonblocking(void)
{
    MPI_Comm copies[2];
    MPI_Request requests[2];
    static const char *const names[] = {"idup0", "idup1"};
    MPI_Comm_idup(MPI_COMM_WORLD, &copies[0], &requests[0]);
    MPI_Comm_idup(MPI_COMM_WORLD, &copies[1], &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    int first = rank % 2;
    MPI_Comm_set_name(copies[first], names[first]);
    MPI_Comm_set_name(copies[!first], names[!first]);
    for (int i = 0; i < 2; i++)
        ring_with(copies[i], names[i], 0, 1, rank, ranks, 10 + i);
    MPI_Comm_free(&copies[0]);
    MPI_Comm_free(&copies[1]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    tally_open();
    one_after_another();
    between_groups();
    nonblocking();
    MPI_Finalize();
    return 0;
}
