/* changed.h - coverage of the lines that a patch added or changed. */
#pragma once

#include "profile/change/patched.h"
#include "profile/coverage/lines.h"
#include "profile/source/pattern.h"

struct qp_changed_line {
    int32_t number;
    bool missed;
    uint64_t count;
    struct qp_text text; /* the line in the patch */
};

enum qp_changed_problem {
    QP_CHANGED_NO_PROBLEM,
    QP_CHANGED_SINCE,     /* the file changed after the run */
    QP_CHANGED_OTHER,     /* lines of the patch are not those of the file, so the patch is of another version */
    QP_CHANGED_BINARY,    /* the patch has no lines, because git regards the file as binary */
    QP_CHANGED_TWICE,     /* the patch changes the file several times: the first changes' numbers may be outdated */
    QP_CHANGED_AMBIGUOUS, /* several files of the run have such a path, and none is counted */
};

struct qp_changed_file {
    const char *name;              /* name in the patch, without folders that only the patch has */
    struct qp_changed_line *items; /* added lines that hold code and are not excluded, sorted by number */
    uint32_t count;
    uint32_t hit;
    uint32_t excluded;
    enum qp_changed_problem problem;
};

struct qp_changed {
    struct qp_patched_files patched;
    struct qp_changed_file *files; /* files of the patch that are in the run, sorted by name */
    uint32_t file_count;
    const char **unknown; /* files of the patch with added lines that are not in the run */
    uint32_t unknown_count;
    uint32_t lines; /* sums over all files */
    uint32_t hit;
    uint32_t excluded;
};

/* Collect the changed lines of files that pass the filter (NULL = all), which applies to names in the data file. The
 * result refers to texts of the patch. Return false if out of memory; then nothing needs to be closed. */
bool qp_changed_open(struct qp_changed *changed, const struct qp_query *query, const struct qp_patch *patch,
                     const struct qp_patch_folders *folders, const struct qp_filter *filter);
void qp_changed_close(struct qp_changed *changed);

/* Return a problem of a file as a sentence without the file's name; NULL if there is none. */
const char *qp_changed_problem(enum qp_changed_problem problem);
