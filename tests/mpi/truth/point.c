/* Messages sent and received one after another, in every way that MPI has without requests. */
#include "tests/mpi/truth/tally.h"

#define LONG 30000

static int right, left;
static double numbers[LONG];

/* All ways to send, short and long. A ready send needs a receive that is posted. */
static void send_in_all_ways(int count, int tag)
{
    static char buffer[sizeof numbers + MPI_BSEND_OVERHEAD];
    char *detached;
    int size;
    MPI_Request request;
    MPI_Buffer_attach(buffer, sizeof buffer);
    if (rank % 2 == 0) {
        MPI_Send(numbers, count, MPI_DOUBLE, right, tag, MPI_COMM_WORLD);
        MPI_Ssend(numbers, count, MPI_DOUBLE, right, tag, MPI_COMM_WORLD);
        MPI_Bsend(numbers, count, MPI_DOUBLE, right, tag + 1, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Rsend(numbers, count, MPI_DOUBLE, right, tag + 2, MPI_COMM_WORLD);
        for (int way = 0; way < 4; way++)
            sent(WORLD, right, tag + (way < 2 ? 0 : way - 1), 8ll * count);
    } else {
        MPI_Recv(numbers, count, MPI_DOUBLE, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Status status;
        MPI_Recv(numbers, LONG, MPI_DOUBLE, left, tag, MPI_COMM_WORLD, &status);
        MPI_Recv(numbers, LONG, MPI_DOUBLE, MPI_ANY_SOURCE, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(numbers, LONG, MPI_DOUBLE, left, tag + 2, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int way = 0; way < 4; way++)
            received(WORLD, left, tag + (way < 2 ? 0 : way - 1), 8ll * count);
        EXPECT(status.MPI_SOURCE == left);
    }
    collective(WORLD, NONE, 0, 0);
    MPI_Buffer_detach(&detached, &size);
}

static void send_and_receive(void)
{
    short mine[100] = {0}, theirs[100];
    MPI_Sendrecv(mine, 10 + rank, MPI_SHORT, right, 20, theirs, 100, MPI_SHORT, left, 20, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    sent(WORLD, right, 20, 2 * (10 + rank));
    received(WORLD, left, 20, 2 * (10 + left));
    MPI_Sendrecv_replace(mine, 50, MPI_SHORT, right, 21, MPI_ANY_SOURCE, 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sent(WORLD, right, 21, 100);
    received(WORLD, left, 21, 100);

    /* The ends of a line that is not a ring. */
    int to = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL, from = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    MPI_Status status;
    MPI_Sendrecv(mine, 5, MPI_SHORT, to, 22, theirs, 5, MPI_SHORT, from, 22, MPI_COMM_WORLD, &status);
    if (rank + 1 < ranks)
        sent(WORLD, to, 22, 10);
    if (rank > 0)
        received(WORLD, from, 22, 10);
    MPI_Send(mine, 5, MPI_SHORT, MPI_PROC_NULL, 23, MPI_COMM_WORLD);
    MPI_Recv(mine, 5, MPI_SHORT, MPI_PROC_NULL, 23, MPI_COMM_WORLD, &status);
    EXPECT(status.MPI_SOURCE == MPI_PROC_NULL);

    /* To itself, and a message without bytes. */
    MPI_Sendrecv(mine, 7, MPI_CHAR, rank, 24, theirs, 9, MPI_CHAR, rank, 24, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sent(WORLD, rank, 24, 7);
    received(WORLD, rank, 24, 7);
    MPI_Sendrecv(NULL, 0, MPI_CHAR, 0, 25, NULL, 0, MPI_CHAR, 0, 25, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    sent("MPI_COMM_SELF", rank, 25, 0);
    received("MPI_COMM_SELF", rank, 25, 0);
}

/* Rank 0 receives from all others in the order in which the messages arrive, after looking at them in each way. */
static void probe(int way)
{
    int count, flag = 0, tag = 30 + way;
    MPI_Status status;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request;
    if (rank > 0) {
        MPI_Send(numbers, rank, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
        sent(WORLD, 0, tag, 8 * rank);
        return;
    }
    for (int from = 1; from < ranks; from++) {
        if (way == 0)
            MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
        else if (way == 1)
            while (!flag)
                MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        else if (way == 2)
            MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
        else
            while (!flag)
                MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &flag, &message, &status);
        flag = 0;
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        EXPECT(count == status.MPI_SOURCE);
        if (way < 2)
            MPI_Recv(numbers, count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else if (way == 2)
            MPI_Mrecv(numbers, LONG, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
        else {
            MPI_Imrecv(numbers, count, MPI_DOUBLE, &message, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        received(WORLD, status.MPI_SOURCE, tag, 8 * status.MPI_SOURCE);
    }
}

/* All ranks send to the last one, which cannot know the order of what it receives. */
static void receive_from_any(void)
{
    int last = ranks - 1;
    for (int i = 0; i < 20 && rank != last; i++) {
        MPI_Send(numbers, i + rank, MPI_INT, last, 40 + rank, MPI_COMM_WORLD);
        sent(WORLD, last, 40 + rank, 4 * (i + rank));
    }
    for (int i = 0, count; i < 20 * last && rank == last; i++) {
        MPI_Status status;
        MPI_Recv(numbers, 100, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        received(WORLD, status.MPI_SOURCE, status.MPI_TAG, 4 * count);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    tally_open();
    right = (rank + 1) % ranks;
    left = (rank + ranks - 1) % ranks;
    send_in_all_ways(3, 10);
    send_in_all_ways(LONG, 10);
    send_and_receive();
    for (int way = 0; way < 4; way++) {
        probe(way);
        MPI_Barrier(MPI_COMM_WORLD);
        collective(WORLD, NONE, 0, 0);
    }
    receive_from_any();
    MPI_Finalize();
    return 0;
}
