#include "bindings/jvm/methods/counted_sites.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "bindings/jvm/insert/counters.h"
#include "bindings/kit/hashmap.h"

#define SITE_BYTES  (QJVM_STRIPES * QJVM_STRIPE * sizeof(uint64_t)) /* of a site's counters */
#define CHUNK_SITES 128                                             /* sites whose counters are allocated together */

static struct qjvm_counted_site *newest;                 /* atomic */
static struct kit_hashmap sites;                         /* by a hash of the method, the offset and the type */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects `sites` and the chunk */
static unsigned reference_shift = 2;

void qjvm_counted_sites_begin(unsigned reference_size)
{
    reference_shift = reference_size == 8 ? 3 : 2;
}

struct qjvm_counted_site *qjvm_counted_sites(void)
{
    return __atomic_load_n(&newest, __ATOMIC_ACQUIRE);
}

static uint64_t sum_of(const struct qjvm_counted_site *site, size_t first)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < QJVM_STRIPES; i++)
        sum += __atomic_load_n(&site->counters[first + i * QJVM_STRIPE], __ATOMIC_RELAXED);
    return sum;
}

uint64_t qjvm_counted_site_objects(const struct qjvm_counted_site *site)
{
    return sum_of(site, 0);
}

uint64_t qjvm_counted_site_bytes(const struct qjvm_counted_site *site)
{
    return sum_of(site, 1);
}

/* Return new counters, whose addresses have no bit of QJVM_SITE_LOW; NULL if out of memory. */
static uint64_t *new_counters(void)
{
    static unsigned char *chunk;
    static unsigned used = CHUNK_SITES;
    if (used == CHUNK_SITES) {
        unsigned char *made = aligned_alloc(QJVM_SITE_LOW + 1, CHUNK_SITES * SITE_BYTES);
        if (!made)
            return NULL;
        memset(made, 0, CHUNK_SITES * SITE_BYTES);
        chunk = made;
        used = 0;
    }
    return (uint64_t *)(void *)(chunk + used++ * SITE_BYTES);
}

static char *copy(struct qjvm_text text)
{
    return strndup(text.bytes ? (const char *)text.bytes : "", text.size);
}

static void free_method(struct qjvm_counted_method *method)
{
    free(method->class);
    free(method->name);
    free(method->descriptor);
    free(method->folder);
    free(method->file);
    free(method->source.lines);
    free(method);
}

/* Return a copy of a method's names and lines, NULL if out of memory. */
static struct qjvm_counted_method *copy_method(const struct qjvm_class_file *class, const struct qjvm_method *method,
                                               const struct qjvm_source_lines *source)
{
    size_t size = (size_t)method->line_count * sizeof *source->lines;
    struct qjvm_counted_method *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    *made = (struct qjvm_counted_method){.class = copy(class->name),
                                         .name = copy(method->name),
                                         .descriptor = copy(method->descriptor),
                                         .folder = copy(source->file.folder),
                                         .file = copy(source->file.name),
                                         .source.lines = malloc(size + 1),
                                         .line_count = method->line_count};
    if (made->class && made->name && made->descriptor && made->folder && made->file && made->source.lines) {
        made->source.file =
            (struct qjvm_source_file){.folder = qjvm_text_of(made->folder), .name = qjvm_text_of(made->file)};
        memcpy(made->source.lines, source->lines, size);
        return made;
    }
    free_method(made);
    return NULL;
}

static uint64_t hash_of(struct qjvm_text text)
{
    return qp_hash_bytes(text.bytes, text.size);
}

static int line_of(const struct qjvm_method *method, const struct qjvm_source_lines *source, unsigned offset)
{
    int line = 0;
    for (int i = 0; i < method->line_count && (unsigned)method->lines[i].offset <= offset; i++)
        line = source->lines[i];
    return line;
}

/* Return a new site, NULL if out of memory. */
static struct qjvm_counted_site *make(const struct qjvm_counted_method *method, const struct qjvm_site *site, int line)
{
    struct qjvm_counted_site *made = calloc(1, sizeof *made);
    char *signature = qjvm_site_signature(site);
    uint64_t *counters = made && signature ? new_counters() : NULL;
    if (!counters) {
        free(made);
        free(signature);
        return NULL;
    }
    made->method = method;
    made->kind = site->kind;
    made->line = line;
    made->signature = signature;
    made->counters = counters;
    return made;
}

/* Return the lowest bits of the argument of the call that counts. */
static unsigned low_bits(const struct qjvm_site *site)
{
    static const unsigned char shifts[] = {[4] = 0, [5] = 1, [6] = 2, [7] = 3, [8] = 0, [9] = 1, [10] = 2, [11] = 3};
    if (site->kind == QJVM_SITE_RESULT)
        return site->dimensions;
    return site->kind != QJVM_SITE_ARRAY ? 0 : site->element ? shifts[site->element] : reference_shift;
}

void qjvm_counted_sites_add(const struct qjvm_class_file *class, const struct qjvm_method *method,
                            const struct qjvm_source_lines *source, uint64_t *counters)
{
    struct qjvm_counted_method *copied = NULL;
    const uint64_t names[] = {hash_of(class->name), hash_of(method->name), hash_of(method->descriptor)};
    pthread_mutex_lock(&lock);
    for (int i = 0; i < method->sites->count; i++) {
        const struct qjvm_site *site = &method->sites->items[i];
        counters[i] = 0;
        if (site->kind == QJVM_SITE_BUILDER)
            continue;
        const uint64_t parts[] = {qp_hash_bytes(names, sizeof names), site->offset, site->kind, hash_of(site->type)};
        uint64_t key = qp_hash_bytes(parts, sizeof parts);
        struct qjvm_counted_site *counted = kit_hashmap_get(&sites, key);
        if (!counted && (copied || (copied = copy_method(class, method, source))) &&
            (counted = make(copied, site, line_of(method, source, site->offset)))) {
            kit_hashmap_put(&sites, key, counted); /* if it fails, an equal method gets counters of its own */
            counted->next = newest;
            __atomic_store_n(&newest, counted, __ATOMIC_RELEASE);
        }
        counters[i] = counted ? (uint64_t)(uintptr_t)counted->counters | low_bits(site) : 0;
    }
    pthread_mutex_unlock(&lock);
}
