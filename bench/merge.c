/* merge.c - the cost of merging.
 *
 * usage: bench_merge QII DIRECTORY [COUNT]
 *
 * Makes COUNT (default 1000) data files of 1 MB, like those of the processes of a test suite: most functions and call
 * paths are in all files, some are in only one. Measures the cost of merging the files relative to the cost of a report
 * of each file, as CPU time of whole processes. Merges and reports alternate. */
#include "format/writer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define FUNCTIONS 1500 /* functions in all files */
#define OWN       30   /* functions that only one file has, such as the tests of its run */
#define NODES     9000
#define OWN_NODES 180
#define LINES     12
#define ROUNDS    5
#define REPORTS   5 /* a round makes reports of every fifth file, beginning with another file each time */

static uint64_t seed;

static uint32_t random_below(uint32_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 20) % limit;
}

/* ---- a file ------------------------------------------------------------------------------------------------------ */

static void add_method(struct qp_writer *writer, uint64_t id, uint32_t test)
{
    char name[64], file[64];
    snprintf(name, sizeof name, "function_%llu", (unsigned long long)id);
    if (test)
        snprintf(file, sizeof file, "tests/test_%u.lua", test);
    else
        snprintf(file, sizeof file, "src/module_%llu.lua", (unsigned long long)id / 20);
    struct qp_line_record lines[LINES];
    for (int i = 0; i < LINES; i++)
        lines[i] = (struct qp_line_record){i, (int)(id % 20) * LINES + i + 1};
    uint32_t table = qp_writer_add(writer, QP_KIND_LINES, lines, sizeof lines);
    QP_WRITER_ADD(writer, QP_KIND_METHOD, struct qp_method_record, .published = 1, .product = QP_QPROF,
                  .recorded_id = id, .name = qp_writer_string(writer, qp_text_of(name)),
                  .file = qp_writer_string(writer, qp_text_of(file)), .lines = table, .line_count = LINES,
                  .block_count = LINES);
}

/* Add nodes below existing nodes. Their methods are numbered consecutively from `first` on. */
static void add_nodes(struct qp_writer *writer, uint32_t *nodes, uint32_t from, uint32_t count, uint64_t first,
                      uint32_t functions)
{
    for (uint32_t i = from; i < from + count; i++)
        nodes[i] = QP_WRITER_ADD(writer, QP_KIND_NODE, struct qp_node, .self = 1000 + random_below(100000),
                                 .calls = 1 + random_below(1000), .method = first + random_below(functions),
                                 .parent = nodes[random_below(i)]);
}

static void add_counts(struct qp_writer *writer, uint32_t root, uint64_t first, uint32_t functions)
{
    for (uint64_t id = first; id < first + functions; id++) {
        uint64_t counts[LINES];
        for (int i = 0; i < LINES; i++)
            counts[i] = random_below(50);
        qp_writer_blocks(writer, root, id, QP_BLOCKS_EXECUTIONS, counts, LINES);
    }
}

static int write_file(const char *path, uint32_t number)
{
    static uint32_t nodes[1 + NODES + OWN_NODES];
    struct qp_writer writer;
    struct qp_error error = {0};
    uint64_t own = 1000000 + (uint64_t)number * OWN;
    if (!qp_writer_open(&writer))
        return 1;
    struct qp_header *header = qp_writer_header(&writer);
    header->products = 1u << QP_QPROF;
    header->clock_kind = QP_CLOCK_TSC;
    header->pid = number;
    header->start_realtime_ns = 1000000000u * (uint64_t)number;
    header->clock_latest[0] = (struct qp_clock_pair){3000000000u + number, 1000000000u};
    header->own_cost[QP_QPROF] = (struct qp_own_cost){5000, 4000, 8000, 10000};
    for (uint64_t id = 1; id <= FUNCTIONS; id++)
        add_method(&writer, id, 0);
    for (uint64_t id = own; id < own + OWN; id++)
        add_method(&writer, id, number);
    uint32_t thread = QP_WRITER_ADD(&writer, QP_KIND_THREAD, struct qp_thread_record, .published = 1, .number = 1);
    nodes[0] = qp_writer_root(&writer, (struct qp_root){.product = QP_QPROF, .thread = thread});
    seed = 1; /* the same paths in all files */
    add_nodes(&writer, nodes, 1, NODES, 1, FUNCTIONS);
    seed = number;
    add_nodes(&writer, nodes, 1 + NODES, OWN_NODES, own, OWN);
    add_counts(&writer, nodes[0], 1, FUNCTIONS);
    add_counts(&writer, nodes[0], own, OWN);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int code = fd < 0 ? -1 : qp_writer_save_fd(&writer, fd, &error);
    close(fd);
    qp_writer_close(&writer);
    return code;
}

/* ---- processes --------------------------------------------------------------------------------------------------- */

static double seconds_of(const struct rusage *used)
{
    return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
           (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) * 1e-6;
}

/* Run a command with its output discarded. Return its CPU time in seconds. */
static double run(char *const *line, long *kilobytes)
{
    struct rusage used;
    int status;
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, STDOUT_FILENO);
        execv(line[0], line);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0) {
        fprintf(stderr, "%s %s failed\n", line[0], line[1]);
        exit(1);
    }
    *kilobytes = used.ru_maxrss;
    return seconds_of(&used);
}

static int by_value(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void measure(char *qii, char *result, char **paths, uint32_t count)
{
    double ratios[ROUNDS], merging[ROUNDS], reporting[ROUNDS];
    long kilobytes = 0, of_report;
    char **line = calloc((size_t)count + 5, sizeof *line);
    char merge[] = "merge", output[] = "-o", report[] = "report";
    if (!line)
        exit(1);
    line[0] = qii, line[1] = merge, line[2] = output, line[3] = result;
    memcpy(line + 4, paths, count * sizeof *line);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        double reports = 0;
        uint32_t reported = 0;
        for (uint32_t i = round % REPORTS; i < count; i += REPORTS, reported++)
            reports += run((char *[]){qii, report, paths[i], NULL}, &of_report);
        merging[round] = run(line, &kilobytes);
        reporting[round] = reports / reported * count;
        ratios[round] = merging[round] / reporting[round];
    }
    qsort(ratios, ROUNDS, sizeof *ratios, by_value);
    qsort(merging, ROUNDS, sizeof *merging, by_value);
    qsort(reporting, ROUNDS, sizeof *reporting, by_value);
    printf("| qii merge of %u files of 1 MB | ≤ 3 of a report of each, ≤ 256 MiB | %.2f of the reports, %ld MiB | "
           "processor time, %.2f over %.2f s, in turn |\n",
           count, ratios[ROUNDS / 2], kilobytes / 1024, merging[ROUNDS / 2], reporting[ROUNDS / 2]);
    free(line);
}

int main(int argc, char **argv)
{
    uint32_t count = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 1000;
    char **paths = calloc((size_t)count + 1, sizeof *paths), *result;
    struct stat status;
    if (argc < 3 || !count || !paths || asprintf(&result, "%s/merged", argv[2]) < 0)
        return 2;
    for (uint32_t i = 0; i < count; i++) {
        if (asprintf(&paths[i], "%s/%u.qii", argv[2], i + 1) < 0 || write_file(paths[i], i + 1))
            return 1;
    }
    if (stat(paths[0], &status) == 0)
        fprintf(stderr, "files of %.2f MB\n", (double)status.st_size / 1e6);
    measure(argv[1], result, paths, count);
    for (uint32_t i = 0; i < count; i++) {
        unlink(paths[i]);
        free(paths[i]);
    }
    unlink(result);
    free(result);
    free(paths);
    return 0;
}
