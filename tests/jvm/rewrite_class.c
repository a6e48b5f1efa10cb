/* Rewrites a class file, or all class files below a directory.
 *
 * usage: rewrite_class calls|lines|branches|allocations OWNER FROM TO
 *
 * FROM and TO are files or directories; unchanged files are copied. OWNER, and classes whose names begin with it, are
 * skipped. For each number that is inserted, prints its meaning: "NUMBER CLASS.METHODDESCRIPTOR", "NUMBER SOURCE:LINE",
 * "NUMBER SOURCE/LINE" for a branch outcome, or "NUMBER OFFSET SIGNATURE" for an allocation site. Failures and a
 * summary are printed on standard error. */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bindings/jvm/insert/rewrite.h"

struct job {
    struct qjvm_rewriting rewriting;
    enum qjvm_insertion insertion;
    const char *from;
    const char *to;
    uint32_t number;
    uint64_t *counters;
    unsigned long classes, rewritten, methods, leaves, unchanged;
    unsigned long long bytes, new_bytes;
    double seconds;
};

static struct job job;

static _Noreturn void fail(const char *what)
{
    perror(what);
    exit(2);
}

static struct qjvm_answer answer_calls(const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    printf("%u %.*s.%.*s%.*s\n", ++job.number, QJVM_SHOWN(class->name), QJVM_SHOWN(method->name),
           QJVM_SHOWN(method->descriptor));
    return (struct qjvm_answer){.insertion = QJVM_CALLS, .id = job.number};
}

static uint64_t number_of(const struct qjvm_class_file *class, char mark, int line)
{
    struct qjvm_text file = class->source_file.bytes ? class->source_file : qjvm_text_of("?");
    printf("%u %.*s%c%d\n", ++job.number, QJVM_SHOWN(file), mark, line);
    return job.number;
}

/* Return the line of the branch that has an outcome. */
static int line_of(const struct qjvm_method *method, int outcome)
{
    const struct qjvm_branch *branch = method->branches->items;
    while (branch->first + branch->count <= outcome)
        branch++;
    return method->lines[branch->line].line;
}

static struct qjvm_answer answer_lines(const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    struct qjvm_answer answer = {.insertion = QJVM_LINES, .entry_counter = ++job.number};
    const struct qjvm_branches *branches = method->branches;
    printf("%u %.*s.%.*s%.*s\n", job.number, QJVM_SHOWN(class->name), QJVM_SHOWN(method->name),
           QJVM_SHOWN(method->descriptor));
    job.counters =
        realloc(job.counters, ((size_t)method->line_count + (size_t)branches->edge_count + 1) * sizeof *job.counters);
    if (!job.counters)
        fail("realloc");
    for (int i = 0; i < method->line_count; i++)
        job.counters[i] = number_of(class, ':', method->lines[i].line);
    uint64_t *outcomes = job.counters + method->line_count;
    for (int i = 0; i < branches->edge_count; i++)
        outcomes[i] = i > 0 && branches->edges[i].outcome == branches->edges[i - 1].outcome
                          ? outcomes[i - 1]
                          : number_of(class, '/', line_of(method, branches->edges[i].outcome));
    answer.line_counters = job.counters;
    answer.edge_counters = outcomes;
    return answer;
}

static struct qjvm_answer answer_allocations(const struct qjvm_method *method)
{
    const struct qjvm_sites *sites = method->sites;
    job.counters = realloc(job.counters, ((size_t)sites->count + 1) * sizeof *job.counters);
    if (!job.counters)
        fail("realloc");
    for (int i = 0; i < sites->count; i++) {
        char *signature = qjvm_site_signature(&sites->items[i]);
        job.counters[i] = sites->items[i].kind == QJVM_SITE_BUILDER
                              ? 0
                              : (job.number += 2); /* the number after it counts negative lengths and missing results */
        printf("%u %u %s\n", job.number, sites->items[i].offset, signature ? signature : "?");
        free(signature);
    }
    return (struct qjvm_answer){.insertion = QJVM_NOTHING, .site_arguments = sites->count ? job.counters : NULL};
}

static struct qjvm_answer answer(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    (void)data;
    job.methods++;
    job.leaves += method->calls_nothing;
    if (class->name.size >= strlen(job.rewriting.owner) &&
        memcmp(class->name.bytes, job.rewriting.owner, strlen(job.rewriting.owner)) == 0)
        return (struct qjvm_answer){.insertion = QJVM_NOTHING};
    return job.rewriting.allocations     ? answer_allocations(method)
           : job.insertion == QJVM_CALLS ? answer_calls(class, method)
                                         : answer_lines(class, method);
}

static void unchanged(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method,
                      const char *why)
{
    (void)data;
    job.unchanged++;
    struct qjvm_text name = method ? method->name : (struct qjvm_text){0};
    fprintf(stderr, "%.*s%s%.*s: %s\n", QJVM_SHOWN(class->name), method ? "." : "", QJVM_SHOWN(name), why);
}

static unsigned char *read_file(const char *path, size_t *size)
{
    struct stat status;
    FILE *in = fopen(path, "rb");
    if (!in || fstat(fileno(in), &status) != 0)
        fail(path);
    unsigned char *bytes = malloc((size_t)status.st_size + 1);
    if (!bytes)
        fail("malloc");
    *size = fread(bytes, 1, (size_t)status.st_size, in);
    fclose(in);
    return bytes;
}

static void write_file(const char *path, const unsigned char *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(bytes, 1, size, out) != size || fclose(out) != 0)
        fail(path);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void rewrite(const char *from, const char *to)
{
    size_t size;
    size_t new_size = 0;
    unsigned char *bytes = read_file(from, &size);
    double begin = now();
    unsigned char *new_bytes = qjvm_rewrite(&job.rewriting, bytes, size, &new_size);
    job.seconds += now() - begin;
    job.classes++;
    job.rewritten += new_bytes != NULL;
    job.bytes += size;
    job.new_bytes += new_bytes ? new_size : size;
    write_file(to, new_bytes ? new_bytes : bytes, new_bytes ? new_size : size);
    free(new_bytes);
    free(bytes);
}

static int visit(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    char to[4096];
    size_t length = strlen(path);
    (void)status;
    (void)place;
    snprintf(to, sizeof to, "%s%s", job.to, path + strlen(job.from));
    if (kind == FTW_D)
        mkdir(to, 0777);
    else if (length > 6 && strcmp(path + length - 6, ".class") == 0)
        rewrite(path, to);
    return 0;
}

int main(int count, char **words)
{
    if (count != 5)
        return 2;
    job.insertion = strcmp(words[1], "calls") == 0 ? QJVM_CALLS : QJVM_LINES;
    job.rewriting = (struct qjvm_rewriting){.owner = words[2],
                                            .counters = words[2],
                                            .allocations = strcmp(words[1], "allocations") == 0 ? words[2] : NULL,
                                            .branches = strcmp(words[1], "branches") == 0,
                                            .filter = strcmp(words[1], "branches") == 0,
                                            .method = answer,
                                            .unchanged = unchanged};
    job.from = words[3];
    job.to = words[4];
    if (nftw(job.from, visit, 20, FTW_PHYS) != 0)
        fail(job.from);
    fprintf(stderr, "%lu of %lu classes rewritten, %lu methods of which %lu call nothing, %lu unchanged; ",
            job.rewritten, job.classes, job.methods, job.leaves, job.unchanged);
    fprintf(stderr, "%.3f ms a class, %+.1f %% bytes\n", 1e3 * job.seconds / (double)(job.classes ? job.classes : 1),
            job.bytes ? 100 * ((double)job.new_bytes / (double)job.bytes - 1) : 0);
    free(job.counters);
    return 0;
}
