/* merged.h - small runs in unnamed files, and merges of them. The caller closes the descriptor of each run. */
#pragma once

#include "profile/load/ledger.h"
#include "profile/merge/merge.h"
#include "tests/support/builder.h"

#include <stdbool.h>

/* The file of a run, and how the run's process ended. */
struct run {
    int fd;
    enum qp_ending ending;
};

/* run_of writes the content of a builder into a file and frees the builder. Runs with different `pid` are of
 * different processes. run_from does the same, and sets the second in which the process began. */
struct run run_of(struct builder *builder, uint32_t pid);
struct run run_from(struct builder *builder, uint32_t pid, uint64_t second);

struct run sample_run(uint32_t pid);   /* the run of sample.h */
struct run balanced_run(uint32_t pid); /* the run of balanced.h */

/* Make a run of `count` functions with the same name and line, called 1, 2, ... times. */
struct run run_of_equals(uint32_t pid, int count);

void open_run(struct qp_profile *profile, struct run run);
void close_runs(const struct run *runs, size_t count);

enum qp_merge_result add_run(struct qp_merge *merge, struct run run, struct qp_error *error);

/* Merge the runs. If `apart` is true, merge_apart keeps each version of a source (profile/merge/merge.h). */
struct run merge_runs(const struct run *runs, size_t count);
struct run merge_apart(const struct run *runs, size_t count, bool apart);

struct qp_ledgers ledgers_of(struct run run);
void expect_same_bytes(struct run one, struct run other);
