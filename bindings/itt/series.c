#include "bindings/itt/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/itt/layout.h"
#include "bindings/itt/lock.h"
#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/native/start.h"

enum { ROOM = 10000, TEXT = 100 /* bytes of the last text */ };

struct series {
    struct itt_series_id id;
    char *name;
    uint64_t count;
    long double last, least, most;
    long double sum; /* of values times weights */
    long double weight;
    char text[TEXT];
    struct series *same; /* with the same hash */
    struct series *next; /* made after this one */
};

static struct kit_hashmap by_id; /* by the hash of the id */
static struct series *first, *last;
static size_t count, left_out;

/* ---- one series ------------------------------------------------------------------------------------------------- */

static uint64_t hash(struct itt_series_id id)
{
    const uint64_t words[] = {id.kind, (uintptr_t)id.owner, (uintptr_t)id.key};
    return kit_hash(words, sizeof words);
}

static struct series **place_of(struct series **list, struct itt_series_id id)
{
    while (*list && ((*list)->id.kind != id.kind || (*list)->id.owner != id.owner || (*list)->id.key != id.key))
        list = &(*list)->same;
    return list;
}

static struct series *make(struct itt_series_id id, const char *domain, const char *name, struct series *same)
{
    struct series *series = count < ROOM ? calloc(1, sizeof *series) : NULL;
    if (!series)
        return NULL;
    series->name = domain && name && domain != name ? kit_format("%s: %s", domain, name)
                                                    : strdup(name     ? name
                                                             : domain ? domain
                                                                      : "without a name");
    series->id = id;
    series->same = same;
    if (!series->name || kit_hashmap_put(&by_id, hash(id), series) != 0) {
        free(series->name);
        free(series);
        return NULL;
    }
    *(last ? &last->next : &first) = series;
    last = series;
    count++;
    return series;
}

/* Return the series; NULL if there is no room. */
static struct series *get(struct itt_series_id id, const char *domain, const char *name)
{
    struct series *list = kit_hashmap_get(&by_id, hash(id)), *found = *place_of(&list, id);
    if (!found && !(found = make(id, domain, name, list)))
        left_out++;
    return found;
}

static void append(struct series *series, struct itt_sample sample)
{
    long double value = sample.value;
    series->last = value;
    series->least = series->count && series->least < value ? series->least : value;
    series->most = series->count && series->most > value ? series->most : value;
    series->sum += value * sample.weight;
    series->weight += sample.weight;
    series->count++;
    if (sample.text)
        snprintf(series->text, sizeof series->text, "%.*s", sample.length < TEXT ? (int)sample.length : TEXT,
                 sample.text);
}

void itt_series_add(struct itt_series_id id, const char *domain, const char *name, struct itt_sample sample)
{
    itt_lock();
    struct series *series = get(id, domain, name);
    if (series)
        append(series, sample);
    itt_unlock();
}

void itt_series_change(struct itt_series_id id, const char *domain, const char *name, long double change)
{
    itt_lock();
    struct series *series = get(id, domain, name);
    if (series)
        append(series, (struct itt_sample){.value = series->last + change, .weight = 1});
    itt_unlock();
}

void itt_series_end(struct itt_series_id id)
{
    itt_lock();
    struct series *list = kit_hashmap_get(&by_id, hash(id)), *before = list, **place = place_of(&list, id);
    if (*place) {
        *place = (*place)->same;
        if (!list)
            kit_hashmap_remove(&by_id, hash(id));
        else if (list != before)
            kit_hashmap_put(&by_id, hash(id), list); /* replaces a value, so it needs no memory */
    }
    itt_unlock();
}

/* ---- the end of the run ----------------------------------------------------------------------------------------- */

static char *describe(const struct series *s)
{
    const char *name = s->name;
    unsigned long long n = s->count;
    long double mean = s->weight > 0 ? s->sum / s->weight : 0;
    switch (s->id.kind) {
    case ITT_SERIES_COUNTER:
        return kit_format("counter %s: %.20Lg at the end, %llu updates, %.20Lg to %.20Lg", name, s->last, n, s->least,
                          s->most);
    case ITT_SERIES_HISTOGRAM:
        return kit_format("histogram %s: total %.20Lg in %llu buckets, at %.20Lg to %.20Lg, mean %.6Lg", name,
                          s->weight, n, s->least, s->most, mean);
    case ITT_SERIES_NUMBERS:
        return kit_format("metadata %s: %llu numbers, %.20Lg to %.20Lg, mean %.6Lg", name, n, s->least, s->most, mean);
    case ITT_SERIES_TEXTS:
        return kit_format("metadata %s: %llu texts, the last one \"%s\"", name, n, s->text);
    default:
        return kit_format("frames %s: %llu submitted, %.3Lf ms in total, %.3Lf ms to %.3Lf ms", name, n, s->sum,
                          s->least, s->most);
    }
}

void itt_series_finish(void)
{
    itt_lock();
    for (const struct series *series = first; series; series = series->next)
        native_annotate(describe(series));
    if (left_out)
        native_annotate(kit_format("ITT: %zu numbers of further counters were left out", left_out));
    itt_unlock();
}

long double itt_number_at(const void *numbers, size_t index, int type)
{
    switch (type) {
    case ITT_U64:
        return ((const uint64_t *)numbers)[index];
    case ITT_S64:
        return ((const int64_t *)numbers)[index];
    case ITT_U32:
        return ((const uint32_t *)numbers)[index];
    case ITT_S32:
        return ((const int32_t *)numbers)[index];
    case ITT_U16:
        return ((const uint16_t *)numbers)[index];
    case ITT_S16:
        return ((const int16_t *)numbers)[index];
    case ITT_FLOAT:
        return ((const float *)numbers)[index];
    case ITT_DOUBLE:
        return ((const double *)numbers)[index];
    default:
        return 0;
    }
}
