/* job.h - the files of a parallel job, one for each rank: which files belong to it, and which ranks have no file.
 *
 *   struct qp_job job = {0};
 *   for each file: qp_reader_open, qp_job_add, qp_reader_close
 *   qp_job_choose(&job, 0);
 *   for each of the first job.rank_count files: open it, use it, close it
 *   qp_job_close(&job);
 *
 * Files are sorted out by their headers alone, so that a directory of thousands of files is sorted out quickly. */
#pragma once

#include "format/reader.h"
#include "format/texts.h"

/* How a file relates to the chosen job. */
enum qp_job_part {
    QP_JOB_RANK,  /* file of a rank of the job */
    QP_JOB_COPY,  /* further file of a rank that has one: a copy, or another process with this rank */
    QP_JOB_OTHER, /* file of another job */
    QP_JOB_ALONE  /* file of a run that belongs to no job */
};

struct qp_job_file {
    const char *path;
    struct qp_text program;
    struct qp_text host;
    uint64_t job;       /* 0 = none */
    uint64_t start_ns;  /* since 1970 */
    uint64_t clock_ns;  /* start of the run by CLOCK_MONOTONIC */
    uint64_t newest_ns; /* time at which the recorder last read the clock */
    uint32_t world;
    uint32_t rank;
    uint32_t ranks; /* size of the world */
    uint32_t products;
    enum qp_ending ending;
    enum qp_job_part part;
    bool damaged; /* set by the caller that reads the file's data */
};

struct qp_job {
    uint64_t id;               /* 0 = no file belongs to a job */
    struct qp_job_file *files; /* once a job is chosen: its ranks in order of world and rank, then all other files,
                                * by part, job and time */
    uint32_t count;
    uint32_t rank_count;    /* number of files of the chosen job's ranks */
    uint32_t host_count;    /* number of hosts of the chosen job's ranks */
    struct qp_text program; /* of the chosen job; empty if the ranks run different programs */
    uint64_t first_ns;      /* start of the first rank, by clock_ns, or by start_ns if there are several hosts */
    struct qp_texts texts;
};

/* Add a file to the candidates. A zeroed struct has none. The reader may be closed then. A path that was added before
 * is ignored. Return false if out of memory. */
bool qp_job_add(struct qp_job *job, const char *path, struct qp_reader *reader);

/* Return true if a file was added. */
bool qp_job_has(const struct qp_job *job, const char *path);

/* Choose the job with this id, or the job that started last if `id` is 0, and order the files. If no file belongs to
 * the job, job->id is 0 and all files are QP_JOB_ALONE or QP_JOB_OTHER. Return false if out of memory. */
bool qp_job_choose(struct qp_job *job, uint64_t id);
void qp_job_close(struct qp_job *job);

/* Return the index of the first file after `from` that is not of the same part and job. */
uint32_t qp_job_end_of_part(const struct qp_job *job, uint32_t from);

/* Write the name of a rank: "3", or "1.3" for rank 3 of the spawned world 1. */
#define QP_JOB_RANK_NAME 24
void qp_job_rank_name(const struct qp_job_file *file, char name[QP_JOB_RANK_NAME]);

/* Return how the run of a file ended, in one word: "ended", "killed", "running", or "damaged" for a damaged file. */
const char *qp_job_file_ending(const struct qp_job_file *file);

/* Return the nanoseconds from the start of the first rank to the start of the rank that has this file. Processes of one
 * host have one clock, CLOCK_MONOTONIC. Processes of several hosts are compared by the time of day. */
uint64_t qp_job_offset_ns(const struct qp_job *job, uint32_t file);

/* Return the number of ranks that the chosen job should have: the sum of the sizes of its worlds. */
uint32_t qp_job_size(const struct qp_job *job);

/* Return the library whose data most ranks have. */
enum qp_product qp_job_product(const struct qp_job *job);

/* Return true if a rank's program still runs. */
bool qp_job_is_running(const struct qp_job *job);

/* Report a sentence about ranks that have no file, if there are any. */
void qp_job_note_missing(const struct qp_job *job, void (*note)(void *to, const char *sentence), void *to);

/* Report sentences about ranks that have no file, were killed, still run, or have a damaged file. */
void qp_job_notes(const struct qp_job *job, void (*note)(void *to, const char *sentence), void *to);
