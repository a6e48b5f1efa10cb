/* Requests: started and completed in every way, persistent ones, cancelled ones and freed ones. */
#include "tests/mpi/truth/tally.h"

#define MANY 20 /* more requests than a call completes on the fast path */
#define LONG 20000

static int right, left;
static char out[MANY][LONG], in[MANY][LONG];
static MPI_Request requests[2 * MANY];
static MPI_Status statuses[2 * MANY];

/* Start `many` receives from the left, and then as many sends to the right. */
static void start(int many, int tag, int size)
{
    for (int i = 0; i < many; i++)
        MPI_Irecv(in[i], LONG, MPI_CHAR, i % 2 ? left : MPI_ANY_SOURCE, tag + i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < many; i++) {
        if (i % 3 == 0)
            MPI_Issend(out[i], size + i, MPI_CHAR, right, tag + i, MPI_COMM_WORLD, &requests[many + i]);
        else
            MPI_Isend(out[i], size + i, MPI_CHAR, right, tag + i, MPI_COMM_WORLD, &requests[many + i]);
        sent(WORLD, right, tag + i, size + i);
        received(WORLD, left, tag + i, size + i);
    }
}

enum { WAIT, TEST, WAITALL, WAITALL_IGNORED, TESTALL, WAITANY, TESTANY, WAITSOME, TESTSOME, ENDS };

static void end(int how, int count)
{
    int index, flag = 0, done = 0, indices[2 * MANY], some;
    for (int i = 0; i < count && how == WAIT; i++)
        MPI_Wait(&requests[count - 1 - i], i % 2 ? MPI_STATUS_IGNORE : &statuses[0]);
    for (int i = 0; i < count && how == TEST; i++)
        for (flag = 0; !flag;)
            MPI_Test(&requests[i], &flag, i % 2 ? MPI_STATUS_IGNORE : &statuses[0]);
    if (how == WAITALL || how == WAITALL_IGNORED)
        MPI_Waitall(count, requests, how == WAITALL ? statuses : MPI_STATUSES_IGNORE);
    while (how == TESTALL && !flag)
        MPI_Testall(count, requests, &flag, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count && how == WAITANY; i++)
        MPI_Waitany(count, requests, &index, i % 2 ? MPI_STATUS_IGNORE : &statuses[0]);
    while (how == TESTANY && done < count) {
        MPI_Testany(count, requests, &index, &flag, MPI_STATUS_IGNORE);
        done += flag && index != MPI_UNDEFINED;
    }
    while (how >= WAITSOME && done < count) {
        if (how == WAITSOME)
            MPI_Waitsome(count, requests, &some, indices, done % 2 ? MPI_STATUSES_IGNORE : statuses);
        else
            MPI_Testsome(count, requests, &some, indices, MPI_STATUSES_IGNORE);
        done += some;
    }
    for (int i = 0; i < count; i++)
        EXPECT(requests[i] == MPI_REQUEST_NULL);
}

/* Ends of requests that are null or inactive move nothing. */
static void end_nothing(void)
{
    int index, flag, some, indices[2];
    MPI_Request null[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Wait(null, MPI_STATUS_IGNORE);
    MPI_Waitall(2, null, MPI_STATUSES_IGNORE);
    MPI_Waitany(2, null, &index, MPI_STATUS_IGNORE);
    MPI_Testany(2, null, &index, &flag, MPI_STATUS_IGNORE);
    MPI_Waitsome(2, null, &some, indices, MPI_STATUSES_IGNORE);
    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
    MPI_Isend(out[0], 5, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &null[0]);
    MPI_Irecv(in[0], 5, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &null[1]);
    MPI_Waitall(2, null, MPI_STATUSES_IGNORE);
}

static void persist(int rounds, int size)
{
    static char buffer[100 * (LONG + MPI_BSEND_OVERHEAD)];
    char *detached;
    int index;
    MPI_Buffer_attach(buffer, sizeof buffer);
    MPI_Recv_init(in[0], LONG, MPI_CHAR, left, 300, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(in[1], LONG, MPI_CHAR, MPI_ANY_SOURCE, 301, MPI_COMM_WORLD, &requests[1]);
    MPI_Recv_init(in[2], LONG, MPI_CHAR, MPI_PROC_NULL, 302, MPI_COMM_WORLD, &requests[2]);
    MPI_Send_init(out[0], size, MPI_CHAR, right, 300, MPI_COMM_WORLD, &requests[3]);
    MPI_Ssend_init(out[1], size + 1, MPI_CHAR, right, 301, MPI_COMM_WORLD, &requests[4]);
    MPI_Bsend_init(out[2], size + 2, MPI_CHAR, right, 303, MPI_COMM_WORLD, &requests[5]);
    for (int round = 0; round < rounds; round++) {
        if (round % 2 == 0)
            MPI_Startall(6, requests);
        else
            for (int i = 0; i < 6; i++)
                MPI_Start(&requests[i]);
        if (round % 3 == 0)
            MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
        else
            for (int i = 0; i < 6; i++)
                MPI_Waitany(6, requests, &index, &statuses[i]);
        MPI_Waitall(6, requests, statuses); /* all are inactive */
        MPI_Recv(in[3], LONG, MPI_CHAR, left, 303, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sent(WORLD, right, 300, size);
        sent(WORLD, right, 301, size + 1);
        sent(WORLD, right, 303, size + 2);
        received(WORLD, left, 300, size);
        received(WORLD, left, 301, size + 1);
        received(WORLD, left, 303, size + 2);
    }
    for (int i = 0; i < 6; i++)
        MPI_Request_free(&requests[i]);
    MPI_Buffer_detach(&detached, &index);
}

#if MPI_VERSION >= 4
/* A partitioned message is one message, whose parts are sent one after another. */
static void send_parts(void)
{
    MPI_Precv_init(in[0], 5, 100, MPI_CHAR, left, 500, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Psend_init(out[0], 5, 100, MPI_CHAR, right, 500, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < 3; round++) {
        MPI_Startall(2, requests);
        for (int part = 4; part >= 0; part--)
            MPI_Pready(part, requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        sent(WORLD, right, 500, 500);
        received(WORLD, left, 500, 500);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}
#else
static void send_parts(void)
{
}
#endif

/* Receives that nothing is sent to are cancelled; sends are freed while they are active. */
static void give_up(void)
{
    int flag;
    MPI_Irecv(in[0], LONG, MPI_CHAR, left, 400, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(in[1], LONG, MPI_CHAR, left, 401, MPI_COMM_WORLD, &requests[1]);
    MPI_Start(&requests[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Cancel(&requests[i]);
        MPI_Wait(&requests[i], &statuses[i]);
        MPI_Test_cancelled(&statuses[i], &flag);
        EXPECT(flag);
    }
    MPI_Request_free(&requests[1]);
    MPI_Irecv(in[0], LONG, MPI_CHAR, left, 402, MPI_COMM_WORLD, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Request_free(&requests[0]);

    MPI_Issend(out[0], 9, MPI_CHAR, right, 403, MPI_COMM_WORLD, &requests[0]);
    MPI_Request_free(&requests[0]);
    MPI_Isend(out[1], LONG, MPI_CHAR, right, 403, MPI_COMM_WORLD, &requests[1]);
    MPI_Request_free(&requests[1]);
    MPI_Recv(in[0], LONG, MPI_CHAR, left, 403, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(in[1], LONG, MPI_CHAR, left, 403, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sent(WORLD, right, 403, 9);
    sent(WORLD, right, 403, LONG);
    received(WORLD, left, 403, 9);
    received(WORLD, left, 403, LONG);

    /* A request whose end the program sees early is complete only once. */
    MPI_Irecv(in[0], LONG, MPI_CHAR, left, 404, MPI_COMM_WORLD, &requests[0]);
    MPI_Ssend_init(out[0], 3, MPI_CHAR, right, 404, MPI_COMM_WORLD, &requests[1]);
    MPI_Start(&requests[1]);
    for (flag = 0; !flag;)
        MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Request_free(&requests[1]);
    sent(WORLD, right, 404, 3);
    received(WORLD, left, 404, 3);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    tally_open();
    right = (rank + 1) % ranks;
    left = (rank + ranks - 1) % ranks;
    for (int how = 0; how < ENDS; how++) {
        start(2, 10 * how, 10);
        end(how, 4);
        start(MANY, 100, how % 2 ? LONG - MANY : 0);
        end(how, 2 * MANY);
    }
    end_nothing();
    persist(6, 30);
    persist(6, LONG - 10);
    send_parts();
    give_up();
    MPI_Finalize();
    return 0;
}
