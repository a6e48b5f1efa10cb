/* A library with the names of MPI, but with handles that are numbers, as in MPICH. It ends the program if a handle of
 * another MPI reaches it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD 0x44000000

static void check(int communicator)
{
    if (communicator == WORLD)
        return;
    fprintf(stderr, "Invalid communicator\n");
    abort();
}

int PMPI_Init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return 0;
}

int PMPI_Initialized(int *flag)
{
    *flag = 1;
    return 0;
}

int PMPI_Comm_rank(int communicator, int *rank)
{
    check(communicator);
    *rank = 0;
    return 0;
}

int PMPI_Comm_size(int communicator, int *size)
{
    check(communicator);
    *size = 1;
    return 0;
}

int PMPI_Allreduce(const void *from, void *to, int count, int type, int operation, int communicator)
{
    (void)from, (void)to, (void)count, (void)type, (void)operation;
    check(communicator);
    return 0;
}

int PMPI_Finalize(void)
{
    return 0;
}

/* MPICH and its descendants have texts that are longer than the longest text of Open MPI. */
int PMPI_Get_library_version(char *version, int *length)
{
    memset(version, ' ', 8191);
    memcpy(version, "Example MPI 2.1\nof 2026", 23);
    version[8191] = '\0';
    *length = 8191;
    return 0;
}

#pragma weak MPI_Init = PMPI_Init
#pragma weak MPI_Initialized = PMPI_Initialized
#pragma weak MPI_Comm_rank = PMPI_Comm_rank
#pragma weak MPI_Comm_size = PMPI_Comm_size
#pragma weak MPI_Allreduce = PMPI_Allreduce
#pragma weak MPI_Finalize = PMPI_Finalize
#pragma weak MPI_Get_library_version = PMPI_Get_library_version
