/* merged.h - small runs in files without a name, and what they are merged into. Who made a run closes its descriptor.
 */
#ifndef TESTS_SUPPORT_MERGED_H
#define TESTS_SUPPORT_MERGED_H

#include "profile/load/ledger.h"
#include "profile/merge/merge.h"
#include "tests/support/builder.h"

#include <stdbool.h>

/* A file, and how its process ended. */
struct run {
    int fd;
    enum qp_ending ending;
};

/* What a builder holds, which is freed: the run of a process of its own, or of one that began in this second. */
struct run run_of(struct builder *builder, uint32_t pid);
struct run run_from(struct builder *builder, uint32_t pid, uint64_t second);

struct run sample_run(uint32_t pid);   /* sample.h */
struct run balanced_run(uint32_t pid); /* balanced.h */

/* A run of functions of one name and line, called 1, 2, ... times. */
struct run run_of_equals(uint32_t pid, int count);

void open_run(struct qp_profile *profile, struct run run);
void close_runs(const struct run *runs, size_t count);

enum qp_merge_result add_run(struct qp_merge *merge, struct run run, struct qp_error *error);

/* The run that all of them become; apart: with each version of a source (merge.h). */
struct run merge_runs(const struct run *runs, size_t count);
struct run merge_apart(const struct run *runs, size_t count, bool apart);

struct qp_ledgers ledgers_of(struct run run);
void expect_same_bytes(struct run one, struct run other);

#endif
