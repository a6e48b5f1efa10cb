#include "tools/qii/loader_cache.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file has a header and entries. They may follow those of an older format, which begin with another mark. */
static const char mark[] = "glibc-ld.so.cache1.1";
static const char older_mark[] = "ld.so-1.7.0";

struct older_header {
    char mark[12];
    uint32_t count;
};

enum { OLDER_ENTRY = 12 };

struct header {
    char mark[20];
    uint32_t count;
    uint32_t unused[6];
};

struct entry {
    int32_t kind;
    uint32_t name, path; /* offsets from the header */
    uint32_t system;
    uint64_t processor;
};

static struct {
    bool read;
    char *bytes; /* from the header on; the last byte is 0 */
    size_t size;
    size_t count;
} cache;

/* Return the offset of the header; 0 also for a file of an unknown format. */
static size_t offset_of_header(const char *bytes, size_t size)
{
    struct older_header older;
    if (size < sizeof older || memcmp(bytes, older_mark, sizeof older_mark - 1) != 0)
        return 0;
    memcpy(&older, bytes, sizeof older);
    return (sizeof older + (size_t)older.count * OLDER_ENTRY + 7) & ~(size_t)7;
}

static void find_header(char *bytes, size_t size)
{
    struct header header;
    size_t at = offset_of_header(bytes, size);
    if (at > size || size - at < sizeof header || memcmp(bytes + at, mark, sizeof mark - 1) != 0)
        return;
    memcpy(&header, bytes + at, sizeof header);
    cache.bytes = bytes + at;
    cache.size = size - at;
    cache.count = (cache.size - sizeof header) / sizeof(struct entry);
    if (cache.count > header.count)
        cache.count = header.count;
}

/* Read the file, which is kept until the end of the process. */
static void read_cache(void)
{
    struct stat status;
    int fd = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
    cache.read = true;
    if (fd < 0)
        return;
    char *bytes = fstat(fd, &status) == 0 && status.st_size > 0 ? malloc((size_t)status.st_size + 1) : NULL;
    ssize_t got = bytes ? read(fd, bytes, (size_t)status.st_size) : -1;
    close(fd);
    if (got > 0) {
        bytes[got] = '\0';
        find_header(bytes, (size_t)got);
    }
    if (!cache.bytes)
        free(bytes);
}

const char *qii_loader_cache_next(const char *name, size_t *at)
{
    if (!cache.read)
        read_cache();
    while (*at < cache.count) {
        struct entry entry;
        memcpy(&entry, cache.bytes + sizeof(struct header) + (*at)++ * sizeof entry, sizeof entry);
        if (entry.name < cache.size && entry.path < cache.size && strcmp(cache.bytes + entry.name, name) == 0)
            return cache.bytes + entry.path;
    }
    return NULL;
}
