/* folder_files.h - covered files by folder, for formats with packages.
 *
 * Paths are relative to a source root: the run's directory. Files outside of it have their common folder as root. */
#pragma once

#include "export/export.h"
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

/* Write an export that has covered files by folder: list the files that pass the filter, call `write`, and free the
 * list. Return false if out of memory, or if `write` returned false. */
typedef bool qp_folder_files_writer(struct qp_export *export, const struct qp_folder_files *files);
bool qp_folder_files_write(struct qp_export *export, qp_folder_files_writer *write);

/* Return a path relative to the run's directory if the file is below it, otherwise the path. A ./ is omitted, because
 * readers compare paths with those of a repository. */
struct qp_text qp_folder_relative(const struct qp_profile *profile, struct qp_text path);

/* Return the index after the last file of the folder to which the file `first` belongs. */
uint32_t qp_folder_end(const struct qp_folder_files *files, uint32_t first);

/* Return the folder of a file, or its name. Neither contains the '/' between them. */
struct qp_text qp_folder_path(const struct qp_folder_file *file);
struct qp_text qp_folder_file_name(const struct qp_folder_file *file);
