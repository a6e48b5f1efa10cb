/* merge.h - merge of several runs into one file: counts and times added up by function and call path.
 *
 * The result is read like the file of a run.
 *
 *   struct qp_merge *merge = qp_merge_new(false);
 *   for each file: qp_profile_open, qp_merge_add, qp_profile_close
 *   struct qp_writer writer;
 *   qp_merge_write(merge, &writer, &error), qp_writer_save_fd(...), qp_writer_close(&writer)
 *   qp_merge_free(merge);
 *
 * The following items of different runs become one:
 *
 *   functions        of one class, name, file and line, with one line table (function_key.h). If a run has several such
 *                    functions, the n-th of each run are merged
 *   system threads   of one name, the n-th of each run; threads without a name by their number
 *   phases           of one name; also the times before the first phase
 *   groups           of virtual threads of one name, created and first resumed on one call path
 *   source files     of one name; if their contents differ, they are refused or stay separate. "./" at the beginning of
 *                    a name is no part of it; "../" leads from the directory of the run to a name that is relative to
 *                    the nearest directory above it in which an added run took place, or else absolute
 *
 * Times become nanoseconds, whatever the clocks of the runs. They are rounded so that parts still add up to their sums
 * (rate.h). For each node, the file has the overhead, added up as measured in each run. Cleared data is omitted. Logs,
 * counters, pauses and notes are also omitted, because different runs have no common time axis. Virtual threads that
 * still lived at the end of their run become part of the sums.
 *
 * The result does not depend on the order of files, nor on earlier merges: files of merged runs may be merged again.
 * The exception are names with "../": add the runs of outer directories first. Memory is proportional to the result,
 * not to the number of files, because a profile may be closed once it is added. A merge must not be used by two threads
 * at once. */
#pragma once

#include "profile/load/profile.h"
#include "format/writer.h"

struct qp_merge;

/* Begin a merge. If `apart` is true, source files of one name with different contents stay separate, each marked
 * NAME@HASH. Return NULL if out of memory. */
struct qp_merge *qp_merge_new(bool apart);
void qp_merge_free(struct qp_merge *merge);

/* Keep the system threads of different ranks of a job separate: the rank becomes a part of their names. Call this
 * before the first file is added. */
void qp_merge_keep_ranks(struct qp_merge *merge);

enum qp_merge_result {
    QP_MERGE_FAILED,
    QP_MERGE_ADDED,
    QP_MERGE_KNOWN /* the file was skipped, because all its runs have been added before */
};

/* Add the runs of a file. `path` is the file's name in messages. After a failure, the merge can only be freed. */
enum qp_merge_result qp_merge_add(struct qp_merge *merge, const struct qp_profile *profile, const char *path,
                                  struct qp_error *error);

/* Return how many runs had a log of events, or counters. */
uint32_t qp_merge_logs(const struct qp_merge *merge);

/* Write the result to a writer, which is opened here and closed by the caller. Return 0, or the error's code; then
 * nothing needs to be closed. */
int qp_merge_write(const struct qp_merge *merge, struct qp_writer *writer, struct qp_error *error);
