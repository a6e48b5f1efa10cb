/* runs.h - merge the data files of a command line into one. */
#pragma once

#include "format/writer.h"

/* Result of a merge: number of merged runs, of files left out since others contain their runs, and of runs with a log
 * or counters, which are not merged. */
struct qii_runs {
    uint32_t runs;
    uint32_t known;
    uint32_t logs;
};

/* Merge files into a writer, which is opened here and closed by the caller. `apart` is passed to qp_merge_new. Warn
 * on stderr about damaged files and running programs, and merge the readable part. Return QII_OK, or an exit code after
 * a message on stderr; on error there is nothing to close. */
int qii_runs_merge(const char *const *paths, uint32_t count, bool apart, struct qp_writer *writer,
                   struct qii_runs *found);
