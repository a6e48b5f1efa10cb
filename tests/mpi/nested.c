/* Calls of MPI within another call of MPI belong to the outer call. They come from MPI's access to files and from
 * the program's callbacks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int size;
    MPI_Type_size(*type, &size);
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static int forget(MPI_Comm communicator, int key, void *value, void *extra)
{
    int rank;
    (void)key, (void)value, (void)extra;
    MPI_Comm_rank(communicator, &rank);
    return MPI_SUCCESS;
}

static void write_file(const char *name, int rank)
{
    int data[4] = {rank, rank, rank, rank};
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, rank * (MPI_Offset)sizeof data, data, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    int rank, key, sum;
    MPI_Op op;
    MPI_Comm own;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &key, NULL);
    MPI_Comm_set_attr(own, key, &rank);
    MPI_Comm_free(&own);
    MPI_Comm_free_keyval(&key);
    write_file("nested.data", rank);
    MPI_Finalize();
    static const char *const called[] = {"Init",          "Comm_rank", "Op_create",        "Allreduce",
                                         "Op_free",       "Comm_dup",  "File_open",        "Comm_create_keyval",
                                         "Comm_set_attr", "Comm_free", "Comm_free_keyval", "File_write_at_all",
                                         "Finalize",      "File_close"};
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        printf("%d MPI_%s 1\n", rank, called[i]);
    return sum < 0;
}
