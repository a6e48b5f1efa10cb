/* merge.h - several runs become one: their counts and times added up, function by function and call path by call path,
 * in a file that is read like that of a run.
 *
 *   struct qp_merge *merge = qp_merge_new(false);
 *   for each file: qp_profile_open, qp_merge_add, qp_profile_close
 *   struct qp_writer writer;
 *   qp_merge_write(merge, &writer, &error), qp_writer_save(...), qp_writer_close(&writer)
 *   qp_merge_free(merge);
 *
 * What becomes one:
 *   functions        of one class, name, file and line, with one line table (function_key.h); of several such functions
 *                    of a run the n-th, with the n-th of another
 *   system threads   of one name, the n-th of it; without a name those of one number
 *   phases           of one name; what lies before the first phase
 *   groups           of virtual threads of one name, created and resumed first along one call path
 *   source files     of one name: where two runs had other contents they are refused, or stay apart
 *
 * Times are nanoseconds from then on, whatever the clocks of the runs: parts are rounded so that they are still their
 * sum (rate.h). Own cost stays told node by node, as each run measured it. What was cleared is left out, and so are
 * logs, counters, pauses and notes: moments of different runs have no common time. Virtual threads that live when their
 * run ends are sums from then on.
 *
 * The result does not depend on the order, nor on what was merged before: files of merged runs may be merged. Its
 * memory is that of the result, whatever the number of files; a profile may be closed once it is added. One user at a
 * time. */
#ifndef QP_MERGE_MERGE_H
#define QP_MERGE_MERGE_H

#include "profile/load/profile.h"
#include "format/writer.h"

struct qp_merge;

/* apart: files of one name and other contents stay apart, each marked NAME@HASH. Returns NULL without memory. */
struct qp_merge *qp_merge_new(bool apart);
void qp_merge_free(struct qp_merge *merge);

enum qp_merge_result {
    QP_MERGE_FAILED,
    QP_MERGE_ADDED,
    QP_MERGE_KNOWN /* all its runs have been added before: it is left out */
};

/* Add the runs of a file. path: as messages call it. After a failure there is nothing to do with it but to free it. */
enum qp_merge_result qp_merge_add(struct qp_merge *merge, const struct qp_profile *profile, const char *path,
                                  struct qp_error *error);

/* How many of the runs had a log of events, or counters. */
uint32_t qp_merge_logs(const struct qp_merge *merge);

/* The result, as a writer that is opened here and closed by the caller. Returns 0, else the error's code;
 * nothing is to be closed then. */
int qp_merge_write(const struct qp_merge *merge, struct qp_writer *writer, struct qp_error *error);

#endif
