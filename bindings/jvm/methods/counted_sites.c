#include "bindings/jvm/methods/counted_sites.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "bindings/jvm/insert/counters.h"
#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"

#define SITE_BYTES  (QJVM_STRIPES * QJVM_STRIPE * sizeof(uint64_t)) /* size of a site's counters */
#define CHUNK_SITES 128                                             /* sites whose counters are allocated together */

static struct qjvm_counted_site *newest; /* atomic */
static struct kit_hashmap sites; /* by a hash of method, offset, kind and type, or of a result's number and class */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects all but `newest` and the counters */
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

/* Return a class's name without the number that JDKs before 21 add to the names of classes of lambdas. */
static struct qjvm_text unnumbered(struct qjvm_text name)
{
    static const char lambda[] = "$$Lambda$";
    size_t end = name.size;
    while (end > 0 && name.bytes[end - 1] >= '0' && name.bytes[end - 1] <= '9')
        end--;
    bool numbered = end < name.size && end >= sizeof lambda - 1 &&
                    memcmp(name.bytes + end - (sizeof lambda - 1), lambda, sizeof lambda - 1) == 0;
    return numbered ? (struct qjvm_text){name.bytes, end - 1} : name;
}

/* Return a copy of a method's names and lines, NULL if out of memory. */
static struct qjvm_counted_method *copy_method(const struct qjvm_class_file *class, const struct qjvm_method *method,
                                               const struct qjvm_source_lines *source)
{
    size_t size = (size_t)method->line_count * sizeof *source->lines;
    struct qjvm_counted_method *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    *made = (struct qjvm_counted_method){.class = copy(unnumbered(class->name)),
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

/* Return a new site, which owns the signature; NULL if out of memory. */
static struct qjvm_counted_site *make(const struct qjvm_counted_method *method, enum qjvm_site_kind kind, int line,
                                      char *signature)
{
    struct qjvm_counted_site *made = calloc(1, sizeof *made);
    uint64_t *counters = made && signature ? new_counters() : NULL;
    if (!counters) {
        free(made);
        free(signature);
        return NULL;
    }
    *made = (struct qjvm_counted_site){
        .next = newest, .method = method, .kind = kind, .line = line, .signature = signature, .counters = counters};
    return made;
}

static void publish(struct qjvm_counted_site *site, uint64_t key)
{
    kit_hashmap_put(&sites, key, site); /* if it fails, equal objects get counters of their own */
    __atomic_store_n(&newest, site, __ATOMIC_RELEASE);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

/* Sites whose objects may be of any class. The site with number n is results[n - 1]. */
static struct result {
    const struct qjvm_counted_method *method;
    int line;
} * results;
static size_t result_count;
static struct kit_hashmap numbers; /* by the site's key */

/* Return the number of a site of results, 0 if out of memory. */
static uint64_t number_of(uint64_t key, const struct qjvm_counted_method *method, int line)
{
    uintptr_t known = (uintptr_t)kit_hashmap_get(&numbers, key);
    struct result *more = known || !method ? NULL : kit_array_more(results, result_count, sizeof *more);
    if (!more)
        return known;
    results = more;
    results[result_count++] = (struct result){method, line};
    kit_hashmap_put(&numbers, key,
                    (void *)result_count); /* if it fails, the site of an equal method gets another number */
    return result_count;
}

uint64_t *qjvm_counted_sites_of_class(unsigned number, const char *signature, uint64_t size)
{
    const uint64_t parts[] = {number, hash_of(qjvm_text_of(signature))};
    uint64_t key = qp_hash_bytes(parts, sizeof parts);
    enum qjvm_site_kind kind = *signature == '[' ? QJVM_SITE_ARRAY : QJVM_SITE_OBJECT;
    pthread_mutex_lock(&lock);
    struct qjvm_counted_site *site = kit_hashmap_get(&sites, key);
    const struct result *result = number > 0 && number <= result_count ? &results[number - 1] : NULL;
    if (!site && result && (site = make(result->method, kind, result->line, strdup(signature)))) {
        site->size = kind == QJVM_SITE_OBJECT ? size : 0;
        publish(site, key);
    }
    pthread_mutex_unlock(&lock);
    return site ? site->counters : NULL;
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

/* Return the binary logarithm of the size of an array's elements. Codes of types have it in their lowest two bits. */
static unsigned shift_of(const struct qjvm_site *site)
{
    return site->kind != QJVM_SITE_ARRAY ? 0 : site->element ? site->element & 3 : reference_shift;
}

/* Return the argument of the call that counts at a site, 0 if there is none. */
static uint64_t argument_of(const struct qjvm_site *site, uint64_t key, const struct qjvm_counted_method *method,
                            int line)
{
    if (site->kind == QJVM_SITE_BUILDER)
        return 0;
    if (site->kind == QJVM_SITE_RESULT) {
        uint64_t number = number_of(key, method, line);
        return number ? number * (QJVM_SITE_LOW + 1) | site->dimensions : 0;
    }
    struct qjvm_counted_site *counted = kit_hashmap_get(&sites, key);
    if (!counted && method && (counted = make(method, site->kind, line, qjvm_site_signature(site))))
        publish(counted, key);
    return counted ? (uint64_t)(uintptr_t)counted->counters | shift_of(site) : 0;
}

void qjvm_counted_sites_add(const struct qjvm_class_file *class, const struct qjvm_method *method,
                            const struct qjvm_source_lines *source, uint64_t *arguments)
{
    const struct qjvm_counted_method *copied = NULL;
    const uint64_t names[] = {hash_of(unnumbered(class->name)), hash_of(method->name), hash_of(method->descriptor)};
    pthread_mutex_lock(&lock);
    for (int i = 0; i < method->sites->count; i++) {
        const struct qjvm_site *site = &method->sites->items[i];
        const uint64_t parts[] = {qp_hash_bytes(names, sizeof names), site->offset, site->kind, hash_of(site->type)};
        uint64_t key = qp_hash_bytes(parts, sizeof parts);
        bool known = site->kind == QJVM_SITE_BUILDER || kit_hashmap_get(&sites, key) || kit_hashmap_get(&numbers, key);
        if (!copied && !known)
            copied = copy_method(class, method, source);
        arguments[i] = argument_of(site, key, copied, line_of(method, source, site->offset));
    }
    pthread_mutex_unlock(&lock);
}
