#include "bindings/python/functions/source.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/registry.h"
#include "bindings/kit/strings.h"

/* Excluded lines. */
struct exclusion {
    int first;
    int last;
    char *reason; /* NULL = none */
};

struct qpy_source {
    char *file;
    char *text; /* NULL = the source is a file, or its text is unknown */
    size_t size;
    struct exclusion *exclusions;
    int exclusion_count;
    unsigned generation; /* kit_library.generation in which the source was registered, 0 = never */
};

static struct kit_hashmap sources; /* by the hash of the file name */
static int texts;                  /* number of sources from qpy_source_of_text */

struct qpy_source *qpy_source_of(const char *file)
{
    uint64_t key = kit_hash(file, strlen(file));
    struct qpy_source *source = kit_hashmap_get(&sources, key);
    if (source)
        return source;
    source = calloc(1, sizeof *source);
    if (source)
        source->file = strdup(file);
    if (!source || !source->file || kit_hashmap_put(&sources, key, source) != 0) {
        if (source)
            free(source->file);
        free(source);
        return NULL;
    }
    return source;
}

const char *qpy_source_own_module(void)
{
    static const char here;
    Dl_info module;
    return dladdr(&here, &module) ? module.dli_fname : NULL;
}

const char *qpy_source_own_folder(void)
{
    static char *folder;
    const char *module = folder ? NULL : qpy_source_own_module();
    const char *end = module ? strrchr(module, '/') : NULL;
    while (end && end > module && end[-1] != '/')
        end--;
    if (end)
        folder = kit_format("%.*spython/", (int)(end - module), module);
    return folder;
}

bool qpy_source_is_own(const char *file)
{
    const char *folder = qpy_source_own_folder();
    return folder && strncmp(file, folder, strlen(folder)) == 0;
}

struct qpy_source *qpy_source_of_text(const char *name, const char *text, size_t size)
{
    char *file = kit_format("%s#%08x", name, (unsigned)kit_hash(text, size));
    struct qpy_source *source = NULL;
    if (file && (kit_hashmap_get(&sources, kit_hash(file, strlen(file))) || texts < QPY_SOURCE_TEXTS))
        source = qpy_source_of(file);
    free(file);
    if (!source || source->text)
        return source;
    texts++;
    qpy_source_set_text(source, text, size);
    return source->text ? source : NULL;
}

void qpy_source_set_text(struct qpy_source *source, const char *text, size_t size)
{
    if (source->text)
        return;
    source->text = malloc(size + 1);
    source->size = size;
    if (source->text)
        memcpy(source->text, text, size);
}

const char *qpy_source_own_text(const struct qpy_source *source, size_t *size)
{
    *size = source->size;
    return source->text;
}

void qpy_source_exclude(struct qpy_source *source, int first, int last, const char *reason)
{
    struct exclusion *exclusions =
        kit_array_more(source->exclusions, (size_t)source->exclusion_count, sizeof *exclusions);
    if (!exclusions)
        return;
    source->exclusions = exclusions;
    source->exclusions[source->exclusion_count++] = (struct exclusion){first, last, reason ? strdup(reason) : NULL};
}

bool qpy_source_is_file(const struct qpy_source *source)
{
    struct stat status;
    return stat(source->file, &status) == 0 && S_ISREG(status.st_mode);
}

const char *qpy_source_file(const struct qpy_source *source)
{
    return source->file;
}

void qpy_source_define(struct qpy_source *source)
{
    if (kit_library_knows(source->generation))
        return;
    kit_publish(&(struct kit_source){.file = source->file,
                                     .is_file = !source->text && qpy_source_is_file(source),
                                     .text = source->text,
                                     .size = source->size});
    for (int i = 0; kit_library.qii.exclude_lines && i < source->exclusion_count; i++) {
        const struct exclusion *it = &source->exclusions[i];
        kit_library.qii.exclude_lines(source->file, it->first, it->last, it->reason);
    }
    source->generation = kit_library.generation;
}
