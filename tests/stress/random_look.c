#include "tests/stress/random_look.h"

#include "profile/log/events.h"
#include "profile/load/ledger.h"
#include "profile/source/locations.h"
#include "profile/merge/merge.h"
#include "format/diagnostic.h"
#include "format/sizes.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Return true if a merged file, made from a valid file, is valid. */
static bool look_at_merged_file(const char *path, int fd)
{
    struct qp_error error = {0};
    struct qp_profile merged;
    struct qp_ledgers ledgers;
    if (qp_profile_open_fd(&merged, fd, QP_ENDING_NORMAL, &error) != 0) {
        printf("%s merged: %s\n", path, error.text);
        return false;
    }
    bool adds_up = qp_ledgers_check(&ledgers, &merged) && ledgers.off == 0;
    if (merged.reader.damages != 0)
        printf("%s merged: %s\n", path, merged.reader.damage);
    if (!adds_up)
        printf("%s merged: %llu sums are off: %s\n", path, (unsigned long long)ledgers.off, ledgers.first);
    bool valid = merged.reader.damages == 0 && adds_up;
    qp_profile_close(&merged);
    return valid;
}

static bool look_at_merged(const char *path, const struct qp_profile *profile)
{
    struct qp_merge *merge = qp_merge_new(false);
    struct qp_error error = {0};
    struct qp_writer writer;
    int fd = memfd_create("merged", MFD_CLOEXEC);
    bool valid = true;
    enum qp_merge_result result = merge ? qp_merge_add(merge, profile, path, &error) : QP_MERGE_FAILED;
    if (result == QP_MERGE_ADDED && qp_merge_write(merge, &writer, &error) == 0) {
        valid = qp_writer_save_fd(&writer, fd, &error) == 0 && look_at_merged_file(path, fd);
        qp_writer_close(&writer);
    } else if (result == QP_MERGE_ADDED || result == QP_MERGE_FAILED) {
        valid = false;
    }
    if (error.text[0] != '\0')
        printf("%s merged: %s\n", path, error.text);
    qp_merge_free(merge);
    close(fd);
    return valid;
}

/* Return true if a file reports the misuse that a virtual thread ran on two system threads at once. A run without
 * this misuse must not report it, because the report would excuse wrong sums. */
static bool is_accused(const char *path, const struct qp_profile *profile)
{
    bool accused = false;
    for (int product = 0; product < QP_PRODUCTS; product++)
        accused |= profile->reader.header.diagnostics[product][QP_DIAGNOSTIC_VTHREAD_TWICE].count != 0;
    if (accused)
        printf("%s: reports virtual threads on two threads at once\n", path);
    return accused;
}

/* Read everything in a file. Return true if the file is valid. */
static bool look_at_profile(const char *path, struct qp_profile *profile, bool at_once)
{
    struct qp_error error = {0};
    struct qp_events events;
    struct qp_event event;
    struct qp_locations places;
    struct qp_ledgers ledgers;
    uint64_t sizes[QP_KINDS];
    qp_sizes_measure(&profile->reader, sizes);
    if (qp_events_open(&events, profile, &error) != 0) {
        printf("%s: %s\n", path, error.text);
        return false;
    }
    while (qp_events_next(&events, &event))
        ;
    qp_events_close(&events);
    if (qp_locations_open(&places, &profile->reader))
        qp_locations_close(&places);
    if (profile->reader.damages != 0)
        printf("%s: %llu damages: %s\n", path, (unsigned long long)profile->reader.damages, profile->reader.damage);
    bool unseen = at_once && (profile->reader.ending != QP_ENDING_NORMAL || profile->reader.header.ended_by);
    bool adds_up = unseen || (qp_ledgers_check(&ledgers, profile) && ledgers.off == 0);
    if (!adds_up)
        printf("%s: %llu sums are off: %s\n", path, (unsigned long long)ledgers.off, ledgers.first);
    bool valid = profile->reader.damages == 0 && adds_up && (at_once || !is_accused(path, profile));
    return valid && (unseen || look_at_merged(path, profile));
}

static bool look_at_file(const char *path, bool at_once)
{
    struct qp_profile profile;
    struct qp_error error = {0};
    if (qp_profile_open(&profile, path, &error) != 0) {
        printf("%s: %s\n", path, error.text);
        return false;
    }
    bool valid = look_at_profile(path, &profile, at_once);
    qp_profile_close(&profile);
    return valid;
}

bool look_at_directory(const char *path, bool at_once, unsigned *files)
{
    bool valid = true;
    DIR *directory = opendir(path);
    for (const struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        char name[600];
        const char *dot = strrchr(entry->d_name, '.');
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (dot != NULL && strcmp(dot, ".qii") == 0) {
            ++*files;
            valid &= look_at_file(name, at_once);
        }
    }
    if (directory != NULL)
        closedir(directory);
    return valid;
}
