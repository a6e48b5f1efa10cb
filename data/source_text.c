#include "data/source_text.h"

#include "base/hash.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST ((off_t)256 << 20) /* larger files are no source texts */

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Returns false without memory; bytes stay NULL when there is no such file. */
static bool read_file(struct qp_source_text *source, const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return true;
    bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= LARGEST;
    char *bytes = regular ? malloc((size_t)status.st_size + 1) : NULL;
    size_t size = 0;
    while (bytes && size < (size_t)status.st_size) {
        ssize_t got = read(fd, bytes + size, (size_t)status.st_size - size);
        if (got <= 0)
            break;
        size += (size_t)got;
    }
    close(fd);
    source->bytes = bytes;
    source->size = size;
    return !regular || bytes;
}

static bool read_below(struct qp_source_text *source, struct qp_text directory, struct qp_text name)
{
    if (source->bytes || directory.length == 0)
        return true;
    size_t size = (size_t)directory.length + name.length + 2;
    char *path = malloc(size);
    if (!path)
        return false;
    memcpy(path, directory.bytes, directory.length);
    path[directory.length] = '/';
    memcpy(path + directory.length + 1, name.bytes, name.length);
    path[size - 1] = '\0';
    bool ok = read_file(source, path);
    free(path);
    return ok;
}

static bool read_kept(struct qp_source_text *source, struct qp_text text)
{
    source->bytes = malloc((size_t)text.length + 1);
    if (!source->bytes)
        return false;
    memcpy(source->bytes, text.bytes, text.length);
    source->size = text.length;
    return true;
}

static bool find(struct qp_source_text *source, const struct qp_profile *profile, struct qp_text name,
                 const char *extra)
{
    bool absolute = name.bytes[0] == '/';
    return read_below(source, absolute ? qp_text_of("/") : qp_text_of("."), name) &&
           read_below(source, qp_text_of(extra), name) && (absolute || read_below(source, profile->directory, name));
}

/* ---- both ends, and lines ------------------------------------------------------------------------------------ */

bool qp_source_text_open(struct qp_source_text *source, const struct qp_profile *profile, uint32_t file,
                         const char *extra)
{
    const struct qp_profile_file *it = &profile->files[file];
    const struct qp_profile_source *known = it->source == QP_NONE ? NULL : &profile->sources[it->source];
    *source = (struct qp_source_text){.state = QP_SOURCE_TEXT_SAME};
    if (known && known->text.bytes)
        return read_kept(source, known->text);
    if (!find(source, profile, it->name, extra)) {
        qp_source_text_close(source);
        return false;
    }
    if (!source->bytes)
        source->state = QP_SOURCE_TEXT_MISSING;
    else if (known && known->hashed && known->hash != qp_hash_bytes(source->bytes, source->size))
        source->state = QP_SOURCE_TEXT_CHANGED;
    return true;
}

bool qp_source_text_is_known(const struct qp_profile *profile, uint32_t file)
{
    uint32_t source = profile->files[file].source;
    return source != QP_NONE && (profile->sources[source].hashed || profile->sources[source].text.bytes);
}

void qp_source_text_close(struct qp_source_text *source)
{
    free(source->bytes);
    *source = (struct qp_source_text){.state = QP_SOURCE_TEXT_MISSING};
}

bool qp_source_text_line(struct qp_source_text *source, struct qp_text *line)
{
    if (source->at >= source->size)
        return false;
    const char *start = source->bytes + source->at;
    const char *end = memchr(start, '\n', source->size - source->at);
    size_t length = end ? (size_t)(end - start) : source->size - source->at;
    source->at += length + 1;
    if (length && start[length - 1] == '\r')
        length--;
    *line = (struct qp_text){start, (uint32_t)length};
    return true;
}
