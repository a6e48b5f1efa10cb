/* Collective operations, blocking and nonblocking, with each rank's own buffers or in place. Bytes are those that a
 * call reads from the rank's send buffer and writes to its receive buffer. */
#include "tests/mpi/truth/tally.h"

#define MOST 8

static MPI_Comm comm;
static const char *name;
static int size, own, world_of[MOST]; /* of `comm` */
static int mine[1000], theirs[1000];
static int counts[MOST], displs[MOST], number, bytes_of[MOST], bytes_before[MOST];
static MPI_Datatype types[MOST];
static MPI_Request request;

/* Call an operation, and then its nonblocking form; both move the same. */
#define BOTH(root, out, in, function, ...)                                                                             \
    do {                                                                                                               \
        MPI_##function(__VA_ARGS__, comm);                                                                             \
        collective(name, (root) == NONE ? NONE : world_of[(root) < 0 ? 0 : (root)], out, in);                          \
        MPI_I##function(__VA_ARGS__, comm, &request);                                                                  \
        end_request();                                                                                                 \
        collective(name, (root) == NONE ? NONE : world_of[(root) < 0 ? 0 : (root)], out, in);                          \
    } while (0)

#define MPI_IBcast                MPI_Ibcast
#define MPI_IGather               MPI_Igather
#define MPI_IGatherv              MPI_Igatherv
#define MPI_IScatter              MPI_Iscatter
#define MPI_IScatterv             MPI_Iscatterv
#define MPI_IAllgather            MPI_Iallgather
#define MPI_IAllgatherv           MPI_Iallgatherv
#define MPI_IAlltoall             MPI_Ialltoall
#define MPI_IAlltoallv            MPI_Ialltoallv
#define MPI_IAlltoallw            MPI_Ialltoallw
#define MPI_IReduce               MPI_Ireduce
#define MPI_IAllreduce            MPI_Iallreduce
#define MPI_IScan                 MPI_Iscan
#define MPI_IExscan               MPI_Iexscan
#define MPI_IReduce_scatter       MPI_Ireduce_scatter
#define MPI_IReduce_scatter_block MPI_Ireduce_scatter_block
#define MPI_INeighbor_allgather   MPI_Ineighbor_allgather
#define MPI_INeighbor_allgatherv  MPI_Ineighbor_allgatherv
#define MPI_INeighbor_alltoall    MPI_Ineighbor_alltoall
#define MPI_INeighbor_alltoallv   MPI_Ineighbor_alltoallv
#define MPI_INeighbor_alltoallw   MPI_Ineighbor_alltoallw

static void end_request(void)
{
    int flag = 0;
    if (rank % 2)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    while (rank % 2 == 0 && !flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}

static void rooted(int root)
{
    int is_root = own == root;
    BOTH(root, is_root ? 40 : 0, is_root ? 0 : 40, Bcast, mine, 10, MPI_INT, root);
    BOTH(root, 12, is_root ? 12 * size : 0, Gather, mine, 3, MPI_INT, theirs, 3, is_root ? MPI_INT : MPI_DATATYPE_NULL,
         root);
    BOTH(root, 12, is_root ? 12 * size : 0, Gather, is_root ? MPI_IN_PLACE : mine, 3,
         is_root ? MPI_DATATYPE_NULL : MPI_INT, theirs, 3, MPI_INT, root);
    BOTH(root, 4 * counts[own], is_root ? 4 * number : 0, Gatherv, mine, counts[own], MPI_INT, theirs,
         is_root ? counts : NULL, is_root ? displs : NULL, MPI_INT, root);
    BOTH(root, 4 * counts[own], is_root ? 4 * number : 0, Gatherv, is_root ? MPI_IN_PLACE : mine, counts[own], MPI_INT,
         theirs, counts, displs, MPI_INT, root);
    BOTH(root, is_root ? 20 * size : 0, 20, Scatter, mine, 5, is_root ? MPI_INT : MPI_DATATYPE_NULL, theirs, 5, MPI_INT,
         root);
    BOTH(root, is_root ? 20 * size : 0, 20, Scatter, mine, 5, MPI_INT, is_root ? MPI_IN_PLACE : theirs, 5, MPI_INT,
         root);
    BOTH(root, is_root ? 4 * number : 0, 4 * counts[own], Scatterv, mine, is_root ? counts : NULL,
         is_root ? displs : NULL, MPI_INT, theirs, counts[own], MPI_INT, root);
    BOTH(root, is_root ? 4 * number : 0, 4 * counts[own], Scatterv, mine, counts, displs, MPI_INT,
         is_root ? MPI_IN_PLACE : theirs, counts[own], MPI_INT, root);
    BOTH(root, 24, is_root ? 24 : 0, Reduce, mine, theirs, 6, MPI_INT, MPI_SUM, root);
    BOTH(root, 24, is_root ? 24 : 0, Reduce, is_root ? MPI_IN_PLACE : mine, theirs, 6, MPI_INT, MPI_SUM, root);
}

static void to_all(void)
{
    MPI_Barrier(comm);
    collective(name, NONE, 0, 0);
    MPI_Ibarrier(comm, &request);
    end_request();
    collective(name, NONE, 0, 0);
    BOTH(NONE, 8, 8 * size, Allgather, mine, 2, MPI_INT, theirs, 1, MPI_2INT);
    BOTH(NONE, 8, 8 * size, Allgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, theirs, 2, MPI_INT);
    BOTH(NONE, 4 * counts[own], 4 * number, Allgatherv, mine, counts[own], MPI_INT, theirs, counts, displs, MPI_INT);
    BOTH(NONE, 4 * counts[own], 4 * number, Allgatherv, MPI_IN_PLACE, 0, MPI_INT, theirs, counts, displs, MPI_INT);
    BOTH(NONE, 8 * size, 8 * size, Alltoall, mine, 2, MPI_INT, theirs, 2, MPI_INT);
    BOTH(NONE, 40, 40, Allreduce, mine, theirs, 10, MPI_INT, MPI_SUM);
    BOTH(NONE, 40, 40, Allreduce, MPI_IN_PLACE, theirs, 10, MPI_INT, MPI_SUM);
    BOTH(NONE, 40, 40, Scan, mine, theirs, 10, MPI_INT, MPI_SUM);
    BOTH(NONE, 40, own == 0 ? 0 : 40, Exscan, mine, theirs, 10, MPI_INT, MPI_SUM);
    BOTH(NONE, 4 * number, 4 * counts[own], Reduce_scatter, mine, theirs, counts, MPI_INT, MPI_SUM);
    BOTH(NONE, 4 * number, 4 * counts[own], Reduce_scatter, MPI_IN_PLACE, mine, counts, MPI_INT, MPI_SUM);
    BOTH(NONE, 12 * size, 12, Reduce_scatter_block, mine, theirs, 3, MPI_INT, MPI_SUM);
}

/* Rank i sends i + j + 1 numbers to rank j. */
static void each_to_each(void)
{
    int total = 0, some[MOST];
    for (int i = 0; i < size; i++) {
        bytes_before[i] = 4 * total;
        some[i] = own + i + 1;
        bytes_of[i] = 4 * some[i];
        displs[i] = total;
        total += some[i];
    }
    BOTH(NONE, 4 * total, 4 * total, Alltoallv, mine, some, displs, MPI_INT, theirs, some, displs, MPI_INT);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, theirs, some, displs, MPI_INT, comm);
    collective(name, NONE, 4 * total, 4 * total);
    BOTH(NONE, 4 * total, 4 * total, Alltoallw, mine, some, bytes_before, types, theirs, bytes_of, bytes_before,
         (MPI_Datatype[]){MPI_CHAR, MPI_CHAR, MPI_CHAR, MPI_CHAR, MPI_CHAR, MPI_CHAR, MPI_CHAR, MPI_CHAR});
    MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, theirs, some, bytes_before, types, comm);
    collective(name, NONE, 4 * total, 4 * total);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, theirs, 3, MPI_INT, comm);
    collective(name, NONE, 12 * size, 12 * size);
}

static void look_at(MPI_Comm handle, const char *of)
{
    MPI_Group group, world;
    int ordered[MOST] = {0, 1, 2, 3, 4, 5, 6, 7};
    comm = handle;
    name = of;
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &size);
    MPI_Comm_group(comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(group, size, ordered, world, world_of);
    number = 0;
    for (int i = 0; i < size; i++) {
        counts[i] = 3 * i;
        displs[i] = number;
        number += counts[i];
        types[i] = MPI_INT;
    }
    for (int root = 0; root < size; root++)
        rooted(root);
    to_all();
    each_to_each();
}

/* ---- neighbours: a line of ranks has ends, whose neighbours are MPI_PROC_NULL -- */

static void exchange(int sources, int destinations, const int *is_source, const int *is_destination)
{
    int in = 0, out = 0, most = sources > destinations ? sources : destinations, before[MOST] = {0}, some[MOST];
    MPI_Aint places[MOST];
    for (int i = 0; i < most; i++) {
        in += i < sources && is_source[i] ? i + 1 : 0;
        out += i < destinations && is_destination[i] ? i + 1 : 0;
        some[i] = i + 1;
        before[i] = i > 0 ? before[i - 1] + i : 0;
        places[i] = 4 * before[i];
    }
    int real_in = 0, real_out = 0;
    for (int i = 0; i < sources; i++)
        real_in += is_source[i];
    for (int i = 0; i < destinations; i++)
        real_out += is_destination[i];
    BOTH(NONE, 4, 4 * real_in, Neighbor_allgather, mine, 1, MPI_INT, theirs, 1, MPI_INT);
    BOTH(NONE, 4 * real_out, 4 * real_in, Neighbor_alltoall, mine, 1, MPI_INT, theirs, 1, MPI_INT);
    /* All messages must have the length that their receivers expect; only lengths of 1 fit all topologies here. */
    for (int i = 0; i < most; i++)
        some[i] = 1;
    BOTH(NONE, 4, 4 * real_in, Neighbor_allgatherv, mine, 1, MPI_INT, theirs, some, before, MPI_INT);
    BOTH(NONE, 4 * real_out, 4 * real_in, Neighbor_alltoallv, mine, some, before, MPI_INT, theirs, some, before,
         MPI_INT);
    BOTH(NONE, 4 * real_out, 4 * real_in, Neighbor_alltoallw, mine, some, places, types, theirs, some, places, types);
}

static void look_at_neighbours(void)
{
    int periodic[2] = {0, 1}, extent[2] = {ranks / 2, 2}, all[MOST] = {1, 1, 1, 1, 1, 1, 1, 1};
    int row = rank / 2, rows = ranks / 2, in_cart[4] = {row > 0, row + 1 < rows, 1, 1};
    int ends[MOST], edges[2 * MOST];
    name = "cart";
    MPI_Cart_create(MPI_COMM_WORLD, 2, extent, periodic, 0, &comm);
    MPI_Comm_set_name(comm, name);
    exchange(4, 4, in_cart, in_cart);
    MPI_Comm_free(&comm);

    name = "graph"; /* each rank has the next one and the one before as neighbours */
    for (int i = 0; i < ranks; i++) {
        ends[i] = 2 * (i + 1);
        edges[2 * i] = (i + 1) % ranks;
        edges[2 * i + 1] = (i + ranks - 1) % ranks;
    }
    MPI_Graph_create(MPI_COMM_WORLD, ranks, ends, edges, 0, &comm);
    MPI_Comm_set_name(comm, name);
    exchange(2, 2, all, all);
    MPI_Comm_free(&comm);

    name = "directed"; /* all receive from rank 0, which receives from nobody */
    int targets[MOST] = {0}, zero = 0;
    for (int i = 1; i < ranks; i++)
        targets[i - 1] = i;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank > 0, &zero, all, rank == 0 ? ranks - 1 : 0, targets, all,
                                   MPI_INFO_NULL, 0, &comm);
    MPI_Comm_set_name(comm, name);
    exchange(rank > 0, rank == 0 ? ranks - 1 : 0, all, all);
    MPI_Comm_free(&comm);
}

#if MPI_VERSION >= 4
/* Persistent operations move data each time they are started. */
static void persist(void)
{
    MPI_Request requests[2];
    MPI_Bcast_init(mine, 10, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Allgather_init(mine, 1, MPI_INT, theirs, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < 3; i++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        collective(WORLD, 1, rank == 1 ? 40 : 0, rank == 1 ? 0 : 40);
        collective(WORLD, NONE, 4, 4 * ranks);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}
#else
static void persist(void)
{
}
#endif

/* More bytes than an event has room for, without buffers of that size. */
static void large(void)
{
    MPI_Datatype block, same;
    MPI_Type_contiguous(1 << 20, MPI_CHAR, &block);
    MPI_Type_create_resized(block, 0, 0, &same); /* all elements are at the same place */
    MPI_Type_commit(&same);
    static char megabyte[1 << 20];
    MPI_Bcast(megabyte, 5000, same, 0, MPI_COMM_SELF);
    collective("MPI_COMM_SELF", rank, 5000ll << 20, 0);
    MPI_Type_free(&same);
    MPI_Type_free(&block);
}

int main(int argc, char **argv)
{
    MPI_Comm odd;
    MPI_Init(&argc, &argv);
    tally_open();
    look_at(MPI_COMM_WORLD, WORLD);
    look_at(MPI_COMM_SELF, "MPI_COMM_SELF");
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &odd);
    MPI_Comm_set_name(odd, rank % 2 ? "odd" : "even");
    look_at(odd, rank % 2 ? "odd" : "even");
    MPI_Comm_free(&odd);
    for (int i = 0; i < MOST; i++)
        types[i] = MPI_INT;
    look_at_neighbours();
    persist();
    large();
    MPI_Finalize();
    return 0;
}
