/* merged.h - small runs in unnamed files, and the files they are merged into. The caller closes a run's descriptor. */
#pragma once

#include "profile/load/ledger.h"
#include "profile/merge/merge.h"
#include "tests/support/builder.h"

#include <stdbool.h>

/* File of a run, and how its process ended. */
struct run {
    int fd;
    enum qp_ending ending;
};

/* Write the content of a builder, and free the builder: a run of a process of its own, or of one started in that
 * second. */
struct run run_of(struct builder *builder, uint32_t pid);
struct run run_from(struct builder *builder, uint32_t pid, uint64_t second);

struct run sample_run(uint32_t pid);   /* sample.h */
struct run balanced_run(uint32_t pid); /* balanced.h */

/* Make a run of functions with equal name and line, called 1, 2, ... times. */
struct run run_of_equals(uint32_t pid, int count);

void open_run(struct qp_profile *profile, struct run run);
void close_runs(const struct run *runs, size_t count);

enum qp_merge_result add_run(struct qp_merge *merge, struct run run, struct qp_error *error);

/* Merge the runs; if apart, keep each version of a source (merge.h). */
struct run merge_runs(const struct run *runs, size_t count);
struct run merge_apart(const struct run *runs, size_t count, bool apart);

struct qp_ledgers ledgers_of(struct run run);
void expect_same_bytes(struct run one, struct run other);
