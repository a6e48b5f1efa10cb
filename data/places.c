#include "data/places.h"

#include "base/atomic.h"
#include "data/array.h"

#include <string.h>

/* ---- locations ----------------------------------------------------------------------------------------- */

/* Stacks are not shared, so together they are no larger than the file: a damaged one cannot make us expand the same
 * bytes for each of its locations. */
static const uint64_t *addresses_at(struct qp_reader *reader, const struct qp_location_record *record, uint64_t *budget)
{
    uint64_t bytes = (uint64_t)record->count * sizeof(uint64_t);
    const void *addresses = qp_reader_at(reader, record->addresses, bytes);
    if (!addresses || bytes > *budget)
        return NULL;
    *budget -= bytes;
    return addresses;
}

static bool add_place(struct qp_places *places, struct qp_reader *reader, const struct qp_location_record *record,
                      uint32_t *room, uint64_t *budget)
{
    struct qp_place place = {
        .handle = record->handle,
        .exact = (record->flags & QP_LOCATION_PC) != 0,
        .file = qp_reader_text(reader, record->file),
        .line = record->line,
        .node = record->node,
    };
    if (record->file == 0 && record->count != 0) {
        place.addresses = addresses_at(reader, record, budget);
        place.count = record->count;
    }
    if (place.handle == 0 || place.line < 0 || (record->file != 0 && place.file.bytes == NULL) ||
        (place.count != 0 && place.addresses == NULL) ||
        (place.node != 0 && !qp_reader_at(reader, place.node, sizeof(struct qp_node)))) {
        qp_reader_damage(reader, "location %u is not whole", record->handle);
        return true;
    }
    if (!qp_array_room(&places->items, places->count, room, sizeof *places->items))
        return false;
    places->items[places->count++] = place;
    return true;
}

static bool is_same(const struct qp_place *a, const struct qp_place *b)
{
    return qp_text_equal(a->file, b->file) && a->line == b->line && a->exact == b->exact && a->count == b->count &&
           (a->count == 0 || memcmp(a->addresses, b->addresses, a->count * sizeof *a->addresses) == 0);
}

/* A recorder may write a location twice; two that differ cannot both be right. */
static void drop_doubles(struct qp_places *places, struct qp_reader *reader)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < places->count; i++) {
        if (kept == 0 || places->items[kept - 1].handle != places->items[i].handle)
            places->items[kept++] = places->items[i];
        else if (!is_same(&places->items[kept - 1], &places->items[i]))
            qp_reader_damage(reader, "location %u is there twice", places->items[i].handle);
    }
    places->count = kept;
}

static bool load_places(struct qp_places *places, struct qp_reader *reader)
{
    uint32_t room = 0;
    uint64_t budget = reader->window_size;
    struct qp_walk walk = {.kind = QP_KIND_LOCATION};
    const struct qp_location_record *record;
    while ((record = qp_reader_record(reader, &walk, sizeof *record))) {
        if (qp_load_acquire(&record->published) && !add_place(places, reader, record, &room, &budget))
            return false;
    }
    if (places->count) /* the handle comes first, as qp_array_by_reference wants it */
        qsort(places->items, places->count, sizeof *places->items, qp_array_by_reference);
    drop_doubles(places, reader);
    return true;
}

/* ---- modules ------------------------------------------------------------------------------------------- */

static bool add_module(struct qp_places *places, struct qp_reader *reader, const struct qp_module_record *record,
                       uint32_t *room)
{
    struct qp_text name = qp_reader_text(reader, record->name);
    if (record->start >= record->end || record->build_id_size > QP_BUILD_ID || name.length == 0) {
        qp_reader_damage(reader, "the module at %#llx has no size, name or build id",
                         (unsigned long long)record->start);
        return true;
    }
    if (!qp_array_room(&places->modules, places->module_count, room, sizeof *places->modules))
        return false;
    places->modules[places->module_count++] = (struct qp_module){
        .start = record->start,
        .end = record->end,
        .bias = record->bias,
        .tick = record->tick,
        .name = name,
        .build_id_size = record->build_id_size,
        .build_id = record->build_id,
    };
    return true;
}

static int by_start(const void *left, const void *right)
{
    const struct qp_module *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->tick > b->tick) - (a->tick < b->tick);
}

static int by_tick(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* All ticks of modules that overlap others: what addresses mean may change there. */
static bool note_changes(struct qp_places *places)
{
    uint64_t reach = 0;
    places->changes = calloc((size_t)places->module_count + 1, sizeof *places->changes);
    if (!places->changes)
        return false;
    for (uint32_t i = 0; i < places->module_count; i++) {
        struct qp_module *module = &places->modules[i];
        bool overlapped = i + 1 < places->module_count && module[1].start < module->end;
        if (module->start < reach || overlapped)
            places->changes[places->change_count++] = module->tick;
        reach = module->end > reach ? module->end : reach;
        module->reach = reach;
    }
    qsort(places->changes, places->change_count, sizeof *places->changes, by_tick);
    return true;
}

static bool load_modules(struct qp_places *places, struct qp_reader *reader)
{
    uint32_t room = 0;
    struct qp_walk walk = {.kind = QP_KIND_MODULE};
    const struct qp_module_record *record;
    while ((record = qp_reader_record(reader, &walk, sizeof *record))) {
        if (qp_load_acquire(&record->published) && !add_module(places, reader, record, &room))
            return false;
    }
    if (places->module_count)
        qsort(places->modules, places->module_count, sizeof *places->modules, by_start);
    return note_changes(places);
}

/* Modules that start at the address or before. */
static uint32_t count_up_to(const struct qp_places *places, uint64_t address)
{
    uint32_t low = 0, high = places->module_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (places->modules[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Modules are seen when something is located in them, so one that is first seen later may have been there already. */
static bool is_better(const struct qp_module *one, const struct qp_module *other, uint64_t tick)
{
    if (one->tick <= tick)
        return other->tick > tick || one->tick > other->tick;
    return other->tick > tick && one->tick < other->tick;
}

uint32_t qp_places_module(const struct qp_places *places, uint64_t address, uint64_t tick)
{
    uint32_t best = QP_NONE;
    for (uint32_t i = count_up_to(places, address); i-- > 0 && places->modules[i].reach > address;) {
        const struct qp_module *module = &places->modules[i];
        if (module->end > address && (best == QP_NONE || is_better(module, &places->modules[best], tick)))
            best = i;
    }
    return best;
}

uint32_t qp_places_changes(const struct qp_places *places, uint64_t tick)
{
    uint32_t low = 0, high = places->change_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (places->changes[middle] <= tick)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- interpreters --------------------------------------------------------------------------------------- */

static bool is_root(const struct qp_profile *profile, uint32_t reference)
{
    const struct qp_node *node = qp_reader_at(&profile->reader, reference, sizeof *node);
    return node && (node->flags & QP_NODE_ROOT);
}

/* A parent lies below its children but for a root's node, which ends the path: so this ends. */
uint32_t qp_places_path(const struct qp_profile *profile, uint32_t node, uint32_t *methods, uint32_t room)
{
    uint32_t count = 0;
    while (node != 0 && count < room) {
        const struct qp_node *it = qp_reader_at(&profile->reader, node, sizeof *it);
        uint64_t method = it ? qp_load_acquire(&it->method) : 0;
        if (method == 0 || (it->flags & QP_NODE_ROOT))
            break;
        uint32_t index = (uint32_t)qp_map_get(&profile->method_map[QP_QPROF], method) - 1;
        if (index != QP_NONE)
            methods[count++] = index;
        if (it->parent >= node && !is_root(profile, it->parent))
            break;
        node = it->parent;
    }
    return count;
}

/* ---- both ends ------------------------------------------------------------------------------------------ */

bool qp_places_open(struct qp_places *places, struct qp_reader *reader)
{
    *places = (struct qp_places){0};
    if (load_places(places, reader) && load_modules(places, reader))
        return true;
    qp_places_close(places);
    return false;
}

void qp_places_close(struct qp_places *places)
{
    free(places->items);
    free(places->modules);
    free(places->changes);
    *places = (struct qp_places){0};
}

const struct qp_place *qp_places_find(const struct qp_places *places, uint32_t handle)
{
    uint32_t index = qp_array_find(places->items, places->count, sizeof *places->items, handle);
    return index == QP_NONE ? NULL : &places->items[index];
}
