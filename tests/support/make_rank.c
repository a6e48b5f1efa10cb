/* make_rank FILE [WORD=VALUE...]: write the file of one rank of an MPI job, for tests of jobs.
 *
 * The rank calls MPI_Init (20 ms), solve, which calls MPI_Allreduce 10 times, and MPI_Finalize (5 ms); rank 0 also
 * calls write_result (3 ms). The words are, with their default values in parentheses:
 *
 *   job       id of the job, 0 = the process runs alone (7)
 *   rank      rank (0)
 *   count     number of files; if it is above 1, they are named FILE.0000.qii and so on, of this rank and the next ones
 * (1) ranks     number of ranks (4) world     number of the MPI_COMM_WORLD (0) host      name of the host (node1)
 *   compute   milliseconds in solve (100)
 *   wait      milliseconds in MPI_Allreduce (10)
 *   start     second in which the job began (1000)
 *   pid       process id (100 + rank)
 *   program   name of the program (solver)
 *   product   vt or qprof; a qprof file has the function solve only (vt)
 *   state     ended or recording (ended)
 *   misuse    number of exits to a stack id that was never entered (0) */
#include "format/diagnostic.h"
#include "tests/support/builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOLVE = 1, RESULT, INIT, ALLREDUCE, FINALIZE };

#define MS 1000000ull

struct rank {
    int job, rank, ranks, world, compute, wait, start, pid, count, misuse;
    const char *host, *program, *product, *state;
};

static int take(struct rank *rank, const char *word)
{
    const char *value = strchr(word, '=');
    size_t length = value ? (size_t)(value - word) : 0;
    const struct {
        const char *name;
        int *number;
        const char **text;
    } words[] = {
        {"job", &rank->job, NULL},         {"rank", &rank->rank, NULL},       {"ranks", &rank->ranks, NULL},
        {"world", &rank->world, NULL},     {"compute", &rank->compute, NULL}, {"wait", &rank->wait, NULL},
        {"start", &rank->start, NULL},     {"pid", &rank->pid, NULL},         {"host", NULL, &rank->host},
        {"count", &rank->count, NULL},     {"misuse", &rank->misuse, NULL},   {"program", NULL, &rank->program},
        {"product", NULL, &rank->product}, {"state", NULL, &rank->state}};
    for (size_t i = 0; value && i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].name) != length || strncmp(words[i].name, word, length) != 0)
            continue;
        if (words[i].number)
            *words[i].number = atoi(value + 1);
        else
            *words[i].text = value + 1;
        return 1;
    }
    return 0;
}

static void define(struct builder *builder, uint32_t product, uint64_t id, const char *class_name, const char *name)
{
    const int line = 10 * (int)id;
    uint32_t method = builder_method(builder, product, id, name, id <= RESULT ? "solver.c" : NULL, &line, id <= RESULT);
    uint32_t string = builder_string(builder, class_name);
    ((struct qp_method_record *)builder_at(builder, method))->class_name = string;
}

static void add_calls(struct builder *builder, const struct rank *rank)
{
    uint32_t product = strcmp(rank->product, "vt") == 0 ? QP_VT : QP_QPROF;
    uint32_t root = builder_root(builder, product, builder_thread(builder, 1, NULL), 0, 0);
    uint32_t solve = builder_node(builder, root, SOLVE, 1, (uint64_t)rank->compute * MS);
    uint64_t duration = (uint64_t)rank->compute * MS;
    define(builder, product, SOLVE, "App", "solve");
    if (product == QP_VT) {
        define(builder, product, RESULT, "App", "write_result");
        define(builder, product, INIT, "MPI", "MPI_Init");
        define(builder, product, ALLREDUCE, "MPI", "MPI_Allreduce");
        define(builder, product, FINALIZE, "MPI", "MPI_Finalize");
        builder_node(builder, root, INIT, 1, 20 * MS);
        builder_node(builder, root, FINALIZE, 1, 5 * MS);
        builder_node(builder, solve, ALLREDUCE, 10, (uint64_t)rank->wait * MS);
        if (rank->rank == 0)
            builder_node(builder, root, RESULT, 1, 3 * MS);
        duration += 25 * MS + (uint64_t)rank->wait * MS + (rank->rank == 0 ? 3 * MS : 0);
    }
    struct qp_header *header = builder_header(builder);
    header->products = 1u << product;
    header->clock_latest[0] = (struct qp_clock_pair){duration, duration};
}

static void write_rank(const struct rank *rank, const char *path)
{
    struct builder builder;
    builder_begin(&builder);
    add_calls(&builder, rank);
    uint32_t program = builder_string(&builder, rank->program), host = builder_string(&builder, rank->host);
    struct qp_header *header = builder_header(&builder);
    header->job = (uint64_t)rank->job;
    header->rank = (uint32_t)rank->rank;
    header->ranks = rank->job ? (uint32_t)rank->ranks : 0;
    header->world = (uint32_t)rank->world;
    header->host = host;
    header->program = program;
    header->pid = (uint32_t)(rank->pid ? rank->pid : 100 + rank->rank);
    header->start_realtime_ns = 1000 * MS * (uint64_t)rank->start + (uint64_t)rank->rank;
    if (rank->misuse)
        header->diagnostics[QP_VT][QP_DIAGNOSTIC_UNMATCHED_EXIT] =
            (struct qp_diagnostic){.count = (uint64_t)rank->misuse, .first = "VT_end(solve)"};
    if (strcmp(rank->state, "recording") == 0)
        header->state = QP_RUN_RECORDING;
    builder_balance(&builder);
    builder_write(&builder, path);
    builder_free(&builder);
}

int main(int argc, char **argv)
{
    struct rank rank = {.job = 7,
                        .ranks = 4,
                        .compute = 100,
                        .wait = 10,
                        .start = 1000,
                        .count = 1,
                        .host = "node1",
                        .program = "solver",
                        .product = "vt",
                        .state = "ended"};
    for (int i = 2; i < argc; i++) {
        if (!take(&rank, argv[i])) {
            fprintf(stderr, "make_rank: unknown word '%s'\n", argv[i]);
            return 2;
        }
    }
    if (argc < 2)
        return 2;
    if (rank.count == 1)
        write_rank(&rank, argv[1]);
    for (int i = 0; rank.count > 1 && i < rank.count; i++, rank.rank++) {
        char path[300];
        snprintf(path, sizeof path, "%s.%04d.qii", argv[1], rank.rank);
        write_rank(&rank, path);
    }
    return 0;
}
