/* folder_files.h - the files that coverage counts, by folder, as formats with packages tell them: each with its path
 * below a source, which is the run's directory, or for files elsewhere the folder that they have in common. */
#ifndef QP_EXPORT_FOLDER_FILES_H
#define QP_EXPORT_FOLDER_FILES_H

#include "profile/coverage/coverage.h"

struct qp_folder_file {
    const struct qp_coverage_file *file;
    struct qp_text path;
    uint32_t folder; /* bytes of the path before its last '/' */
};

struct qp_folder_files {
    const struct qp_profile *profile;
    struct qp_coverage_files covered;
    struct qp_folder_file *items; /* as many as are covered, by folder, then path */
    struct qp_text common;        /* folder of files that are elsewhere, with its '/'; none: there are none */
};

/* Returns false without memory; else it is to be closed. */
bool qp_folder_files_open(struct qp_folder_files *files, const struct qp_query *query, const struct qp_filter *filter);
void qp_folder_files_close(struct qp_folder_files *files);

/* The number behind the last file that is in the folder of this one. */
uint32_t qp_folder_end(const struct qp_folder_files *files, uint32_t first);

/* The parts of a path, without the '/' between them. */
struct qp_text qp_folder_path(const struct qp_folder_file *file);
struct qp_text qp_folder_file_name(const struct qp_folder_file *file);

#endif
