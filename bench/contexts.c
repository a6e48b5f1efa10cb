/* contexts.c - the rows of doc/benchmarks.md for contexts (qprof_context).
 *
 * usage: bench_contexts DIRECTORY-OF-LIBRARIES DATA-DIRECTORY [PART-OF-A-ROW'S-NAME] */
#include "events.h"
#include "runs.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define CALLS    200000
#define LINES    1000 /* of each method */
#define METHODS  100
#define COUNTERS (LINES * METHODS)
#define CHANGES  10 /* changes of the context in one run of a row with counters */

static struct events events;

/* ---- bodies of the rows: events within a context ------------------------------------------------------------- */

static void play_outside(void)
{
    qii.context(NULL);
    events_play(&events);
}

static void play_within(void)
{
    qii.context("a test");
    events_play(&events);
}

static void blocks(void)
{
    for (int i = 0; i < CALLS; i++)
        qii.record_bb_counts(i & 15, 1);
}

static void blocks_outside(void)
{
    qii.context(NULL);
    blocks();
}

static void blocks_within(void)
{
    qii.context("a test");
    blocks();
}

/* ---- changes ------------------------------------------------------------------------------------------------- */

static void reads(void)
{
    events_read_clock(CALLS);
}

static void change(void)
{
    for (int i = 0; i < CALLS; i += 2) {
        qii.context("tests/words.c::a test with a name of usual length");
        qii.context("tests/words.c::another test with such a name");
    }
}

static void return_to(void)
{
    for (int i = 0; i < CALLS; i += 2) {
        qii.return_to_context(1);
        qii.return_to_context(2);
    }
}

static int64_t *counters[METHODS];
static int changed; /* one in so many counters changes between two changes of the context; 0 = none */

static void count(void)
{
    for (int i = 0; changed != 0 && i < METHODS; i++)
        for (int j = i % changed; j < LINES; j += changed)
            counters[i][j]++;
}

static void count_only(void)
{
    for (int i = 0; i < CHANGES; i++)
        count();
}

static void count_and_change(void)
{
    for (int i = 0; i < CHANGES; i++) {
        count();
        qii.return_to_context(1 + i % 2);
    }
}

/* ---- virtual threads ----------------------------------------------------------------------------------------- */

#define RESUMER 1
#define SAME    1000 /* first virtual thread in the context of the resumer */
#define OTHER   2000 /* first virtual thread in another context */
#define EACH    100

static void switch_to(VthreadID first)
{
    for (uint32_t i = 0; i < CALLS; i++) {
        VthreadID id = first + i % EACH;
        qii.vthread_switch(RESUMER, QPROF_REASON_BLOCKED, id);
        qii.vthread_switch(id, QPROF_REASON_WAITING, RESUMER);
    }
}

static void switch_to_same(void)
{
    switch_to(SAME);
}

static void switch_to_others(void)
{
    switch_to(OTHER);
}

/* ---- setup --------------------------------------------------------------------------------------------------- */

static void start(bool virtual_threads)
{
    static qprof_LineInfo lines[LINES];
    for (int i = 0; i < LINES; i++)
        lines[i] = (qprof_LineInfo){i, i + 1};
    events_start("qprof", "bench.qii", virtual_threads);
    for (qprof_MethodID method = 1; method <= METHODS; method++)
        qii.register_method_id(method, "method", NULL, 0, "bench.toy", lines, LINES);
}

static void walk(uint32_t functions)
{
    start(false);
    events_walk(&events, functions, 19, CALLS);
}

static void at_depth(uint32_t depth)
{
    start(false);
    for (uint32_t i = 1; i <= depth; i++)
        qii.record_fn_entry(i, 100 + i);
    qii.context("first");
    qii.context("second");
}

static void with_counters(uint32_t one_in)
{
    at_depth(1);
    changed = (int)one_in;
    for (int i = 0; i < METHODS; i++) {
        qprof_BlockCounters wanted = {.owner = 1, .stride = QPROF_COUNTER_NUMBER};
        if (qii.block_counters((qprof_MethodID)i + 1, &wanted) != 0)
            exit(1);
        counters[i] = wanted.base;
    }
}

static void in_contexts(const char *context, VthreadID first, VthreadID end)
{
    for (VthreadID id = first; id < end; id++) {
        qii.record_fn_entry_vt(2, 1, id);
        qii.context(context);
        qii.vthread_suspend(id, QPROF_REASON_WAITING);
    }
}

static void with_virtual_threads(uint32_t unused)
{
    (void)unused;
    start(true);
    in_contexts("one", SAME, SAME + EACH);
    in_contexts("other", OTHER, OTHER + EACH);
    qii.record_fn_entry_vt(2, 1, RESUMER);
    qii.context("one");
}

/* ---- growth of the file -------------------------------------------------------------------------------------- */

#define CONTEXTS 1000

static double file_size(void)
{
    char path[4096];
    struct stat status;
    snprintf(path, sizeof path, "%s/bench.qii", row_data);
    return stat(path, &status) == 0 ? (double)status.st_size : 0;
}

static void new_context(int number)
{
    char name[64];
    snprintf(name, sizeof name, "tests/module.c::test number %d", number);
    qii.context(name);
}

/* Run a fifth of the lines of each fifth method, in groups of four, in each context: that is what a test of a large
 * program does. */
static void grow_by_counters(const char *name)
{
    with_counters(0);
    new_context(0);
    double before = file_size();
    uint64_t pairs = 0;
    for (int context = 1; context <= CONTEXTS; context++) {
        for (int i = context % 5; i < METHODS; i += 5)
            for (int j = 0; j < LINES; j++)
                if (j / 4 % 5 == context % 5) {
                    counters[i][j] += 1 + j / 4 % 3;
                    pairs++;
                }
        new_context(context);
    }
    qii.shutdown();
    row_print(name, "≤ 2", (file_size() - before) / (double)pairs, "bytes", "4 million pairs");
    qii_unload(&qii);
}

static void grow_by_events(const char *name)
{
    start(false);
    double before = file_size();
    uint64_t pairs = 0;
    for (int context = 1; context <= CONTEXTS; context++) {
        new_context(context);
        for (int i = context % 5; i < METHODS; i += 5) {
            qii.enter_method((qprof_MethodID)i + 1);
            for (int j = 0; j < LINES; j++)
                if (j / 4 % 5 == context % 5) {
                    qii.record_bb_counts(j, 1);
                    pairs++;
                }
            qii.leave_method((qprof_MethodID)i + 1);
        }
    }
    qii.shutdown();
    row_print(name, "≤ 2", (file_size() - before) / (double)pairs, "bytes", "4 million pairs");
    qii_unload(&qii);
}

static void ten_thousand(const char *name)
{
    start(false);
    double before = file_size(), begin = row_now();
    for (int i = 0; i < 10000; i++) {
        new_context(i);
        qii.enter_method(1);
        qii.leave_method(1);
    }
    double time = row_now() - begin;
    qii.shutdown();
    row_print(name, "none", time / 10000, "ns", "the names are made meanwhile");
    row_print("its bytes of the file", "none", (file_size() - before) / 10000, "bytes", "with its name");
    qii_unload(&qii);
}

static void grow(const char *name, void (*measure)(const char *name))
{
    if (row_is_chosen(&(struct row){.name = name}))
        measure(name);
}

/* ---- the rows ------------------------------------------------------------------------------------------------ */

static const struct run runs[] = {
    {walk, 50, PAIRS, {"entry + exit in a context", "≤ 1.05", "of one outside", play_outside, play_within, NULL}},
    {at_depth, 1, CALLS, {"bb_counts in a context", "≤ 1.05", "of one outside", blocks_outside, blocks_within, NULL}},
    {at_depth, 1, CALLS, {"change of the context", "≤ 3 R", "R", reads, change, NULL}},
    {at_depth, 1, CALLS, {"return to a context", "≤ 3 R", "R", reads, return_to, NULL}},
    {at_depth, 20, CALLS, {"change of the context, 20 frames", "none", "R", reads, change, NULL}},
    {with_virtual_threads,
     0,
     CALLS,
     {"vthread_switch to one of another context and back", "≤ 1.05", "of one of the same", switch_to_same,
      switch_to_others, NULL}},
    {with_counters,
     0,
     CHANGES,
     {"change, 100,000 block counters", "≤ 500,000 ns", "ns", count_only, count_and_change, NULL}},
    {with_counters,
     100,
     CHANGES,
     {"change, 1 % of them changed", "≤ 500,000 ns", "ns", count_only, count_and_change, NULL}},
    {with_counters,
     1,
     CHANGES,
     {"change, all of them changed", "≤ 500,000 ns", "ns", count_only, count_and_change, NULL}},
};

int main(int argc, char **argv)
{
    row_choose(row_begin(argc, argv, "[PART-OF-A-ROW'S-NAME]"));
    grow("file for a line and a context, record_bb_counts of a fifth of a method's lines", grow_by_events);
    grow("a new context with one call, of 10,000", ten_thousand);
    /* Counters exist until the process ends, so rows with counters come last. */
    int result = runs_main(argc, argv, runs, sizeof runs / sizeof *runs, &events);
    grow("file for a line and a context, block counters", grow_by_counters);
    return result;
}
