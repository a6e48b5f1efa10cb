#include "tools/qii/input.h"

#include "profile/query/measure.h"
#include "tools/qii/directory.h"
#include "tools/qii/job_files.h"
#include "tools/qii/progress.h"
#include "tools/qii/runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void qii_input_warn_damage(const struct qii_input *input)
{
    const struct qp_reader *reader = &input->profile.reader;
    if (reader->damages == 0)
        return;
    fprintf(stderr, "qii: %s is damaged: %s", input->path, reader->damage);
    if (reader->damages > 1)
        fprintf(stderr, " (and %llu more)", (unsigned long long)reader->damages - 1);
    fputs("; only the readable part is shown\n", stderr);
}

/* ---- file names ----------------------------------------------------------------------------------------------- */

bool qii_input_add(struct qii_input *input, const char *path)
{
    const char **paths = realloc(input->paths, ((size_t)input->path_count + 2) * sizeof *paths);
    if (!paths)
        return false;
    input->paths = paths;
    paths[input->path_count++] = path;
    paths[input->path_count] = NULL;
    input->path = paths[0];
    return true;
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

/* Open the result of a merge, which is kept in memory, and close the writer. */
static int open_written(struct qii_input *input, struct qp_writer *writer)
{
    struct qp_error error = {0};
    int fd = memfd_create("merged", MFD_CLOEXEC);
    if (fd < 0)
        qp_error_set(&error, QP_ERR_MEMORY, "no memory for the merged files: %s", strerror(errno));
    else if (qp_writer_save_fd(writer, fd, &error) == 0 &&
             qp_profile_open_fd(&input->profile, fd, QP_ENDING_NORMAL, &error) == 0)
        input->merged = fd;
    qp_writer_close(writer);
    if (!error.code)
        return QII_OK;
    if (fd >= 0)
        close(fd);
    if (error.code == QP_ERR_WRITE) /* the file is in memory */
        error.code = QP_ERR_MEMORY;
    return qii_fail(NULL, &error);
}

static int open_runs(struct qii_input *input, const char *const *paths, uint32_t count)
{
    struct qp_writer writer;
    struct qii_runs found;
    int code = qii_runs_merge(paths, count, false, &writer, &found);
    return code ? code : open_written(input, &writer);
}

static void print_note(void *to, const char *sentence)
{
    fprintf(to, "qii: %s\n", sentence);
}

static int open_job(struct qii_input *input, bool apart)
{
    struct qp_writer writer;
    int code = qii_job_files_merge(&input->job, apart, &writer);
    if (!code)
        code = open_written(input, &writer);
    if (!code)
        qp_job_notes(&input->job, print_note, stderr);
    return code;
}

#define MIB 1048576u

static void report_step(void *to, uint64_t taken)
{
    qii_progress_step(to, taken / MIB);
}

static int open_one(struct qii_input *input)
{
    struct qp_error error = {0};
    struct stat status;
    uint64_t size = stat(input->path, &status) == 0 ? (uint64_t)status.st_size : 0;
    struct qii_progress progress = qii_progress_begin("reading", "MiB", size / MIB);
    const struct qp_steps steps = {report_step, &progress};
    int code = qp_profile_open_in_steps(&input->profile, input->path, &steps, &error);
    qii_progress_clear(&progress);
    return code ? qii_fail(input->path, &error) : QII_OK;
}

/* ---- library ---------------------------------------------------------------------------------------------------- */

const char *qii_input_how(enum qp_product product)
{
    static const char *const how[QP_PRODUCTS] = {
        [QP_QPROF] = "record a profile with 'qii lua', 'qii java' or 'qii python'",
        [QP_CPROF] = "record lines with 'qii lua --cover' or 'qii java --cover'",
        [QP_VT] = "programs that call libvt record it (doc/vt-start.md)",
    };
    return how[product];
}

/* Return the library that the user or the command chose, QP_PRODUCTS if none. */
static enum qp_product chosen_product(const struct qii_input *input)
{
    for (int product = 0; input->product && product < QP_PRODUCTS; product++)
        if (strcmp(input->product, qp_profile_product_name((enum qp_product)product)) == 0)
            return (enum qp_product)product;
    return QP_PRODUCTS;
}

/* If the file has data, but none of the chosen library, print this on stderr and return QII_NO. */
static int check_product(const struct qii_input *input)
{
    enum qp_product chosen = chosen_product(input);
    uint32_t products = input->profile.reader.header.products & ((1u << QP_PRODUCTS) - 1);
    if (chosen == QP_PRODUCTS || !products || products & (1u << chosen))
        return QII_OK;
    fprintf(stderr, "qii: %s has no lib%s data, only", input->path, qp_profile_product_name(chosen));
    const char *between = "";
    for (int product = 0; product < QP_PRODUCTS; product++)
        if (products & (1u << product)) {
            fprintf(stderr, "%s lib%s", between, qp_profile_product_name((enum qp_product)product));
            between = " and";
        }
    fprintf(stderr, "; %s\n", qii_input_how(chosen));
    return QII_NO;
}

/* Print which file is read. If it is of a rank of a job, also print how to read all of them. */
static void print_reading(const char *path)
{
    struct qp_error error = {0};
    struct qp_reader reader;
    fprintf(stderr, "qii: reading %s", path);
    if (qp_reader_open(&reader, path, &error) == 0) {
        const struct qp_header *header = &reader.header;
        if (header->job && header->ranks)
            fprintf(stderr, ", rank %u of %u; use --job to read all ranks", header->rank, header->ranks);
        qp_reader_close(&reader);
    }
    fputc('\n', stderr);
}

/* Without a path, use the newest data file. */
static int find_newest(struct qii_input *input)
{
    if (!qii_directory_find_newest(input->newest, sizeof input->newest, NULL)) {
        fputs("qii: no *.qii file in the current directory; specify a data file\n", stderr);
        return QII_UNREADABLE;
    }
    if (!qii_input_add(input, input->newest))
        return qii_no_memory();
    if (!input->all_ranks)
        print_reading(input->path);
    return QII_OK;
}

/* Open the files that the paths name, which are of no job. */
static int open_named(struct qii_input *input)
{
    if (input->named.count == 1)
        input->path = input->named.paths[0];
    if (input->named.count < 2)
        return open_one(input);
    if (!input->one_file)
        return open_runs(input, (const char *const *)input->named.paths, input->named.count);
    fprintf(stderr, "qii: only one FILE is allowed: %s\n", input->one_file);
    return QII_USAGE;
}

static int find_job(struct qii_input *input)
{
    struct qii_job_paths paths = {&input->path, 1, .all_ranks = input->all_ranks};
    if (input->path_count) {
        paths.items = input->paths;
        paths.count = input->path_count;
    }
    return qii_job_files_find(&input->job, &input->named, &paths);
}

/* Find the job or the files that the paths name, or the newest file. */
static int find(struct qii_input *input)
{
    int code = input->path ? QII_OK : find_newest(input);
    return code ? code : find_job(input);
}

int qii_input_find(struct qii_input *input)
{
    int code = find(input);
    if (code)
        return code;
    input->file_count = input->job.id ? input->job.rank_count : input->named.count > 0 ? input->named.count : 1;
    input->files = calloc(input->file_count, sizeof *input->files);
    if (!input->files)
        return qii_no_memory();
    for (uint32_t i = 0; i < input->file_count; i++)
        input->files[i] = input->job.id            ? input->job.files[i].path
                          : input->named.count > 0 ? input->named.paths[i]
                                                   : input->path;
    return QII_OK;
}

static int open_any(struct qii_input *input)
{
    int code = input->files ? QII_OK : find(input);
    if (code)
        return code;
    if (input->job.id)
        return input->ranks ? QII_OK : open_job(input, false);
    code = open_named(input);
    if (!code && !input->merged && !input->quiet)
        qii_input_warn_damage(input);
    return code;
}

/* Exclude lines by the project's patterns. */
static int exclude_lines(struct qii_input *input)
{
    const char *folder = input->project.folder;
    struct qp_source_path path = {.folders = {folder}, .count = folder && *folder};
    bool ok = qp_line_patterns_exclude(&input->project.lines, &input->profile, &path);
    qp_source_path_close(&path);
    return ok ? QII_OK : qii_no_memory();
}

void qii_input_filter(const struct qii_input *input, struct qp_filter *filter)
{
    if (!filter->only.count)
        filter->only = input->project.files.only;
    if (!filter->except.count)
        filter->except = input->project.files.except;
}

/* After opening, check that the file has data of the chosen library. On failure, close what is open. */
static int complete_opening(struct qii_input *input, int code)
{
    if (!code && !qii_input_is_unopened(input))
        code = check_product(input);
    if (!code && !qii_input_is_unopened(input))
        code = qii_input_measure(input, &input->profile);
    if (!code && !qii_input_is_unopened(input))
        code = exclude_lines(input);
    if (code)
        qii_input_close(input);
    return code;
}

int qii_input_measure(const struct qii_input *input, struct qp_profile *profile)
{
    if (qp_profile_measure(profile, (enum qp_measure)input->measure))
        return QII_OK;
    fprintf(stderr, "qii: %s has no allocations; record them with 'qii java --alloc' or 'qii lua --alloc'\n",
            input->path);
    return QII_NO;
}

bool qii_input_is_unopened(const struct qii_input *input)
{
    return input->job.id && !input->merged;
}

int qii_input_open(struct qii_input *input)
{
    return complete_opening(input, open_any(input));
}

static enum qp_product choose_product(const struct qii_input *input)
{
    enum qp_product chosen = chosen_product(input);
    if (chosen != QP_PRODUCTS)
        return chosen;
    if (input->cover && (input->profile.reader.header.products & (1u << QP_CPROF)))
        return QP_CPROF;
    return input->job.id ? qp_job_product(&input->job) : qp_profile_product(&input->profile);
}

struct qp_selection qii_input_selection(const struct qii_input *input)
{
    struct qp_selection selection = qp_selection_of(choose_product(input));
    selection.phase = input->phase;
    selection.context = input->context;
    selection.name = input->group;
    selection.raw = input->raw;
    return selection;
}

int qii_input_query(struct qii_input *input)
{
    struct qp_error error = {0};
    struct qp_selection selection = qii_input_selection(input);
    if (qp_query_open(&input->query, &input->profile, &selection, &error))
        return qii_fail(NULL, &error);
    return QII_OK;
}

int qii_input_query_job(struct qii_input *input, bool apart)
{
    if (!qii_input_is_unopened(input))
        return QII_OK;
    int code = complete_opening(input, open_job(input, apart));
    return code ? code : qii_input_query(input);
}

int qii_input_choose_group(struct qii_input *input, const char *group)
{
    if (!group)
        return QII_OK;
    input->group = group;
    qp_query_close(&input->query);
    return qii_input_query(input);
}

int qii_input_open_others(struct qii_input *input, const struct qii_input *asked, const char **paths, uint32_t count)
{
    *input = (struct qii_input){.path = paths[0],
                                .paths = paths,
                                .path_count = count,
                                .product = asked->product,
                                .phase = asked->phase,
                                .context = asked->context,
                                .raw = asked->raw,
                                .measure = asked->measure,
                                .project = asked->project,
                                .all_ranks = asked->all_ranks};
    input->project.lines.matches = NULL; /* those of `asked` */
    input->project.lines.match_count = 0;
    int code = qii_input_open(input);
    input->paths = NULL;
    input->path_count = 0;
    return code ? code : qii_input_query(input);
}

int qii_input_open_other(struct qii_input *input, const struct qii_input *asked, const char *path)
{
    return qii_input_open_others(input, asked, &path, 1);
}

void qii_input_close(struct qii_input *input)
{
    qp_query_close(&input->query);
    qp_profile_close(&input->profile);
    if (input->merged)
        close(input->merged);
    input->merged = 0;
    free(input->files);
    input->files = NULL;
    qp_line_patterns_close(&input->project.lines);
    qp_job_close(&input->job);
    qii_named_close(&input->named);
}
