/* Two threads meet each new communicator at the same time. It is made by a function that libvtmpi does not wrap, so
 * that the first message defines it. Prints the number of communicators. */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define ROUNDS 50

static pthread_barrier_t barrier;
static MPI_Comm comm;

/* libvtmpi calls this to define a communicator. Delay it until the other thread has met the communicator, too. */
int PMPI_Comm_test_inter(MPI_Comm handle, int *flag)
{
    int (*test)(MPI_Comm, int *) = (int (*)(MPI_Comm, int *))dlsym(RTLD_NEXT, "PMPI_Comm_test_inter");
    usleep(2000);
    return test(handle, flag);
}

static void *meet(void *tag)
{
    int number = 0, other;
    for (int i = 0; i < ROUNDS; i++) {
        if (tag)
            PMPI_Comm_dup(MPI_COMM_SELF, &comm);
        pthread_barrier_wait(&barrier);
        MPI_Sendrecv(&number, 1, MPI_INT, 0, tag != NULL, &other, 1, MPI_INT, 0, tag != NULL, comm, MPI_STATUS_IGNORE);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided == MPI_THREAD_MULTIPLE) {
        pthread_barrier_init(&barrier, NULL, 2);
        pthread_create(&thread, NULL, meet, NULL);
        meet(&thread);
        pthread_join(thread, NULL);
        printf("%d\n", ROUNDS);
    }
    MPI_Finalize();
    return 0;
}
