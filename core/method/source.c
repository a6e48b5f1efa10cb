#include "core/method/source.h"

#include "base/atomic.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "core/store/arena.h"
#include "core/store/store.h"
#include "core/store/string.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct source {
    struct source *next;
    const char *file;
    const char *text;               /* owned copy of the text, NULL = none */
    struct qp_source_record record; /* its members `file` and `text` are 0, since references differ between data
                                     * files */
};

struct exclusion {
    struct exclusion *next;
    char *file;
    char *reason;
    int first;
    int last;
};

static struct qp_map known;    /* map from the hash of each known name to 1 */
static struct qp_map excluded; /* map from the hash of each exclusion to 1 */
static struct source *sources;
static struct exclusion *exclusions;

static void write_source(const struct source *source)
{
    struct qp_source_record record = source->record;
    record.file = qp_string_put(source->file);
    record.text = source->text ? qp_string_put_text(source->text, record.size) : 0;
    qp_arena_add(QP_KIND_SOURCE, &record, sizeof record);
}

static void write_exclusion(const struct exclusion *exclusion)
{
    QP_ARENA_ADD(QP_KIND_EXCLUSION, struct qp_exclusion_record, .file = qp_string_put(exclusion->file),
                 .first = exclusion->first, .last = exclusion->last, .reason = qp_string_put(exclusion->reason));
}

static uint64_t key_of(const char *file)
{
    return qp_hash_bytes(file, strlen(file));
}

static bool is_known(const char *file)
{
    return qp_map_get(&known, key_of(file)) != 0;
}

/* Add a permanent copy of a source, and write it into the data file. Return 0, or -1 if out of memory. The name
 * becomes known after the source is complete, so a child that is forked meanwhile either has the whole source or does
 * not know the name. */
static int add(const struct source *made)
{
    struct source *source = qp_memory_keep(sizeof *source);
    const char *file = source ? qp_memory_text(made->file) : NULL;
    if (!file)
        return -1;
    *source = *made;
    source->file = file;
    source->next = sources;
    qp_store_release(&sources, source);
    if (qp_map_put(&known, key_of(file), 1) != 0) {
        qp_store_release(&sources, source->next);
        return -1;
    }
    write_source(source);
    return 0;
}

int qp_source_keep(const char *file, const char *text, size_t size)
{
    if (is_known(file))
        return 0;
    char *copy = qp_memory_keep(size + 1);
    if (!copy)
        return -1;
    return add(&(struct source){.file = file,
                                .text = memcpy(copy, text, size),
                                .record = {.size = size, .hash = qp_hash_bytes(text, size), .hashed = 1}});
}

static int hash_file(struct source *source, const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(fd);
        return -1;
    }
    size_t size = (size_t)status.st_size, got = 0;
    void *content = size == 0 ? NULL : qp_memory_map(size);
    while (content && got < size) {
        ssize_t part = read(fd, (char *)content + got, size - got);
        if (part <= 0)
            break;
        got += (size_t)part;
    }
    close(fd);
    bool whole = got == size;
    source->record =
        (struct qp_source_record){.size = size, .hashed = whole, .hash = whole ? qp_hash_bytes(content, got) : 0};
    qp_memory_unmap(content, size);
    return 0;
}

static void find_and_hash(struct source *source, const char *path)
{
    if (hash_file(source, source->file) == 0 || source->file[0] == '/' || !path)
        return;
    while (*path != '\0') {
        char name[4096];
        int length = (int)strcspn(path, ":");
        if (snprintf(name, sizeof name, "%.*s/%s", length, path, source->file) < (int)sizeof name &&
            hash_file(source, name) == 0)
            return;
        path += length + (path[length] == ':');
    }
}

void qp_source_hash(const char *file, const char *path)
{
    struct source source = {.file = file};
    if (is_known(file))
        return;
    find_and_hash(&source, path);
    add(&source);
}

static uint64_t exclusion_key(const char *file, int first, int last, const char *reason)
{
    const uint64_t parts[] = {key_of(file), (uint64_t)first << 32 | (uint32_t)last, reason ? key_of(reason) : 0};
    return qp_hash_bytes(parts, sizeof parts);
}

/* A script that is loaded again excludes the same lines again. Each new data file contains all exclusions, so without
 * the map its start would take longer with each load. */
int qp_source_exclude(const char *file, int first, int last, const char *reason)
{
    uint64_t key = exclusion_key(file, first, last, reason);
    if (qp_map_get(&excluded, key) != 0)
        return 0;
    struct exclusion *exclusion = qp_memory_keep(sizeof *exclusion);
    if (!exclusion)
        return -1;
    *exclusion =
        (struct exclusion){exclusions, qp_memory_text(file), reason ? qp_memory_text(reason) : NULL, first, last};
    if (!exclusion->file || (reason && !exclusion->reason) || qp_map_put(&excluded, key, 1) != 0)
        return -1;
    exclusions = exclusion;
    write_exclusion(exclusion);
    return 0;
}

void qp_source_write_all(void)
{
    for (const struct source *source = sources; source; source = source->next)
        write_source(source);
    for (const struct exclusion *exclusion = exclusions; exclusion; exclusion = exclusion->next)
        write_exclusion(exclusion);
}
