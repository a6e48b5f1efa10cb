/* Every rank makes its own number of calls, and prints the counts: "rank MPI_Name calls". */
#include <mpi.h>
#include <stdio.h>

static int rank, ranks;

static void around(int times)
{
    int sent = rank, got, to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks;
    for (int i = 0; i < times; i++) {
        MPI_Request request;
        MPI_Isend(&sent, 1, MPI_INT, to, 7, MPI_COMM_WORLD, &request);
        MPI_Recv(&got, 1, MPI_INT, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    printf("%d MPI_Isend %d\n%d MPI_Recv %d\n%d MPI_Wait %d\n", rank, times, rank, times, rank, times);
}

static void alone(int times)
{
    for (int i = 0; i < times; i++) {
        int size;
        MPI_Type_size(MPI_DOUBLE, &size);
    }
    printf("%d MPI_Type_size %d\n", rank, times);
}

/* Call functions of MPI-1 that later versions have replaced: functions for attributes of communicators, and for the
 * extent of a type. */
static void deprecated(void)
{
    int key, flag, *value;
    MPI_Aint extent;
    MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &key, NULL);
    MPI_Attr_put(MPI_COMM_SELF, key, &key);
    MPI_Attr_get(MPI_COMM_SELF, key, &value, &flag);
    MPI_Attr_delete(MPI_COMM_SELF, key);
    MPI_Keyval_free(&key);
    MPI_Type_extent(MPI_INT, &extent);
    printf("%d MPI_Keyval_create 1\n%d MPI_Attr_put 1\n%d MPI_Attr_get 1\n%d MPI_Attr_delete 1\n%d MPI_Keyval_free 1\n"
           "%d MPI_Type_extent 1\n",
           rank, rank, rank, rank, rank, rank);
}

/* Call functions with large counts, which came with MPI-4. */
static void modern(void)
{
#if MPI_VERSION >= 4
    int sum;
    MPI_Count size;
    MPI_Allreduce_c(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Type_size_c(MPI_INT, &size);
    printf("%d MPI_Allreduce_c 1\n%d MPI_Type_size_c 1\n", rank, rank);
#endif
}

int main(int argc, char **argv)
{
    int before, after, version, subversion;
    MPI_Initialized(&before);
    MPI_Get_version(&version, &subversion);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    printf("%d MPI_Init 1\n%d MPI_Comm_rank 1\n%d MPI_Comm_size 1\n", rank, rank, rank);
    around(20);
    alone(rank + 1);
    deprecated();
    modern();
    for (int i = 0; i < 3; i++) {
        int sum;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Wtime();
    }
    printf("%d MPI_Allreduce 3\n%d MPI_Finalize 1\n", rank, rank);
    MPI_Finalize();
    MPI_Finalized(&after);
    return before != 0 || after != 1 || version < 2;
}
