/* runs.h - several data files of a command line become one. */
#ifndef QII_RUNS_H
#define QII_RUNS_H

#include "format/writer.h"

/* What was merged, for who asks: how many runs are in it, how many files were left out since others have their runs,
 * and how many runs had a log or counters, which are not merged. */
struct qii_runs {
    uint32_t runs;
    uint32_t known;
    uint32_t logs;
};

/* Merge files into a writer, which is opened here and closed by the caller; apart as of qp_merge_new. Damaged and
 * running ones are told on standard error, with what is read of them. Returns QII_OK, or an exit code after a line on
 * standard error; nothing is to be closed then. */
int qii_runs_merge(const char *const *paths, uint32_t count, bool apart, struct qp_writer *writer,
                   struct qii_runs *found);

#endif
