/* A signal handler calls MPI at any moment. If it interrupts a call of MPI, its own call is not recorded. */
#include <VT.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile sig_atomic_t handled;

static void handle(int signal)
{
    int size;
    (void)signal;
    MPI_Type_size(MPI_INT, &size);
    handled += size == sizeof(int);
}

int main(int argc, char **argv)
{
    const struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    int rank, state, calls = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    VT_funcdef("Handled:step", VT_NOCLASS, &state);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    for (; handled < 200; calls++) {
        int flag;
        VT_enter(state, VT_NOSCL);
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
        VT_leave(VT_NOSCL);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    printf("%d MPI_Init 1\n%d MPI_Comm_rank 1\n%d MPI_Iprobe %d\n%d MPI_Finalize 1\n", rank, rank, rank, calls, rank);
    MPI_Finalize();
    return 0;
}
