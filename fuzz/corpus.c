/* corpus.c - the fuzzer of reader.c without libFuzzer.
 *
 * Runs the fuzzer with each given file. With --mutate=N, runs it N / 2 times with each of five files that the tests
 * use: the sample, the balanced run, the run with an event log, the run with contexts, and the sampled run with
 * counters, to which counts as in a merged file are added. Each time, 1 to 16 positions in the used part of the file
 * are changed. The random numbers are the same each time, so failures are reproducible. The option --seed=S, before
 * --mutate, selects other random numbers. */
#include "tests/locate/tiny.h"
#include "tests/support/balanced.h"
#include "tests/support/job_log.h"
#include "tests/support/sample.h"
#include "tests/support/sample_allocated.h"
#include "tests/support/sample_contexts.h"
#include "tests/support/sample_counted.h"
#include "tests/support/timeline_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static uint64_t seed = 0x9e3779b97f4a7c15u;

static uint64_t random_number(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* Change a random position of the file to a small value, a large value, or a value copied from another position. */
static void change(unsigned char *file, size_t size, const size_t *used, size_t used_count)
{
    size_t place = used[random_number() % used_count] & ~(size_t)3;
    uint32_t word;
    switch (random_number() % 6) {
    case 0:
        word = (uint32_t)random_number() % 32;
        break;
    case 1:
        word = UINT32_MAX - (uint32_t)random_number() % 4;
        break;
    case 2:
        memcpy(&word, file + (used[random_number() % used_count] & ~(size_t)3), sizeof word);
        break;
    case 3:
        word = (uint32_t)(random_number() % (size / QP_UNIT));
        break;
    case 4:
        memcpy(&word, file + place, sizeof word);
        word ^= 1u << random_number() % 32;
        break;
    default:
        word = (uint32_t)random_number();
    }
    memcpy(file + place, &word, sizeof word);
}

static int mutate(struct builder *builder, unsigned long count)
{
    size_t size, used_count = 0;
    unsigned char *whole = builder_file(builder, &size);
    unsigned char *file = malloc(size);
    size_t *used = malloc(size * sizeof *used);
    builder_free(builder);
    if (!file || !used)
        return 1;
    for (size_t i = 0; i < size; i++) {
        if (whole[i])
            used[used_count++] = i;
    }
    for (unsigned long i = 0; i < count; i++) {
        memcpy(file, whole, size);
        for (uint64_t changes = 1 + random_number() % 16; changes > 0; changes--)
            change(file, size, used, used_count);
        LLVMFuzzerTestOneInput(file, size);
    }
    free(whole);
    free(file);
    free(used);
    return 0;
}

/* Write the log of a job's only rank, with each kind of event of MPI calls. */
static void send_to_itself(struct job_log *rank)
{
    const struct job_message request = {.bytes = 100, .request = 1}, barrier = {.peer = QP_PEER_NONE};
    job_begin(rank, 0, 1);
    for (uint64_t i = 1; i < 5; i++) {
        job_enter(rank, 10000 * i, JOB_IRECV, 10);
        job_posts(rank, 10000 * i + 10, 2);
        job_leave(rank, 10000 * i + 10);
        job_enter(rank, 10000 * i + 100, JOB_ISEND, 11);
        job_sends(rank, 10000 * i + 110, &request);
        job_leave(rank, 10000 * i + 110);
        job_enter(rank, 10000 * i + 200, JOB_WAITALL, 12);
        job_completes(rank, 10000 * i + 210, 1);
        job_receives(rank, 10000 * i + 210, &(const struct job_message){.bytes = 100, .request = 2});
        job_leave(rank, 10000 * i + 210);
        job_enter(rank, 10000 * i + 300, JOB_BARRIER, 13);
        job_gathers(rank, 10000 * i + 310, &barrier);
        job_leave(rank, 10000 * i + 310);
    }
    job_end(rank);
}

static int mutate_all(unsigned long count)
{
    static const uint64_t values[] = {5, 50, 500, 0};
    struct builder sample, contexts, counted, allocated;
    struct job_log rank;
    struct balanced balanced;
    struct timeline_log timeline;
    sample_build(&sample);
    tiny_stack(&sample, 6);
    balanced_build(&balanced);
    sample_timeline(&timeline, false);
    sample_contexts(&contexts);
    builder_blocks(&counted, sample_counted(&counted), 3, QP_BLOCKS_COUNTED, values, 4);
    sample_allocated(&allocated, true);
    send_to_itself(&rank);
    return mutate(&sample, count / 2) | mutate(&balanced.builder, count / 2) | mutate(&timeline.builder, count / 2) |
           mutate(&rank.builder, count / 4) | mutate(&contexts, count / 2) | mutate(&counted, count / 2) |
           mutate(&allocated, count / 4);
}

static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = malloc(64u << 20);
    size_t size = file && bytes ? fread(bytes, 1, 64u << 20, file) : 0;
    if (file && bytes)
        LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    return !file || fclose(file);
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--seed=", 7) == 0)
            seed ^= strtoull(argv[i] + 7, NULL, 10) * 0xbf58476d1ce4e5b9u;
        else if (strncmp(argv[i], "--mutate=", 9) == 0)
            failed |= mutate_all(strtoul(argv[i] + 9, NULL, 10));
        else
            failed |= run_file(argv[i]);
    }
    return failed;
}
