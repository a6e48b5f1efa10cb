/* job_files.h - find the files of the job that a command line names. */
#pragma once

#include "format/writer.h"
#include "profile/job/job.h"
#include "tools/qii/named.h"

/* The paths of a command line. */
struct qii_job_paths {
    const char *const *items;
    uint32_t count; /* at least 1 */
    bool all_ranks; /* --job: read all files of the job that the file belongs to */
    bool all_runs;  /* of a directory without a job, use all files instead of the newest one */
};

/* Find the job that the paths name. A single file without --job is not looked at, and `job` and `named` stay empty. If
 * the files are of several jobs, choose the newest job. Print on stderr which files are left out. If there is no job,
 * job->id is 0, and `named` has the files to read: all files that the paths name, or the newest file of a directory.
 * Return QII_OK, or another exit code after a message on stderr; close `job` and `named` in either case. */
int qii_job_files_find(struct qp_job *job, struct qii_named *named, const struct qii_job_paths *paths);

/* Merge the files of a job into a writer, which is opened here and closed by the caller. If `apart` is true, the
 * threads of different ranks stay separate. Return QII_OK, or another exit code after a message on stderr; on error
 * there is nothing to close. */
int qii_job_files_merge(struct qp_job *job, bool apart, struct qp_writer *writer);
