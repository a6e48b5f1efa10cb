#include "profile/log/counters.h"

#include "base/order.h"
#include "format/array.h"

#include <stdlib.h>

/* ---- definitions ----------------------------------------------------------------------------------------- */

static bool is_valid_genre(uint32_t genre)
{
    uint32_t data = genre & QP_COUNTER_DATA;
    return data == QP_COUNTER_INTEGER || data == QP_COUNTER_FLOAT || data == QP_COUNTER_INTEGER64;
}

static bool add_item(void *to, const void *of)
{
    struct qp_counters *counters = to;
    const struct qp_counter_record *record = of;
    struct qp_reader *reader = &counters->profile->reader;
    if (!is_valid_genre(record->genre)) {
        qp_reader_damage(reader, "counter %#x has no format", record->handle);
        return true;
    }
    return QP_ARRAY_APPEND(&counters->items, &counters->item_count,
                           (struct qp_counter_item){
                               .index = record->handle & QP_EVENT_INDEX,
                               .genre = record->genre,
                               .target = (int32_t)record->target,
                               .bounded = record->bounded != 0,
                               .lower = record->lower,
                               .upper = record->upper,
                               .name = qp_reader_text(reader, record->name),
                               .class_name = qp_reader_text(reader, record->class_name),
                               .unit = qp_reader_text(reader, record->unit),
                           });
}

/* Add a counter without a name if the file has values of the counter, but had no room for its definition. Items with
 * a definition come first, sorted by index. */
static bool add_unnamed(void *to, const void *of)
{
    struct qp_counters *counters = to;
    const struct qp_series_record *record = of;
    const struct qp_counter_record unnamed = {.handle = record->counter, .genre = record->data, .target = UINT32_MAX};
    return qp_array_find(counters->items, counters->named, sizeof *counters->items, record->counter & QP_EVENT_INDEX) !=
               UINT32_MAX ||
           add_item(counters, &unnamed);
}

/* Sort the items by index, and remove duplicates. */
static void sort_items(struct qp_counters *counters)
{
    uint32_t kept = 0;
    qp_array_sort(counters->items, counters->item_count, sizeof *counters->items);
    for (uint32_t i = 0; i < counters->item_count; i++)
        if (kept == 0 || counters->items[kept - 1].index != counters->items[i].index)
            counters->items[kept++] = counters->items[i];
    counters->item_count = kept;
}

static bool add_group(void *to, const void *of)
{
    struct qp_counters *counters = to;
    const struct qp_members_record *record = of;
    struct qp_reader *reader = &counters->profile->reader;
    const uint64_t *members = qp_reader_at(reader, record->members, record->count * sizeof *members);
    if (!members) {
        qp_reader_damage(reader, "the members of group %#x are incomplete", record->handle);
        return true;
    }
    return QP_ARRAY_APPEND(
        &counters->groups, &counters->group_count,
        (struct qp_counter_group){record->handle, qp_reader_text(reader, record->name), record->count, members});
}

static bool load_definitions(struct qp_counters *counters)
{
    struct qp_reader *reader = &counters->profile->reader;
    if (!qp_reader_each(reader, QP_KIND_COUNTER, sizeof(struct qp_counter_record), add_item, counters))
        return false;
    sort_items(counters);
    counters->named = counters->item_count;
    if (!qp_reader_each(reader, QP_KIND_SERIES, sizeof(struct qp_series_record), add_unnamed, counters) ||
        !qp_reader_each(reader, QP_KIND_MEMBERS, sizeof(struct qp_members_record), add_group, counters))
        return false;
    sort_items(counters);
    qp_array_sort(counters->groups, counters->group_count, sizeof *counters->groups);
    return true;
}

/* ---- recorded values ------------------------------------------------------------------------------------- */

/* All recorded series. A series is the totals of one counter on one thread. Each series is first stored as an
 * instance of its own; make_instances then joins the series that belong to one instance. */
struct all_series {
    struct qp_counters *counters;
    struct qp_counter_instance *list;
    uint32_t count;
};

static bool add_series(void *to, const void *of)
{
    struct all_series *all = to;
    const struct qp_series_record *record = of;
    const struct qp_counters *counters = all->counters;
    const struct qp_profile *profile = counters->profile;
    uint32_t counter = qp_counters_find(counters, record->counter & QP_EVENT_INDEX);
    uint32_t thread = qp_array_find(profile->threads, profile->carrier_count, sizeof *profile->threads, record->thread);
    bool is_kind = record->instance > QP_INSTANCE_NONE && record->instance <= QP_INSTANCE_HOST;
    if (counter == QP_NONE || thread == QP_NONE || !is_kind ||
        record->data != (counters->items[counter].genre & QP_COUNTER_DATA)) {
        qp_reader_damage(&counters->profile->reader, "values of counter %#x belong to no counter or thread",
                         record->counter);
        return true;
    }
    if (record->samples == 0)
        return true;
    return QP_ARRAY_APPEND(&all->list, &all->count,
                           (struct qp_counter_instance){
                               .counter = counter,
                               .kind = (enum qp_instance)record->instance,
                               .thread = thread,
                               .totals = {record->samples, record->sum, record->minimum, record->maximum, record->first,
                                          record->last, record->first_tick, record->last_tick},
                           });
}

static int by_instance(const void *left, const void *right)
{
    const struct qp_counter_instance *a = left, *b = right;
    return QP_ORDER({a->counter, b->counter}, {a->kind, b->kind}, {a->thread, b->thread});
}

static bool is_less(uint32_t genre, uint64_t a, uint64_t b)
{
    if ((genre & QP_COUNTER_DATA) == QP_COUNTER_FLOAT)
        return qp_counters_number(genre, a) < qp_counters_number(genre, b);
    return (int64_t)a < (int64_t)b;
}

static void merge(struct qp_counter_totals *into, const struct qp_counter_totals *more, uint32_t genre)
{
    if (into->samples == 0) {
        *into = *more;
        return;
    }
    into->samples += more->samples;
    into->sum += more->sum;
    if (is_less(genre, more->minimum, into->minimum))
        into->minimum = more->minimum;
    if (is_less(genre, into->maximum, more->maximum))
        into->maximum = more->maximum;
    if (more->first_tick < into->first_tick) {
        into->first = more->first;
        into->first_tick = more->first_tick;
    }
    if (more->last_tick >= into->last_tick) {
        into->last = more->last;
        into->last_tick = more->last_tick;
    }
}

/* Return the index of the instance to which a series belongs. The series are sorted, so this is the last instance or
 * a new one. */
static uint32_t instance_of(struct qp_counters *counters, const struct qp_counter_instance *series)
{
    uint32_t thread = series->kind == QP_INSTANCE_THREAD ? series->thread : QP_NONE;
    if (counters->instance_count > 0) {
        const struct qp_counter_instance *last = &counters->instances[counters->instance_count - 1];
        if (last->counter == series->counter && last->kind == series->kind && last->thread == thread)
            return counters->instance_count - 1;
    }
    struct qp_counter_item *item = &counters->items[series->counter];
    if (item->instance_count++ == 0)
        item->first_instance = counters->instance_count;
    counters->instances[counters->instance_count] =
        (struct qp_counter_instance){.counter = series->counter, .kind = series->kind, .thread = thread};
    return counters->instance_count++;
}

static uint64_t key_of(uint32_t counter, uint32_t thread)
{
    return (uint64_t)counter << 32 | thread;
}

static bool make_instances(struct qp_counters *counters, const struct all_series *all)
{
    counters->instances = calloc((size_t)all->count + 1, sizeof *counters->instances);
    if (!counters->instances)
        return false;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct qp_counter_instance *series = &all->list[i];
        struct qp_counter_item *item = &counters->items[series->counter];
        uint32_t instance = instance_of(counters, series);
        uint64_t key = key_of(series->counter, series->thread);
        merge(&counters->instances[instance].totals, &series->totals, item->genre);
        merge(&item->totals, &series->totals, item->genre);
        if (!qp_map_get(&counters->instance_map, key) && qp_map_put(&counters->instance_map, key, instance + 1))
            return false;
    }
    return true;
}

/* ---- open and close -------------------------------------------------------------------------------------- */

int qp_counters_open(struct qp_counters *counters, struct qp_profile *profile, struct qp_error *error)
{
    struct all_series all = {.counters = counters};
    *counters = (struct qp_counters){.profile = profile};
    bool ok = load_definitions(counters) &&
              qp_reader_each(&profile->reader, QP_KIND_SERIES, sizeof(struct qp_series_record), add_series, &all);
    if (ok)
        qp_sort(all.list, all.count, sizeof *all.list, by_instance);
    ok = ok && make_instances(counters, &all);
    free(all.list);
    if (ok)
        return 0;
    qp_counters_close(counters);
    return qp_error_memory(error);
}

void qp_counters_close(struct qp_counters *counters)
{
    free(counters->items);
    free(counters->instances);
    free(counters->groups);
    qp_map_fini(&counters->instance_map);
    *counters = (struct qp_counters){.profile = NULL};
}

uint32_t qp_counters_find(const struct qp_counters *counters, uint32_t object)
{
    return qp_array_find(counters->items, counters->item_count, sizeof *counters->items, object);
}

uint32_t qp_counters_instance(const struct qp_counters *counters, uint32_t counter, uint32_t thread)
{
    return (uint32_t)qp_map_get(&counters->instance_map, key_of(counter, thread)) - 1;
}
