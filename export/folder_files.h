/* folder_files.h - covered files by folder, for formats with packages.
 *
 * Paths are relative to a source root: the run's directory. Files outside of it have their common folder as root. */
#pragma once

#include "profile/coverage/coverage.h"

struct qp_folder_file {
    const struct qp_coverage_file *file;
    struct qp_text path;
    uint32_t folder; /* length of the path before its last '/' */
};

struct qp_folder_files {
    const struct qp_profile *profile;
    struct qp_coverage_files covered;
    struct qp_folder_file *items; /* covered files, sorted by folder, then path */
    struct qp_text common; /* common folder of the files outside the run's directory, with a '/' at its end; empty = no
                              such files */
};

/* List the covered files that pass the filter. Return false if out of memory; otherwise the caller must close the
 * list. */
bool qp_folder_files_open(struct qp_folder_files *files, const struct qp_query *query, const struct qp_filter *filter);
void qp_folder_files_close(struct qp_folder_files *files);

/* Return the index after the last file of the folder to which the file `first` belongs. */
uint32_t qp_folder_end(const struct qp_folder_files *files, uint32_t first);

/* Return the folder of a file, or its name. Neither contains the '/' between them. */
struct qp_text qp_folder_path(const struct qp_folder_file *file);
struct qp_text qp_folder_file_name(const struct qp_folder_file *file);
