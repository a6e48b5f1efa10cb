/* cobertura_files.h - the files of Cobertura's XML, by folder, each with its path below a source: the run's directory,
 * or for files elsewhere the folder that they have in common. */
#ifndef QP_EXPORT_COBERTURA_FILES_H
#define QP_EXPORT_COBERTURA_FILES_H

#include "data/coverage.h"

struct qp_cobertura_file {
    const struct qp_coverage_file *file;
    struct qp_text path;
    uint32_t folder; /* bytes of the path before its last '/' */
};

struct qp_cobertura_files {
    const struct qp_profile *profile;
    struct qp_coverage_files covered;
    struct qp_cobertura_file *items; /* as many as are covered, by folder, then path */
    struct qp_text common;           /* folder of files that are elsewhere, with its '/'; none: there are none */
};

/* Returns false without memory; else it is to be closed. */
bool qp_cobertura_files_open(struct qp_cobertura_files *files, const struct qp_query *query,
                             const struct qp_filter *filter);
void qp_cobertura_files_close(struct qp_cobertura_files *files);

/* The parts of a path, without the '/' between them. */
struct qp_text qp_cobertura_folder(const struct qp_cobertura_file *file);
struct qp_text qp_cobertura_name(const struct qp_cobertura_file *file);

#endif
