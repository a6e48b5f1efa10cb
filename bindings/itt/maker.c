/* maker.c - domains, names, counters and histograms. Static parts can make them, but that of oneTBB makes only empty
 * ones once a library is initialized. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/itt/functions.h"
#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"

enum kind { DOMAIN, STRING, COUNTER, HISTOGRAM };

struct made {
    enum kind kind;
    char *name;
    char *domain; /* of a counter; "" = none */
    int type;     /* of a counter */
    const void *owner;
    union {
        struct itt_domain domain;
        struct itt_string string;
        struct itt_counter counter;
        struct itt_histogram histogram;
    } as;
    struct made *same; /* with the same hash */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kit_hashmap all; /* by the hash of the name */

static bool is(const struct made *made, const struct made *wanted)
{
    return made->kind == wanted->kind && made->type == wanted->type && made->owner == wanted->owner &&
           strcmp(made->name, wanted->name) == 0 && strcmp(made->domain, wanted->domain) == 0;
}

static struct made *copy(const struct made *wanted)
{
    struct made *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    *made = *wanted;
    made->name = strdup(wanted->name);
    made->domain = strdup(wanted->domain);
    if (made->name && made->domain)
        return made;
    free(made->name);
    free(made->domain);
    free(made);
    return NULL;
}

/* Return the one that equals `wanted`. If it is new, copy `wanted`. Return NULL if out of memory. */
static struct made *get(const struct made *wanted)
{
    uint64_t key = kit_hash(wanted->name, strlen(wanted->name));
    pthread_mutex_lock(&lock);
    struct made *first = kit_hashmap_get(&all, key), *made = first;
    while (made && !is(made, wanted))
        made = made->same;
    if (!made && (made = copy(wanted))) {
        made->same = first;
        if (kit_hashmap_put(&all, key, made) != 0) {
            free(made->name);
            free(made->domain);
            free(made);
            made = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    return made;
}

static struct itt_domain *make_domain(const char *name)
{
    struct made *made =
        name ? get(&(struct made){.kind = DOMAIN, .name = (char *)name, .domain = "", .as.domain.flags = 1}) : NULL;
    if (made)
        made->as.domain.name = made->name;
    return made ? &made->as.domain : NULL;
}

static struct itt_string *make_string(const char *text)
{
    struct made *made = text ? get(&(struct made){.kind = STRING, .name = (char *)text, .domain = ""}) : NULL;
    if (made)
        made->as.string.text = made->name;
    return made ? &made->as.string : NULL;
}

static struct itt_counter *make_typed_counter(const char *name, const char *domain, int type)
{
    struct made wanted = {.kind = COUNTER,
                          .name = (char *)name,
                          .domain = (char *)(domain ? domain : ""),
                          .type = type,
                          .as.counter.type = type};
    struct made *made = name ? get(&wanted) : NULL;
    if (made) {
        made->as.counter.name = made->name;
        made->as.counter.domain = domain ? made->domain : NULL;
    }
    return made ? &made->as.counter : NULL;
}

static struct itt_counter *make_counter(const char *name, const char *domain)
{
    return make_typed_counter(name, domain, ITT_U64);
}

static struct itt_counter *make_counter_in(const struct itt_domain *domain, const char *name, int type)
{
    return make_typed_counter(name, domain ? domain->name : NULL, type);
}

static struct itt_histogram *make_histogram(const struct itt_domain *domain, const char *name, int x_type, int y_type)
{
    struct made wanted = {.kind = HISTOGRAM,
                          .name = (char *)name,
                          .domain = "",
                          .owner = domain,
                          .as.histogram = {.domain = domain, .x_type = x_type, .y_type = y_type}};
    struct made *made = name ? get(&wanted) : NULL;
    if (made)
        made->as.histogram.name = made->name;
    return made ? &made->as.histogram : NULL;
}

/* ---- fork ------------------------------------------------------------------------------------------------------- */

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

/* Children need domains even if they are not recorded. No other lock is taken while this one is held. */
__attribute__((constructor)) static void prepare_for_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}

const struct itt_named itt_makers[] = {ITT_NAMED(domain_create, make_domain),
                                       ITT_NAMED(string_handle_create, make_string),
                                       ITT_NAMED(counter_create, make_counter),
                                       ITT_NAMED(counter_create_typed, make_typed_counter),
                                       ITT_NAMED(counter_create_v3, make_counter_in),
                                       ITT_NAMED(histogram_create, make_histogram),
                                       {NULL, NULL}};
