#include "profile/job/job.h"

#include "base/order.h"
#include "format/array.h"

#include <stdio.h>
#include <string.h>

/* ---- candidates -------------------------------------------------------------------------------------------------- */

static struct qp_text path_of(const char *path)
{
    return (struct qp_text){path, (uint32_t)strlen(path) + 1};
}

bool qp_job_has(const struct qp_job *job, const char *path)
{
    return qp_texts_find(&job->texts, path_of(path)).bytes;
}

bool qp_job_add(struct qp_job *job, const char *path, struct qp_reader *reader)
{
    const struct qp_header *header = &reader->header;
    if (qp_job_has(job, path))
        return true;
    const struct qp_job_file file = {
        .path = qp_texts_keep(&job->texts, path_of(path)).bytes,
        .program = qp_texts_keep(&job->texts, qp_reader_text(reader, header->program)),
        .host = qp_texts_keep(&job->texts, qp_reader_text(reader, header->host)),
        .job = header->runs ? 0 : header->job,
        .start_ns = header->start_realtime_ns,
        .clock_ns = header->clock_start.monotonic_ns,
        .newest_ns = header->clock_latest[header->clock_current & 1].monotonic_ns,
        .world = header->world,
        .rank = header->rank,
        .ranks = header->ranks,
        .products = header->products,
        .ending = reader->ending,
        .part = QP_JOB_ALONE,
    };
    return QP_ARRAY_APPEND(&job->files, &job->count, file) && !job->texts.failed;
}

void qp_job_close(struct qp_job *job)
{
    free(job->files);
    qp_texts_fini(&job->texts);
    *job = (struct qp_job){0};
}

/* ---- choice ------------------------------------------------------------------------------------------------------ */

/* Order the files of a rank such that the first one represents the rank: the process that started first, and of its
 * copies the live or the newest one. */
static int by_rank(const void *left, const void *right)
{
    const struct qp_job_file *a = left, *b = right;
    int order = QP_ORDER({a->part, b->part}, {a->job, b->job}, {a->world, b->world}, {a->rank, b->rank},
                         {a->start_ns, b->start_ns}, {a->ending != QP_ENDING_RUNNING, b->ending != QP_ENDING_RUNNING},
                         {b->newest_ns, a->newest_ns});
    return order ? order : strcmp(a->path, b->path);
}

static uint64_t find_newest(const struct qp_job *job)
{
    const struct qp_job_file *newest = NULL;
    for (uint32_t i = 0; i < job->count; i++) {
        const struct qp_job_file *it = &job->files[i];
        if (it->job && (!newest || QP_ORDER({newest->start_ns, it->start_ns}, {newest->job, it->job}) < 0))
            newest = it;
    }
    return newest ? newest->job : 0;
}

static bool is_same_rank(const struct qp_job_file *a, const struct qp_job_file *b)
{
    return a->job == b->job && a->world == b->world && a->rank == b->rank;
}

/* Mark all files of a rank but the first. The files are sorted by rank. */
static void mark_copies(struct qp_job *job)
{
    const struct qp_job_file *first = NULL;
    for (uint32_t i = 0; i < job->count && job->files[i].part == QP_JOB_RANK; i++) {
        if (first && is_same_rank(first, &job->files[i]))
            job->files[i].part = QP_JOB_COPY;
        else
            first = &job->files[i];
    }
}

/* Count the ranks and their hosts. A damaged file may lack the name of its host. */
static bool count_ranks(struct qp_job *job)
{
    struct qp_map hosts = {0};
    bool ok = true;
    for (job->rank_count = 0; ok && job->rank_count < job->count; job->rank_count++) {
        const struct qp_job_file *it = &job->files[job->rank_count];
        if (it->part != QP_JOB_RANK)
            break;
        ok = !it->host.length || qp_map_put(&hosts, qp_texts_key(it->host), 1) == 0;
    }
    job->host_count = (uint32_t)hosts.count;
    qp_map_fini(&hosts);
    return ok;
}

/* Find the program that all ranks run. A damaged file may lack its name. */
static void find_program(struct qp_job *job)
{
    bool differs = false;
    job->program = (struct qp_text){NULL, 0};
    for (uint32_t i = 0; i < job->rank_count; i++) {
        struct qp_text program = job->files[i].program;
        differs |= program.length && job->program.length && program.bytes != job->program.bytes;
        job->program = program.length ? program : job->program;
    }
    if (differs)
        job->program = (struct qp_text){NULL, 0};
}

static uint64_t start_of(const struct qp_job *job, uint32_t file)
{
    return job->host_count > 1 ? job->files[file].start_ns : job->files[file].clock_ns;
}

static void find_first(struct qp_job *job)
{
    job->first_ns = UINT64_MAX;
    for (uint32_t i = 0; i < job->rank_count; i++)
        job->first_ns = start_of(job, i) < job->first_ns ? start_of(job, i) : job->first_ns;
}

const char *qp_job_file_ending(const struct qp_job_file *file)
{
    if (file->damaged)
        return "damaged";
    return file->ending == QP_ENDING_RUNNING ? "running" : file->ending == QP_ENDING_KILLED ? "killed" : "ended";
}

uint64_t qp_job_offset_ns(const struct qp_job *job, uint32_t file)
{
    return start_of(job, file) - job->first_ns;
}

bool qp_job_choose(struct qp_job *job, uint64_t id)
{
    job->id = id ? id : find_newest(job);
    for (uint32_t i = 0; i < job->count; i++) {
        struct qp_job_file *it = &job->files[i];
        it->part = !it->job ? QP_JOB_ALONE : it->job == job->id ? QP_JOB_RANK : QP_JOB_OTHER;
    }
    qp_sort(job->files, job->count, sizeof *job->files, by_rank);
    mark_copies(job);
    qp_sort(job->files, job->count, sizeof *job->files, by_rank);
    bool ok = count_ranks(job);
    find_program(job);
    find_first(job);
    if (!job->rank_count)
        job->id = 0;
    return ok;
}

uint32_t qp_job_end_of_part(const struct qp_job *job, uint32_t from)
{
    const struct qp_job_file *first = &job->files[from];
    uint32_t end = from;
    while (end < job->count && job->files[end].part == first->part && job->files[end].job == first->job)
        end++;
    return end;
}

void qp_job_rank_name(const struct qp_job_file *file, char name[QP_JOB_RANK_NAME])
{
    if (file->world)
        snprintf(name, QP_JOB_RANK_NAME, "%u.%u", file->world, file->rank);
    else
        snprintf(name, QP_JOB_RANK_NAME, "%u", file->rank);
}

/* ---- worlds ------------------------------------------------------------------------------------------------------ */

/* Return the index of the first rank after `from` that is in another world, and set *size to the size of the world of
 * `from`. */
static uint32_t end_of_world(const struct qp_job *job, uint32_t from, uint32_t *size)
{
    uint32_t end = from;
    for (*size = 0; end < job->rank_count && job->files[end].world == job->files[from].world; end++) {
        const struct qp_job_file *it = &job->files[end];
        uint32_t least = it->ranks > it->rank ? it->ranks : it->rank + 1;
        *size = least > *size ? least : *size;
    }
    return end;
}

uint32_t qp_job_size(const struct qp_job *job)
{
    uint32_t all = 0, size;
    for (uint32_t i = 0; i < job->rank_count; all += size)
        i = end_of_world(job, i, &size);
    return all;
}

enum qp_product qp_job_product(const struct qp_job *job)
{
    uint32_t counts[QP_PRODUCTS] = {0};
    enum qp_product most = QP_QPROF;
    for (uint32_t i = 0; i < job->rank_count; i++) {
        for (int product = 0; product < QP_PRODUCTS; product++)
            counts[product] += job->files[i].products >> product & 1;
    }
    for (int product = 0; product < QP_PRODUCTS; product++)
        most = counts[product] > counts[most] ? (enum qp_product)product : most;
    return most;
}

bool qp_job_is_running(const struct qp_job *job)
{
    for (uint32_t i = 0; i < job->rank_count; i++) {
        if (job->files[i].ending == QP_ENDING_RUNNING)
            return true;
    }
    return false;
}

/* ---- notes ------------------------------------------------------------------------------------------------------- */

#define MOST_RANGES 8

/* Ranks in words: "1, 3 to 5 and 20 more". */
struct list {
    char text[64 * MOST_RANGES]; /* a range has at most two names of ranks and 6 other bytes */
    size_t used;
    uint32_t count, ranges, omitted;
    uint32_t world, first, last; /* the range that is not written yet, if `count` is not 0 */
};

static void write_range(struct list *list)
{
    uint32_t length = list->last - list->first + 1;
    const struct qp_job_file first = {.world = list->world, .rank = list->first};
    const struct qp_job_file last = {.world = list->world, .rank = list->last};
    char one[QP_JOB_RANK_NAME], other[QP_JOB_RANK_NAME];
    if (list->ranges++ >= MOST_RANGES) {
        list->omitted += length;
        return;
    }
    qp_job_rank_name(&first, one);
    qp_job_rank_name(&last, other);
    int size = snprintf(list->text + list->used, sizeof list->text - list->used, "%s%s%s%s", list->used ? ", " : "",
                        one, length == 1 ? "" : " to ", length == 1 ? "" : other);
    list->used += (size_t)size;
}

/* Add the ranks from `first` to `last`, which follow the ranks in the list. */
static void add_ranks(struct list *list, uint32_t world, uint32_t first, uint32_t last)
{
    bool adjacent = list->count && list->world == world && list->last + 1 == first;
    if (list->count && !adjacent)
        write_range(list);
    if (!adjacent)
        list->first = first;
    list->world = world;
    list->last = last;
    list->count += last - first + 1;
}

static void add_rank(struct list *list, const struct qp_job_file *file)
{
    add_ranks(list, file->world, file->rank, file->rank);
}

/* Report the sentence about the ranks in the list, if there are any: "rank 3" or "ranks 3, 5", and the words. */
static void note_ranks(struct list *list, const char *one, const char *several,
                       void (*note)(void *to, const char *sentence), void *to)
{
    char sentence[64 * MOST_RANGES + 100], more[40] = "";
    if (!list->count)
        return;
    write_range(list);
    if (list->omitted)
        snprintf(more, sizeof more, " and %u more", list->omitted);
    snprintf(sentence, sizeof sentence, "rank%s %s%s %s", list->count == 1 ? "" : "s", list->text, more,
             list->count == 1 ? one : several);
    note(to, sentence);
}

static void list_missing(const struct qp_job *job, struct list *list)
{
    uint32_t size;
    for (uint32_t from = 0, end; from < job->rank_count; from = end) {
        uint32_t world = job->files[from].world, next = 0;
        end = end_of_world(job, from, &size);
        for (uint32_t i = from; i < end; i++) {
            if (job->files[i].rank > next)
                add_ranks(list, world, next, job->files[i].rank - 1);
            next = job->files[i].rank + 1;
        }
        if (size > next)
            add_ranks(list, world, next, size - 1);
    }
}

void qp_job_note_missing(const struct qp_job *job, void (*note)(void *to, const char *sentence), void *to)
{
    struct list missing = {0};
    list_missing(job, &missing);
    note_ranks(&missing, "has no file here", "have no files here", note, to);
}

void qp_job_notes(const struct qp_job *job, void (*note)(void *to, const char *sentence), void *to)
{
    struct list killed = {0}, running = {0}, damaged = {0};
    qp_job_note_missing(job, note, to);
    for (uint32_t i = 0; i < job->rank_count; i++) {
        const struct qp_job_file *it = &job->files[i];
        if (it->ending == QP_ENDING_KILLED)
            add_rank(&killed, it);
        if (it->ending == QP_ENDING_RUNNING)
            add_rank(&running, it);
        if (it->damaged)
            add_rank(&damaged, it);
    }
    note_ranks(&killed, "was killed: the time after its last event is unknown",
               "were killed: the times after their last events are unknown", note, to);
    note_ranks(&running, "is still running", "are still running", note, to);
    note_ranks(&damaged, "has a damaged file: only its readable part is included",
               "have damaged files: only their readable parts are included", note, to);
}
