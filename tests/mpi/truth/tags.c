/* Many different tags, up to the largest one, and many communicators that are made and freed. */
#include "tests/mpi/truth/tally.h"

#define TAGS  100000
#define COMMS 10000
#define BATCH 50 /* communicators that exist at the same time */

static int number, other;

/* Send a message to this rank itself, which needs no other process to run. */
static void send_tag(MPI_Comm comm, const char *name, int own, int tag)
{
    MPI_Sendrecv(&number, 1, MPI_INT, own, tag, &other, 1, MPI_INT, own, tag, comm, MPI_STATUS_IGNORE);
    sent(name, rank, tag, 4);
    received(name, rank, tag, 4);
}

/* Return the size of the process's memory in KiB. */
static long size_of_memory(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    EXPECT(file && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return 4 * pages;
}

/* Make communicators with the same members again and again. */
static void make_communicators(void)
{
    MPI_Comm comms[BATCH];
    long before = 0;
    for (int batch = 0; batch < COMMS / BATCH; batch++) {
        for (int i = 0; i < BATCH; i++) {
            MPI_Comm_dup(MPI_COMM_SELF, &comms[i]);
            MPI_Comm_set_name(comms[i], "copy");
        }
        for (int i = 0; i < BATCH; i++) {
            send_tag(comms[i], "copy", 0, i);
            MPI_Comm_free(&comms[i]);
        }
        before = batch == 1 ? size_of_memory() : before;
    }
    printf("%d memory %ld\n", rank, size_of_memory() - before);
}

/* Send more different messages than have totals of their own. */
static void exceed_totals(void)
{
    MPI_Comm comm;
    for (int i = 0; i < BATCH; i++) {
        MPI_Comm_dup(MPI_COMM_SELF, &comm);
        for (int tag = 0; tag < 1500; tag++)
            send_tag(comm, "copy", 0, tag);
    }
}

int main(int argc, char **argv)
{
    int *largest, found;
    MPI_Init(&argc, &argv);
    tally_open();
    setvbuf(tally_file, NULL, _IOFBF, BUFSIZ);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &found);
    EXPECT(found);
    if (argc > 1) {
        exceed_totals();
        fclose(tally_file);
        return MPI_Finalize();
    }
    for (int tag = 0; tag < TAGS; tag++)
        send_tag(MPI_COMM_WORLD, WORLD, rank, tag);
    for (int tag = 1; tag > 0 && tag<*largest; tag = tag> * largest / 2 ? *largest : 2 * tag)
        send_tag(MPI_COMM_WORLD, WORLD, rank, tag);
    send_tag(MPI_COMM_WORLD, WORLD, rank, *largest);
    make_communicators();
    fclose(tally_file);
    MPI_Finalize();
    return 0;
}
