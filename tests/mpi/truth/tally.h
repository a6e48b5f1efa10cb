/* tally.h - the independent counter of the programs in this folder: each states what it moves, beside the call.
 *
 * A rank writes one line for each message or collective operation to the file tally.RANK:
 *     KIND WAY COMMUNICATOR PEER TAG BYTES RECEIVED
 * as `moved` prints them for what was recorded. Peers are ranks in MPI_COMM_WORLD. A line is written at once, so that
 * it is there even if the rank is killed. */
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *tally_file;
static int rank, ranks;

static inline void tally_open(void)
{
    char name[32];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    snprintf(name, sizeof name, "tally.%04d", rank);
    tally_file = fopen(name, "w");
    if (!tally_file)
        abort();
    setvbuf(tally_file, NULL, _IOLBF, BUFSIZ);
}

#define WORLD "MPI_COMM_WORLD"
#define NONE  (-1) /* peer of a collective operation without a root, and of a file */

static inline void sent(const char *communicator, int peer, int tag, long long bytes)
{
    fprintf(tally_file, "message sent %s %d %d %lld 0\n", communicator, peer, tag, bytes);
}

static inline void received(const char *communicator, int peer, int tag, long long bytes)
{
    fprintf(tally_file, "message received %s %d %d %lld 0\n", communicator, peer, tag, bytes);
}

static inline void collective(const char *communicator, int root, long long bytes, long long got)
{
    fprintf(tally_file, "collective both %s %d 0 %lld %lld\n", communicator, root, bytes, got);
}

static inline void accessed(const char *kind, const char *way, int peer, long long bytes)
{
    fprintf(tally_file, "%s %s - %d 0 %lld 0\n", kind, way, peer, bytes);
}

/* Stop the program if a condition that must hold does not. */
#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: rank %d: not %s\n", __FILE__, __LINE__, rank, #condition);                         \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)
