/* random SEED ROUNDS [THREADS]: random correct communication. In each round, the ranks draw the same numbers, so that
 * each knows what the others send: messages between random ranks on random communicators, and now and then a collective
 * operation. How a rank sends, receives and completes is its own choice. With threads, each thread of a rank talks to
 * the thread with the same number of the others, on communicators of its own. */
#include "tests/mpi/truth/tally.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

#define MOST_THREADS 8
#define COMMS        4
#define MOST         24 /* messages of a round */
#define LONGEST      40000

struct dice {
    uint64_t state;
};

static unsigned roll(struct dice *dice, unsigned sides)
{
    dice->state ^= dice->state << 13;
    dice->state ^= dice->state >> 7;
    dice->state ^= dice->state << 17;
    return (unsigned)(dice->state >> 33) % sides;
}

struct worker {
    int number;
    struct dice common, own;
    MPI_Comm comms[COMMS]; /* world, reversed, with half of the ranks, self */
    char names[COMMS][16];
    int members[COMMS]; /* number of ranks */
    char out[LONGEST], in[MOST][LONGEST];
    MPI_Request sends[MOST], receives[MOST];
    int send_count, receive_count;
};

static uint64_t seed;
static int rounds;

/* Return the rank in MPI_COMM_WORLD of a rank in a communicator, and the reverse; -1 if it is no member. */
static int to_world(int comm, int member)
{
    return comm == 0 ? member : comm == 1 ? ranks - 1 - member : comm == 2 ? 2 * member + rank % 2 : rank;
}

static int from_world(int comm, int world)
{
    return comm == 0 ? world : comm == 1 ? ranks - 1 - world : comm == 2 ? world / 2 : 0;
}

static void make_comms(struct worker *worker)
{
    static const char *const names[COMMS] = {"all", "reversed", "half", "self"};
    MPI_Comm_dup(MPI_COMM_WORLD, &worker->comms[0]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &worker->comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &worker->comms[2]);
    MPI_Comm_dup(MPI_COMM_SELF, &worker->comms[3]);
    for (int i = 0; i < COMMS; i++) {
        snprintf(worker->names[i], sizeof worker->names[i], "%s%d", names[i], worker->number);
        MPI_Comm_set_name(worker->comms[i], worker->names[i]);
        MPI_Comm_size(worker->comms[i], &worker->members[i]);
    }
}

static void send_one(struct worker *worker, int comm, int to, int tag, int size)
{
    MPI_Comm handle = worker->comms[comm];
    unsigned way = roll(&worker->own, 5);
    MPI_Request *request = &worker->sends[worker->send_count];
    int member = from_world(comm, to);
    if (way == 0)
        MPI_Issend(worker->out, size, MPI_CHAR, member, tag, handle, request);
    else if (way == 1) {
        MPI_Send_init(worker->out, size, MPI_CHAR, member, tag, handle, request);
        MPI_Start(request);
    } else
        MPI_Isend(worker->out, size, MPI_CHAR, member, tag, handle, request);
    sent(worker->names[comm], to, tag, size);
    if (way == 2 && to != rank) /* MPICH 4.0.2 would lose a long message to itself */
        MPI_Request_free(request);
    else
        worker->send_count++;
}

/* A receive from any rank would take another message than the one planned, so it is used for the source only if no
 * other rank sends in this round. */
static void receive_one(struct worker *worker, int comm, int from, int tag, int size, int only)
{
    MPI_Comm handle = worker->comms[comm];
    MPI_Message message;
    int place = worker->receive_count, source = from_world(comm, from);
    unsigned way = roll(&worker->own, 5);
    source = only && roll(&worker->own, 2) ? MPI_ANY_SOURCE : source;
    received(worker->names[comm], from, tag, size);
    if (way == 0)
        MPI_Recv(worker->in[place], LONGEST, MPI_CHAR, source, tag, handle, MPI_STATUS_IGNORE);
    else if (way == 1) {
        MPI_Mprobe(source, tag, handle, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(worker->in[place], LONGEST, MPI_CHAR, &message, MPI_STATUS_IGNORE);
    } else if (way == 2) {
        MPI_Recv_init(worker->in[place], LONGEST, MPI_CHAR, source, tag, handle, &worker->receives[place]);
        MPI_Start(&worker->receives[place]);
        worker->receive_count++;
    } else {
        MPI_Irecv(worker->in[place], LONGEST, MPI_CHAR, source, tag, handle, &worker->receives[place]);
        worker->receive_count++;
    }
}

static void complete(struct worker *worker, MPI_Request *requests, int count)
{
    int index, flag = 0, some, indices[MOST];
    unsigned way = roll(&worker->own, 5);
    if (way == 0)
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count && way == 1; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    while (way == 2 && !flag)
        MPI_Testall(count, requests, &flag, MPI_STATUSES_IGNORE);
    for (some = 0; way == 3 && some != MPI_UNDEFINED;)
        MPI_Waitsome(count, requests, &some, indices, MPI_STATUSES_IGNORE);
    for (index = 0; way == 4 && index != MPI_UNDEFINED;)
        MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; i++)
        if (requests[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&requests[i]); /* a persistent one */
}

/* Operations have a number of bytes that depends on the rank. */
static void operate(struct worker *worker, int comm, unsigned kind, int root, int size)
{
    MPI_Comm handle = worker->comms[comm];
    const char *name = worker->names[comm];
    int own = from_world(comm, rank), members = worker->members[comm], peer = to_world(comm, root);
    MPI_Request request;
    if (kind == 0) {
        MPI_Bcast(worker->in[0], size, MPI_CHAR, root, handle);
        collective(name, peer, own == root ? size : 0, own == root ? 0 : size);
    } else if (kind == 1) {
        MPI_Ireduce(worker->out, worker->in[0], size, MPI_SIGNED_CHAR, MPI_MAX, root, handle, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        collective(name, peer, size, own == root ? size : 0);
    } else if (kind == 2) {
        MPI_Allgather(worker->out, size / 8, MPI_CHAR, worker->in[0], size / 8, MPI_CHAR, handle);
        collective(name, NONE, size / 8, members * (size / 8));
    } else {
        MPI_Ibarrier(handle, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        collective(name, NONE, 0, 0);
    }
}

/* Ranks of different halves draw the same numbers; the communicator 2 then stands for their own half. */
static void play(struct worker *worker, int round)
{
    unsigned count = roll(&worker->common, MOST);
    int comm = (int)roll(&worker->common, COMMS), members = worker->members[comm];
    struct dice all = worker->common, same;
    int only[64] = {0};
    same = all;
    for (unsigned i = 0; i < count; i++) {
        int from = (int)roll(&same, 64) % members, to = (int)roll(&same, 64) % members;
        roll(&same, 2), roll(&same, 2);
        only[to] = only[to] == 0 || only[to] == from + 1 ? from + 1 : -1;
    }
    for (int step = 0; step < 2; step++) { /* all sends are started before any rank waits for a message */
        same = all;
        for (unsigned i = 0; i < count; i++) {
            int from = (int)roll(&same, 64) % members, to = (int)roll(&same, 64) % members;
            int tag = (int)roll(&same, 2) * 5000 + round % 1000; /* ranks may be some rounds ahead */
            int size = roll(&same, 2) ? (int)(i * 13) : LONGEST - (int)i;
            if (step == 0 && to_world(comm, from) == rank)
                send_one(worker, comm, to_world(comm, to), tag, size);
            if (step == 1 && to_world(comm, to) == rank)
                receive_one(worker, comm, to_world(comm, from), tag, size, only[to] > 0);
        }
    }
    worker->common = same;
    complete(worker, worker->receives, worker->receive_count);
    complete(worker, worker->sends, worker->send_count);
    worker->send_count = worker->receive_count = 0;
    comm = (int)roll(&worker->common, COMMS);
    unsigned kind = roll(&worker->common, 4), root = roll(&worker->common, 64);
    operate(worker, comm, kind, (int)root % worker->members[comm], (int)roll(&worker->common, LONGEST / 8));
}

static void *work(void *data)
{
    struct worker *worker = data;
    for (int i = 0; i < rounds; i++)
        play(worker, i);
    return NULL;
}

int main(int argc, char **argv)
{
    static struct worker workers[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    int provided, count = argc > 3 ? atoi(argv[3]) : 1;
    seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    rounds = argc > 2 ? atoi(argv[2]) : 100;
    MPI_Init_thread(&argc, &argv, count > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    tally_open();
    if (count > 1 && provided != MPI_THREAD_MULTIPLE)
        count = 1;
    for (int i = 0; i < count; i++) {
        workers[i].number = i;
        workers[i].common.state = 0x9e3779b97f4a7c15u * (seed * MOST_THREADS + (uint64_t)i + 1);
        workers[i].own.state = workers[i].common.state + (uint64_t)rank + 1;
        make_comms(&workers[i]);
    }
    for (int i = 1; i < count; i++)
        pthread_create(&threads[i], NULL, work, &workers[i]);
    work(&workers[0]);
    for (int i = 1; i < count; i++)
        pthread_join(threads[i], NULL);
    MPI_Finalize();
    return 0;
}
