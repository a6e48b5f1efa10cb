/* bad CONDITION, bad ROUNDS, bad itself MESSAGES: communication that goes wrong. Prints the results of MPI calls, which
 * must be the same without libvtmpi. */
#include "tests/mpi/truth/tally.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int right, left, number, other;

/* Send `times` messages to the next rank, in calls of all kinds. */
static void talk(int times)
{
    MPI_Request requests[2];
    for (int i = 0; i < times; i++) {
        MPI_Sendrecv(&number, 1, MPI_INT, right, 1, &other, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(&other, 1, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&number, 1, MPI_INT, right, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (int tag = 1; tag <= 2; tag++) {
            sent(WORLD, right, tag, 4);
            received(WORLD, left, tag, 4);
        }
        MPI_Allreduce(&number, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        collective(WORLD, NONE, 4, 4);
    }
}

/* Send `times` messages to this rank itself, which needs no other process to run. Meanwhile, the process's files
 * cannot grow beyond a limit. */
static void talk_to_itself(int times, const struct rlimit *limit)
{
    for (int i = 0; i < times; i++) {
        sent(WORLD, rank, 3, 4);
        received(WORLD, rank, 3, 4);
    }
    fclose(tally_file);
    if (limit)
        EXPECT(setrlimit(RLIMIT_FSIZE, limit) == 0);
    for (int i = 0; i < times; i++)
        MPI_Sendrecv(&number, 1, MPI_INT, rank, 3, &other, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* One rank ends all; the others wait, so that all have recorded everything before. */
static void end_all(int how)
{
    talk(50);
    MPI_Barrier(MPI_COMM_WORLD);
    collective(WORLD, NONE, 0, 0);
    if (rank == 2) {
        usleep(500000);
        if (how == 'k')
            raise(SIGKILL);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    MPI_Recv(&other, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* never comes */
}

/* Requests that are never completed: those to send were counted, those to receive were not. */
static void leave_open(void)
{
    static MPI_Request requests[4];
    MPI_Irecv(&other, 1, MPI_INT, left, 10, MPI_COMM_WORLD, &requests[0]); /* nobody sends it */
    MPI_Isend(&number, 1, MPI_INT, right, 11, MPI_COMM_WORLD, &requests[1]);
    sent(WORLD, right, 11, 4);
    MPI_Recv(&other, 1, MPI_INT, left, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    received(WORLD, left, 11, 4);
    MPI_Recv_init(&other, 1, MPI_INT, left, 12, MPI_COMM_WORLD, &requests[2]);
    MPI_Start(&requests[2]);
    talk(10);
}

/* ---- errors that MPI returns -- */

/* Length of a truncated message as its status has it: in Open MPI, its own length, in MPICH that of the buffer or 0. */
#define TRUNCATED 40

static void print_result(const char *what, int result)
{
    int class;
    MPI_Error_class(result, &class);
    printf("%d %s %d\n", rank, what, class);
}
#define RESULT(what, call) print_result(what, call)

/* Messages of 40 bytes arrive in buffers of 8. */
static void truncate_each(void)
{
    int out[10] = {0}, in[2], index, some, indices[1];
    MPI_Status status;
    MPI_Request request, send;
    MPI_Message message;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int way = 0; way < 7; way++) {
        if (way >= 3)
            MPI_Irecv(in, 2, MPI_INT, left, way, MPI_COMM_WORLD, &request);
        if (way != 1)
            MPI_Isend(out, 10, MPI_INT, right, way, MPI_COMM_WORLD, &send);
        if (way == 0)
            RESULT("Recv", MPI_Recv(in, 2, MPI_INT, left, way, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        if (way == 1)
            RESULT("Sendrecv",
                   MPI_Sendrecv(out, 10, MPI_INT, right, way, in, 2, MPI_INT, left, way, MPI_COMM_WORLD, &status));
        if (way == 2) {
            MPI_Mprobe(left, way, MPI_COMM_WORLD, &message, &status);
            RESULT("Mrecv", MPI_Mrecv(in, 2, MPI_INT, &message, MPI_STATUS_IGNORE));
        }
        if (way == 3)
            RESULT("Wait", MPI_Wait(&request, &status));
        if (way == 4)
            RESULT("Waitany", MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE));
        if (way == 5)
            RESULT("Waitsome", MPI_Waitsome(1, &request, &some, indices, MPI_STATUSES_IGNORE));
        if (way == 6)
            RESULT("Waitall", MPI_Waitall(1, &request, MPI_STATUSES_IGNORE));
        if (way != 1)
            MPI_Wait(&send, MPI_STATUS_IGNORE);
        sent(WORLD, right, way, 40);
        received(WORLD, left, way, TRUNCATED);
    }
}

/* One call completes three requests, and the message of the second one is truncated. Then the third one may not be
 * complete. */
static void truncate_one_of_several(void)
{
    int out[10] = {0}, in[10], flag = 0, some;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int way = 0; way < 6; way++) {
        MPI_Status statuses[3];
        MPI_Request requests[3], sends[3];
        int indices[3];
        for (int i = 0; i < 3; i++) {
            MPI_Irecv(&in[3 * i], 2, MPI_INT, left, 30 + 3 * way + i, MPI_COMM_WORLD, &requests[i]);
            MPI_Isend(out, i == 1 ? 10 : 1, MPI_INT, right, 30 + 3 * way + i, MPI_COMM_WORLD, &sends[i]);
            sent(WORLD, right, 30 + 3 * way + i, i == 1 ? 40 : 4);
            received(WORLD, left, 30 + 3 * way + i, i == 1 ? TRUNCATED : 4);
        }
        if (way == 0)
            RESULT("Waitall", MPI_Waitall(3, requests, statuses));
        if (way == 1)
            RESULT("Waitall ignored", MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
        while (way == 2 && !flag) {
            int result = MPI_Testall(3, requests, &flag, statuses);
            if (flag || result != MPI_SUCCESS)
                RESULT("Testall", result);
            flag |= result != MPI_SUCCESS;
        }
        for (some = 0; way == 3 && some != MPI_UNDEFINED;)
            if (MPI_Waitsome(3, requests, &some, indices, statuses) != MPI_SUCCESS)
                RESULT("Waitsome", MPI_ERR_IN_STATUS);
        for (some = 0; way == 4 && some != MPI_UNDEFINED;)
            if (MPI_Waitsome(3, requests, &some, indices, MPI_STATUSES_IGNORE) != MPI_SUCCESS)
                RESULT("Waitsome ignored", MPI_ERR_IN_STATUS);
        for (some = 0; way == 5 && some != MPI_UNDEFINED;) {
            int result = MPI_Waitany(3, requests, &some, MPI_STATUS_IGNORE);
            if (result != MPI_SUCCESS)
                RESULT("Waitany", result);
        }
        for (int i = 0; i < 3; i++)
            if (requests[i] != MPI_REQUEST_NULL)
                MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
    }
}

/* Calls with wrong arguments move nothing, and take nothing from the requests that are open. */
static void misuse(void)
{
    int flag = 0, index = 0, some = 0, indices[2], in[4];
    MPI_Request requests[2], sends[2], nothing;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Irecv(&in[0], 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[1]);
    RESULT("rank", MPI_Send(&number, 1, MPI_INT, ranks + 5, 1, MPI_COMM_WORLD));
    RESULT("type", MPI_Send(&number, 1, MPI_DATATYPE_NULL, right, 1, MPI_COMM_WORLD));
    RESULT("count", MPI_Isend(&number, -1, MPI_INT, right, 1, MPI_COMM_WORLD, &nothing));
    RESULT("tag", MPI_Send(&number, 1, MPI_INT, right, -5, MPI_COMM_WORLD));
    RESULT("communicator", MPI_Send(&number, 1, MPI_INT, right, 1, MPI_COMM_NULL));
    RESULT("receive", MPI_Recv(&other, 1, MPI_DATATYPE_NULL, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    RESULT("receive", MPI_Recv(&other, -1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    RESULT("source", MPI_Sendrecv(&number, 1, MPI_INT, right, 1, &other, 1, MPI_INT, ranks, 1, MPI_COMM_WORLD,
                                  MPI_STATUS_IGNORE));
    RESULT("request", MPI_Irecv(&other, 1, MPI_INT, left, 1, MPI_COMM_WORLD, NULL));
    RESULT("wait", MPI_Wait(NULL, MPI_STATUS_IGNORE));
    RESULT("waitall", MPI_Waitall(2, NULL, MPI_STATUSES_IGNORE));
    RESULT("waitall", MPI_Waitall(-1, requests, MPI_STATUSES_IGNORE));
    RESULT("waitany", MPI_Waitany(2, requests, NULL, MPI_STATUS_IGNORE));
    RESULT("waitany", MPI_Waitany(2, NULL, &index, MPI_STATUS_IGNORE));
    RESULT("waitsome", MPI_Waitsome(2, requests, NULL, indices, MPI_STATUSES_IGNORE));
    RESULT("waitsome", MPI_Waitsome(2, requests, &some, NULL, MPI_STATUSES_IGNORE));
    RESULT("test", MPI_Test(&requests[0], NULL, MPI_STATUS_IGNORE));
    RESULT("test", MPI_Test(NULL, &flag, MPI_STATUS_IGNORE));
    RESULT("testall", MPI_Testall(2, requests, NULL, MPI_STATUSES_IGNORE));
    RESULT("testany", MPI_Testany(2, requests, &index, NULL, MPI_STATUS_IGNORE));
    RESULT("testsome", MPI_Testsome(2, NULL, &some, indices, MPI_STATUSES_IGNORE));
    RESULT("start", MPI_Start(NULL));
    RESULT("startall", MPI_Startall(2, NULL));
    RESULT("free", MPI_Request_free(NULL));
    RESULT("root", MPI_Bcast(&number, 1, MPI_INT, ranks + 1, MPI_COMM_WORLD));
    RESULT("operation", MPI_Allreduce(&number, &other, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
#ifdef OPEN_MPI /* MPICH crashes */
    RESULT("counts", MPI_Allgatherv(&number, 1, MPI_INT, in, NULL, NULL, MPI_INT, MPI_COMM_WORLD));
#endif
    RESULT("type", MPI_Gather(&number, 1, MPI_DATATYPE_NULL, in, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
    RESULT("name", MPI_Comm_set_name(MPI_COMM_NULL, "none"));
    RESULT("name", MPI_Comm_set_name(MPI_COMM_WORLD, NULL));
    for (int i = 0; i < 2; i++) {
        MPI_Isend(&number, 1, MPI_INT, right, 1 + i, MPI_COMM_WORLD, &sends[i]);
        sent(WORLD, right, 1 + i, 4);
        received(WORLD, left, 1 + i, 4);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
}

/* A child that ends as a process of its own does not change what its parent records. */
static void fork_child(void)
{
    talk(20);
    for (int way = 0; way < 2; way++) {
        pid_t child = fork();
        if (child == 0 && way == 0)
            _exit(0);
        if (child == 0) {
            fclose(tally_file);
            execlp("true", "true", (char *)NULL);
        }
        waitpid(child, NULL, 0);
        talk(20);
    }
}

/* The end of MPI_Comm_idup is not recorded. When its request is found again, because another one has its handle, the
 * variable for the communicator does not exist any more. */
static void duplicate_unseen(void)
{
    MPI_Request request;
    MPI_Comm copies[2];
    MPI_Comm *variable = mmap(NULL, sizeof *variable, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Comm_idup(MPI_COMM_WORLD, variable, &request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    copies[0] = *variable;
    munmap(variable, sizeof *variable);
    PMPI_Comm_idup(MPI_COMM_WORLD, &copies[1], &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&copies[0]);
    MPI_Comm_free(&copies[1]);
    talk(1);
}

/* The file of rank 1 cannot grow as far as its log needs. */
static void fill_disk(void)
{
    const struct rlimit limit = {600 << 10, 600 << 10};
    talk(20);
    talk_to_itself(15000, rank == 1 ? &limit : NULL);
}

/* Rank 1 sends messages with many tags to itself, so that its log and its totals grow. */
static void grow(void)
{
    talk(20);
    for (int i = 0; i < 20000 && rank == 1; i++) {
        int tag = 10 + i % 4000;
        MPI_Sendrecv(&number, 1, MPI_INT, rank, tag, &other, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sent(WORLD, rank, tag, 4);
        received(WORLD, rank, tag, 4);
    }
    talk(20);
}

/* Logging is off for a part of the run. */
static void pause_log(void)
{
    talk(10);
    MPI_Pcontrol(0);
    talk(10);
    MPI_Pcontrol(1);
    talk(10);
}

int main(int argc, char **argv)
{
    const char *condition = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    tally_open();
    right = (rank + 1) % ranks;
    left = (rank + ranks - 1) % ranks;
    if (strcmp(condition, "killed") == 0 || strcmp(condition, "aborted") == 0)
        end_all(condition[0]);
    else if (strcmp(condition, "open") == 0)
        leave_open();
    else if (strcmp(condition, "truncated") == 0)
        truncate_each();
    else if (strcmp(condition, "several") == 0)
        truncate_one_of_several();
    else if (strcmp(condition, "misused") == 0)
        misuse();
    else if (strcmp(condition, "unseen") == 0)
        duplicate_unseen();
    else if (strcmp(condition, "forked") == 0)
        fork_child();
    else if (strcmp(condition, "full") == 0)
        fill_disk();
    else if (strcmp(condition, "grow") == 0)
        grow();
    else if (strcmp(condition, "paused") == 0)
        pause_log();
    else if (argc > 2)
        talk_to_itself(atoi(argv[2]), NULL);
    else
        talk(atoi(condition) > 0 ? atoi(condition) : 50);
    if (strcmp(condition, "skipped") == 0)
        exit(0);
    MPI_Finalize();
    return 0;
}
