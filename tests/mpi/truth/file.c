/* Files: bytes that were really read and written. */
#include "tests/mpi/truth/tally.h"

static char text[1000];
static MPI_File file;
static MPI_Status status;
static MPI_Request request, requests[20];

static void wrote(long long bytes)
{
    accessed("file", "sent", NONE, bytes);
}

static void got(long long bytes)
{
    accessed("file", "received", NONE, bytes);
}

int main(int argc, char **argv)
{
    MPI_Offset own;
    MPI_Init(&argc, &argv);
    tally_open();
    own = 100 * rank;
    MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, own, text, 25, MPI_INT, MPI_STATUS_IGNORE);
    wrote(100);
    MPI_File_write_at_all(file, own, text, 100, MPI_CHAR, &status);
    wrote(100);
    MPI_File_seek(file, own, MPI_SEEK_SET);
    MPI_File_write(file, text, 10, MPI_CHAR, &status);
    wrote(10);
    MPI_File_write_all(file, text, 10 + rank, MPI_CHAR, MPI_STATUS_IGNORE);
    wrote(10 + rank);
    MPI_File_write_shared(file, text, 10, MPI_CHAR, MPI_STATUS_IGNORE);
    wrote(10);
    MPI_File_iwrite_at(file, own, text, 7, MPI_CHAR, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    wrote(7);
    MPI_File_write_at_all_begin(file, own, text, 9, MPI_CHAR);
    MPI_File_write_at_all_end(file, text, &status);
    wrote(9);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    collective(WORLD, NONE, 0, 0);

    MPI_File_read_at(file, own, text, 100, MPI_CHAR, MPI_STATUS_IGNORE);
    got(100);
    MPI_File_read_at(file, 100 * ranks - 30, text, 100, MPI_CHAR, &status); /* the end of the file */
    got(30);
    MPI_File_read_at(file, 100 * ranks, text, 100, MPI_CHAR, MPI_STATUS_IGNORE);
    got(0);
    MPI_File_seek(file, own, MPI_SEEK_SET);
    MPI_File_read(file, text, 4, MPI_INT, MPI_STATUS_IGNORE);
    got(16);
    MPI_File_read_all(file, text, 3, MPI_INT, &status);
    got(12);
    MPI_File_iread(file, text, 5, MPI_CHAR, &request);
    MPI_Wait(&request, &status);
    got(5);
    for (int i = 0; i < 20; i++)
        MPI_File_iread_at(file, i, text, i, MPI_CHAR, &requests[i]);
    MPI_Waitall(20, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 20; i++)
        got(i);
#ifndef OPEN_MPI /* Open MPI 4.1.4 crashes or waits forever if a request reads beyond the end of a file */
    MPI_File_iread_at(file, 100 * ranks - 40, text, 100, MPI_CHAR, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    got(40);
    MPI_File_iread_at(file, 100 * ranks, text, 100, MPI_CHAR, &request);
    for (int done = 0; !done;)
        MPI_Test(&request, &done, &status);
    got(0);
#endif
    MPI_File_read_at_all_begin(file, own, text, 20, MPI_CHAR);
    MPI_File_read_at_all_end(file, text, &status);
    got(20);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
