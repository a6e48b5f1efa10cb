/* project.h - a project's settings for coverage, in the file .qiirc.
 *
 * The file comes with a cloned repository, so it is not trusted: it can name patterns, relative paths and percentages,
 * but no programs, libraries, options or output files. Each mistake in it is an error with file and line.
 * doc/coverage.md describes the sections and keys. */
#pragma once

#include "base/error.h"
#include "profile/gate/gates.h"
#include "profile/load/path_maps.h"
#include "profile/source/line_patterns.h"
#include "profile/source/pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* A zeroed struct can be closed. The struct owns all texts. */
struct qii_project {
    char *file;                    /* name of the file for messages, such as "../.qiirc"; NULL = there is no file */
    char *folder;                  /* directory of the file with a '/' at its end; empty = the working directory */
    struct qp_patterns sources;    /* patterns of files that are expected to run, relative to the working directory */
    struct qp_filter files;        /* include and exclude */
    struct qp_line_patterns lines; /* patterns of lines that are excluded */
    struct qp_path_maps paths;     /* names in data files to paths relative to the file's directory */
    struct qp_gates limits;
    char **texts;
    uint32_t text_count;
};

/* Read a file. If `file` is NULL, search for .qiirc in the working directory and in the directories above it, up to the
 * root of the repository, which is the nearest directory that contains .git. Outside of a repository, only the working
 * directory is searched. If there is no file, leave the settings empty. Return false with an error if a file cannot be
 * read or is invalid, or if out of memory; then nothing needs to be closed. */
bool qii_project_open(struct qii_project *project, const char *file, struct qp_error *error);

/* Read the settings from a text. `file` and `folder` as above, which are copied. */
bool qii_project_parse(struct qii_project *project, const char *file, const char *folder, struct qp_text text,
                       struct qp_error *error);

void qii_project_close(struct qii_project *project);
