#include "tools/qii/runs.h"

#include "base/order.h"
#include "profile/merge/merge.h"
#include "tools/qii/progress.h"
#include "tools/qii/qii.h"

#include <stdlib.h>
#include <string.h>

/* ---- merge order ----------------------------------------------------------------------------------------------- */

/* The properties of a file that determine its position in the merge order. */
struct merge_key {
    const char *path;
    uint32_t runs;
    uint32_t directory; /* length of the path of the run's directory */
    uint64_t start_realtime_ns;
    uint32_t pid;
    uint64_t newest_ns; /* time at which the recorder last read the clock */
    uint64_t damages;
    uint64_t size; /* size of the file in bytes */
};

/* Order the files with the most runs first. A merged file is then read before a file of one of its runs, which is
 * recognized and skipped. A run in a directory is before those in directories below it, whose names of files may lead
 * to it (qp_merge_add). Of several copies of a run, the newest is first; of equally new copies, an undamaged one. The
 * other keys only make the result independent of the order on the command line. */
static int in_merge_order(const void *left, const void *right)
{
    const struct merge_key *a = left, *b = right;
    int order = QP_ORDER({b->runs, a->runs}, {a->directory, b->directory}, {a->start_realtime_ns, b->start_realtime_ns},
                         {a->pid, b->pid}, {b->newest_ns, a->newest_ns}, {a->damages, b->damages}, {b->size, a->size});
    return order ? order : strcmp(a->path, b->path);
}

static int read_key(struct merge_key *key, const char *path)
{
    struct qp_error error = {0};
    struct qp_reader reader;
    if (qp_reader_open(&reader, path, &error))
        return qii_fail(path, &error);
    const struct qp_header *header = &reader.header;
    *key = (struct merge_key){.path = path,
                              .runs = header->runs,
                              .directory = qp_reader_text(&reader, header->directory).length,
                              .start_realtime_ns = header->start_realtime_ns,
                              .pid = header->pid,
                              .newest_ns = header->clock_latest[header->clock_current & 1].monotonic_ns,
                              .size = reader.file_size};
    qp_reader_close(&reader);
    return QII_OK;
}

static bool are_copies(const struct merge_key *a, const struct merge_key *b)
{
    return a->runs == b->runs && a->start_realtime_ns == b->start_realtime_ns && a->pid == b->pid;
}

/* Read the whole file to find its damage. This is slow, because merging reads the file again, so it is done only for
 * copies of the same run. */
static int find_damages(struct merge_key *key)
{
    struct qp_error error = {0};
    struct qp_profile profile;
    if (qp_profile_open(&profile, key->path, &error))
        return qii_fail(key->path, &error);
    key->damages = profile.reader.damages;
    qp_profile_close(&profile);
    return QII_OK;
}

static int find_damages_of_copies(struct merge_key *keys, uint32_t count)
{
    int code = QII_OK;
    for (uint32_t i = 0; i < count && !code; i++) {
        if ((i > 0 && are_copies(&keys[i - 1], &keys[i])) || (i + 1 < count && are_copies(&keys[i], &keys[i + 1])))
            code = find_damages(&keys[i]);
    }
    return code;
}

/* ---- merging ----------------------------------------------------------------------------------------------------- */

static void warn_state(const struct qp_reader *reader, const char *path)
{
    if (reader->ending == QP_ENDING_RUNNING)
        fprintf(stderr, "qii: %s: still running; its current data is merged\n", path);
    if (reader->damages)
        fprintf(stderr, "qii: %s is damaged: %s; only the readable part is merged\n", path, reader->damage);
}

static int add_file(struct qp_merge *merge, const char *path, struct qii_runs *found, struct qii_progress *progress)
{
    struct qp_error error = {0};
    struct qp_profile profile;
    if (qp_profile_open(&profile, path, &error)) {
        qii_progress_clear(progress);
        return qii_fail(path, &error);
    }
    enum qp_merge_result result = qp_merge_add(merge, &profile, path, &error);
    found->known += result == QP_MERGE_KNOWN;
    if (result != QP_MERGE_ADDED || profile.reader.damages || profile.reader.ending == QP_ENDING_RUNNING)
        qii_progress_clear(progress);
    if (result == QP_MERGE_ADDED)
        warn_state(&profile.reader, path);
    qp_profile_close(&profile);
    return result == QP_MERGE_FAILED ? qii_fail(path, &error) : QII_OK;
}

static int add_files(struct qp_merge *merge, const struct merge_key *keys, uint32_t count, struct qii_runs *found)
{
    struct qii_progress progress = qii_progress_begin("merging", "files", count);
    int code = QII_OK;
    for (uint32_t i = 0; i < count && !code; i++) {
        code = add_file(merge, keys[i].path, found, &progress);
        qii_progress_step(&progress, i + 1);
    }
    qii_progress_clear(&progress);
    if (!code && found->known)
        fprintf(stderr, "qii: %u of the files %s runs that are also in other files; each run is counted once\n",
                found->known, found->known == 1 ? "has" : "have");
    return code;
}

/* Fill in `keys` and sort them. Return QII_OK, or another exit code after a message on stderr. */
static int read_keys(struct merge_key *keys, const char *const *paths, uint32_t count)
{
    int code = QII_OK;
    for (uint32_t i = 0; i < count && !code; i++)
        code = read_key(&keys[i], paths[i]);
    if (code)
        return code;
    qsort(keys, count, sizeof *keys, in_merge_order); /* copies are now adjacent */
    code = find_damages_of_copies(keys, count);
    qsort(keys, count, sizeof *keys, in_merge_order);
    return code;
}

int qii_runs_merge(const char *const *paths, uint32_t count, bool apart, struct qp_writer *writer,
                   struct qii_runs *found)
{
    struct qp_error error = {0};
    struct merge_key *keys = calloc((size_t)count + 1, sizeof *keys);
    struct qp_merge *merge = qp_merge_new(apart);
    *found = (struct qii_runs){0};
    int code = keys && merge ? read_keys(keys, paths, count) : qii_no_memory();
    if (!code)
        code = add_files(merge, keys, count, found);
    if (!code && qp_merge_write(merge, writer, &error))
        code = qii_fail(NULL, &error);
    if (!code) {
        found->runs = qp_writer_header(writer)->runs;
        found->logs = qp_merge_logs(merge);
    }
    free(keys);
    qp_merge_free(merge);
    return code;
}
