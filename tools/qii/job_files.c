#include "tools/qii/job_files.h"

#include "profile/merge/merge.h"
#include "tools/qii/progress.h"
#include "tools/qii/qii.h"

/* ---- candidates -------------------------------------------------------------------------------------------------- */

/* Add the files to the candidates. Files that cannot be read are skipped here; print_unreadable names them if the
 * others are a job. */
static int add_candidates(struct qp_job *job, const struct qii_named *named)
{
    for (uint32_t i = 0; i < named->count; i++) {
        struct qp_error error = {0};
        struct qp_reader reader;
        if (qp_reader_open(&reader, named->paths[i], &error)) {
            if (error.code == QP_ERR_MEMORY)
                return qii_no_memory();
            continue;
        }
        bool ok = qp_job_add(job, named->paths[i], &reader);
        qp_reader_close(&reader);
        if (!ok)
            return qii_no_memory();
    }
    return QII_OK;
}

/* Read the id of the job to which a file belongs. */
static int read_id(uint64_t *id, const char *path)
{
    struct qp_error error = {0};
    struct qp_reader reader;
    if (qp_reader_open(&reader, path, &error))
        return qii_fail(path, &error);
    *id = reader.header.runs ? 0 : reader.header.job;
    uint32_t ranks = reader.header.ranks;
    qp_reader_close(&reader);
    if (*id)
        return QII_OK;
    if (ranks)
        fprintf(stderr, "qii: %s is of a rank whose launcher gave its job no id: name the files of all ranks\n", path);
    else
        fprintf(stderr, "qii: %s is of a program that ran alone, not of a rank of a job\n", path);
    return QII_NO;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static void print_unreadable(const struct qp_job *job, const struct qii_named *named)
{
    for (uint32_t i = 0; i < named->count; i++) {
        const char *path = named->paths[i];
        struct qp_error error = {0};
        struct qp_reader reader;
        if (qp_job_has(job, path))
            continue;
        if (qp_reader_open(&reader, path, &error) == 0)
            qp_reader_close(&reader); /* it is readable only now */
        else
            fprintf(stderr, "qii: left out: %s (%s)\n", path, error.text);
    }
}

#define MOST_NAMES 3

/* Print the files from index `from` to before `end`. */
static void print_names(const struct qp_job *job, uint32_t from, uint32_t end)
{
    uint32_t shown = end - from <= MOST_NAMES ? end - from : MOST_NAMES - 1;
    for (uint32_t i = from; i < from + shown; i++)
        fprintf(stderr, "%s%s", i == from ? "" : ", ", job->files[i].path);
    if (from + shown < end)
        fprintf(stderr, " and %u more", end - from - shown);
}

static void print_left_out(const struct qp_job *job)
{
    static const char *const why[] = {
        [QP_JOB_COPY] = "a rank that has another file", [QP_JOB_OTHER] = "another job", [QP_JOB_ALONE] = "no job"};
    for (uint32_t i = job->rank_count, end; i < job->count; i = end) {
        end = qp_job_end_of_part(job, i);
        fputs(i == job->rank_count ? "qii: left out: " : "; ", stderr);
        print_names(job, i, end);
        fprintf(stderr, " (of %s)", why[job->files[i].part]);
    }
    if (job->rank_count < job->count)
        fputc('\n', stderr);
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

/* Find the job of the first file among the files beside it and the other paths. */
static int find_job_of_first(struct qp_job *job, struct qii_named *named, const struct qii_job_paths *paths)
{
    uint64_t id;
    int code = read_id(&id, paths->items[0]);
    for (uint32_t i = 0; i < paths->count && !code; i++)
        code = qii_named_add(named, paths->items[i]);
    if (!code)
        code = qii_named_add_beside(named, paths->items[0]);
    if (!code)
        code = add_candidates(job, named);
    if (!code && !qp_job_choose(job, id))
        code = qii_no_memory();
    return code;
}

static int find_newest_job(struct qp_job *job, struct qii_named *named, const struct qii_job_paths *paths)
{
    int code = QII_OK;
    for (uint32_t i = 0; i < paths->count && !code; i++)
        code = qii_named_add(named, paths->items[i]);
    if (!code)
        code = add_candidates(job, named);
    if (!code && !qp_job_choose(job, 0))
        code = qii_no_memory();
    if (code || !job->id)
        return code;
    print_unreadable(job, named);
    print_left_out(job);
    return QII_OK;
}

/* Keep the newest file that can be read. The files of a directory are sorted by age. */
static void keep_newest(const struct qp_job *job, struct qii_named *named)
{
    uint32_t newest = 0;
    while (newest < named->count && !qp_job_has(job, named->paths[newest]))
        newest++;
    qii_named_keep(named, newest < named->count ? newest : 0);
}

int qii_job_files_find(struct qp_job *job, struct qii_named *named, const struct qii_job_paths *paths)
{
    const char *first = paths->items[0];
    bool directory = qii_named_is_directory(first), file = !directory && !qii_named_is_pattern(first);
    if (file && paths->all_ranks)
        return find_job_of_first(job, named, paths);
    if (file && paths->count == 1)
        return QII_OK;
    int code = find_newest_job(job, named, paths);
    if (code || job->id)
        return code;
    if (paths->all_ranks) {
        fprintf(stderr, "qii: %s%s: no file of a job\n", first, paths->count > 1 ? " ..." : "");
        return QII_NO;
    }
    if (directory && paths->count == 1 && !paths->all_runs)
        keep_newest(job, named);
    return QII_OK;
}

/* ---- merging ----------------------------------------------------------------------------------------------------- */

static int merge_file(struct qp_merge *merge, struct qp_job_file *file, struct qii_progress *progress)
{
    struct qp_error error = {0};
    struct qp_profile profile;
    int code = QII_OK;
    if (qp_profile_open(&profile, file->path, &error)) {
        qii_progress_clear(progress);
        return qii_fail(file->path, &error);
    }
    file->damaged = profile.reader.damages != 0;
    if (qp_merge_add(merge, &profile, file->path, &error) == QP_MERGE_FAILED) {
        qii_progress_clear(progress);
        code = qii_fail(file->path, &error);
    }
    qp_profile_close(&profile);
    return code;
}

int qii_job_files_merge(struct qp_job *job, bool apart, struct qp_writer *writer)
{
    struct qp_error error = {0};
    struct qii_progress progress = qii_progress_begin("reading", "ranks", job->rank_count);
    struct qp_merge *merge = qp_merge_new(false);
    int code = merge ? QII_OK : qii_no_memory();
    if (merge && apart)
        qp_merge_keep_ranks(merge);
    for (uint32_t i = 0; i < job->rank_count && !code; i++) {
        code = merge_file(merge, &job->files[i], &progress);
        qii_progress_step(&progress, i + 1);
    }
    qii_progress_clear(&progress);
    if (!code && qp_merge_write(merge, writer, &error))
        code = qii_fail(NULL, &error);
    qp_merge_free(merge);
    return code;
}
