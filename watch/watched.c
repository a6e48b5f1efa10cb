#include "watch/watched.h"

#include "base/clock.h"
#include "profile/query/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void close_reading(struct qp_watched *watched)
{
    if (!watched->is_read)
        return;
    qp_on_top_free(&watched->on_top);
    qp_query_close(&watched->query);
    qp_profile_close(&watched->profile);
    qp_texts_fini(&watched->texts);
    watched->is_read = false;
}

/* A recorder never shortens its file, so if the file is shorter than it was, another program has truncated it. */
void qp_watched_look(struct qp_watched *watched)
{
    struct stat status;
    watched->cut |= watched->is_read && fstat(watched->fd, &status) == 0 &&
                    (uint64_t)status.st_size < watched->profile.reader.file_size;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

/* Copy the texts that the screen shows: the program, and the names of threads and groups. Return false if out of
 * memory. */
static bool keep_texts(struct qp_texts *texts, struct qp_profile *profile)
{
    profile->program = qp_texts_keep(texts, profile->program);
    for (uint32_t i = 0; i < profile->carrier_count + profile->living_count; i++)
        profile->threads[i].name = qp_texts_keep(texts, profile->threads[i].name);
    for (uint32_t i = 0; i < profile->group_count; i++)
        profile->groups[i].name = qp_texts_keep(texts, profile->groups[i].name);
    return !texts->failed;
}

/* ---- readings ---------------------------------------------------------------------------------------------------- */

/* Read the file, and replace the previous reading when the new one is complete. The query points to the profile.
 * This pointer is set again after the profile is copied into *watched. */
static int read_file(struct qp_watched *watched, uint64_t *moment, struct qp_error *error)
{
    char name[40];
    struct qp_profile profile;
    struct qp_on_top_before before = {0};
    struct qp_on_top on_top = {0};
    struct qp_query query;
    struct qp_selection selection = watched->selection;
    snprintf(name, sizeof name, "/proc/self/fd/%d", watched->fd); /* may have no other name */
    if (watched->is_read)
        qp_on_top_look(&before, &watched->profile, selection.product);
    int code = qp_profile_open(&profile, name, error);
    *moment = qp_clock_monotonic();
    if (!code && watched->any_product && watched->recent.count == 0)
        selection.product = qp_profile_product(&profile);
    if (!code && !qp_on_top_find(&on_top, &profile, selection.product, &before))
        code = qp_error_memory(error);
    if (!code) {
        qp_on_top_charge(&on_top, &profile, selection.product);
        if (!qp_profile_measure(&profile, watched->measure))
            code = qp_error_set(error, QP_ERR_READ, "no allocations were recorded so far");
    }
    if (!code)
        code = qp_query_open(&query, &profile, &selection, error);
    qp_on_top_before_free(&before);
    if (code) {
        qp_on_top_free(&on_top);
        qp_profile_close(&profile);
        return code;
    }
    close_reading(watched);
    watched->profile = profile;
    watched->query = query;
    watched->query.profile = &watched->profile;
    watched->on_top = on_top;
    watched->selection.product = selection.product;
    watched->is_read = true;
    return 0;
}

void qp_watched_read(struct qp_watched *watched)
{
    uint64_t moment;
    watched->error = (struct qp_error){0};
    qp_watched_look(watched);
    if (watched->cut || read_file(watched, &moment, &watched->error) != 0)
        return;
    if (!keep_texts(&watched->texts, &watched->profile) ||
        !qp_recent_read(&watched->recent, &watched->query, moment, watched->smoothing))
        qp_error_memory(&watched->error);
}

int qp_watched_open(struct qp_watched *watched, const char *path, int fd, struct qp_error *error)
{
    watched->path = path;
    watched->fd = fd;
    qp_watched_read(watched);
    *error = watched->error;
    if (error->code)
        qp_watched_close(watched);
    return error->code;
}

void qp_watched_close(struct qp_watched *watched)
{
    close_reading(watched);
    qp_recent_free(&watched->recent);
    close(watched->fd);
}

bool qp_watched_was_running(const struct qp_watched *watched)
{
    return watched->profile.reader.ending == QP_ENDING_RUNNING;
}

bool qp_watched_is_live(const struct qp_watched *watched)
{
    return qp_watched_was_running(watched) && !watched->cut;
}

const char *qp_watched_place(const struct qp_watched *watched)
{
    struct stat held, named;
    if (fstat(watched->fd, &held) != 0)
        return NULL;
    if (held.st_nlink == 0)
        return "the file was deleted";
    if (watched->path && stat(watched->path, &named) == 0 &&
        (named.st_dev != held.st_dev || named.st_ino != held.st_ino))
        return "the file was replaced";
    return NULL;
}
