/* runs.h - merge the data files of a command line into one. */
#pragma once

#include "format/writer.h"

/* Result of a merge: the number of merged runs, the number of files that were skipped because other files contain
 * their runs, and the number of runs whose log or counters were dropped. */
struct qii_runs {
    uint32_t runs;
    uint32_t known;
    uint32_t logs;
};

/* Merge files into a writer, which is opened here and closed by the caller. `apart` is passed to qp_merge_new. If a
 * file is damaged, or its program still runs, merge the part that can be read, and print a warning on stderr. Return
 * QII_OK, or another exit code after a message on stderr; on error there is nothing to close. */
int qii_runs_merge(const char *const *paths, uint32_t count, bool apart, struct qp_writer *writer,
                   struct qii_runs *found);
