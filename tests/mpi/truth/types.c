/* Messages of derived data types: bytes are those of the data, without gaps. Sender and receiver may describe the data
 * differently, and the receiver's buffer may be longer than the message. */
#include "tests/mpi/truth/tally.h"

#include <stddef.h>

static double out[1000], in[1000];
static const int tag = 3;

static void exchange(int count, MPI_Datatype type, int most, MPI_Datatype into, int bytes)
{
    MPI_Status status;
    MPI_Request request;
    MPI_Sendrecv(out, count, type, 1 - rank, tag, in, most, into, 1 - rank, tag, MPI_COMM_WORLD, &status);
    sent(WORLD, 1 - rank, tag, bytes);
    received(WORLD, 1 - rank, tag, bytes);
    MPI_Irecv(in, most, into, 1 - rank, tag, MPI_COMM_WORLD, &request);
    MPI_Send(out, count, type, 1 - rank, tag, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sent(WORLD, 1 - rank, tag, bytes);
    received(WORLD, 1 - rank, tag, bytes);
}

/* The type is freed while a request uses it. */
static void free_early(void)
{
    MPI_Datatype column;
    MPI_Request requests[2];
    MPI_Type_vector(10, 1, 10, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Irecv(in, 2, column, 1 - rank, tag, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(out, 2, column, 1 - rank, tag, MPI_COMM_WORLD, &requests[1]);
    MPI_Type_free(&column);
    MPI_Start(&requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[1]);
    sent(WORLD, 1 - rank, tag, 160);
    received(WORLD, 1 - rank, tag, 160);
}

static void exchange_packed(void)
{
    char packed[200];
    int position = 0;
    MPI_Pack(out, 3, MPI_DOUBLE, packed, sizeof packed, &position, MPI_COMM_WORLD);
    MPI_Pack("five", 5, MPI_CHAR, packed, sizeof packed, &position, MPI_COMM_WORLD);
    MPI_Sendrecv(packed, position, MPI_PACKED, 1 - rank, tag, in, 200, MPI_PACKED, 1 - rank, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    sent(WORLD, 1 - rank, tag, 29);
    received(WORLD, 1 - rank, tag, 29);
}

/* 4 GiB and a megabyte for each rank, from a buffer of a megabyte: all elements are at the same place. */
static void send_large(void)
{
    MPI_Datatype block, same;
    static char megabyte[1 << 20];
    MPI_Type_contiguous(1 << 20, MPI_CHAR, &block);
    MPI_Type_create_resized(block, 0, 0, &same);
    MPI_Type_commit(&same);
    MPI_Sendrecv(megabyte, 4097, same, 0, tag, megabyte, 4097, same, 0, tag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    sent("MPI_COMM_SELF", rank, tag, 4097ll << 20);
    received("MPI_COMM_SELF", rank, tag, 4097ll << 20);
    MPI_Type_free(&same);
    MPI_Type_free(&block);
}

int main(int argc, char **argv)
{
    MPI_Datatype type, cell;
    struct cell {
        char name;
        double height;
        int count;
    };
    MPI_Init(&argc, &argv);
    tally_open();
    exchange(7, MPI_SHORT, 20, MPI_SHORT, 14);
    exchange(3, MPI_DOUBLE_INT, 3, MPI_DOUBLE_INT, 36);
    exchange(5, MPI_2INT, 10, MPI_INT, 40);

    MPI_Type_contiguous(7, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    exchange(3, type, 500, MPI_DOUBLE, 168);
    exchange(14, MPI_DOUBLE, 9, type, 112);
    exchange(10, MPI_DOUBLE, 9, type, 80); /* not a whole number of elements */
    MPI_Type_free(&type);

    MPI_Type_vector(4, 2, 10, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    exchange(2, type, 16, MPI_DOUBLE, 128);
    MPI_Type_free(&type);

    MPI_Type_indexed(3, (int[]){1, 0, 5}, (int[]){4, 0, 20}, MPI_INT, &type);
    MPI_Type_commit(&type);
    exchange(4, type, 4, type, 96);
    MPI_Type_free(&type);

    MPI_Type_create_subarray(2, (int[]){10, 10}, (int[]){3, 4}, (int[]){2, 1}, MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    exchange(1, type, 12, MPI_DOUBLE, 96);
    MPI_Type_free(&type);

    MPI_Type_create_struct(
        3, (int[]){1, 1, 1},
        (MPI_Aint[]){offsetof(struct cell, name), offsetof(struct cell, height), offsetof(struct cell, count)},
        (MPI_Datatype[]){MPI_CHAR, MPI_DOUBLE, MPI_INT}, &cell);
    MPI_Type_create_resized(cell, 0, sizeof(struct cell), &type);
    MPI_Type_commit(&type);
    exchange(10, type, 20, type, 130);
    MPI_Type_free(&type);
    MPI_Type_free(&cell);

    MPI_Type_contiguous(0, MPI_INT, &type);
    MPI_Type_commit(&type);
    exchange(9, type, 9, type, 0);
    MPI_Type_free(&type);

    free_early();
    exchange_packed();
    send_large();
    MPI_Finalize();
    return 0;
}
