#include "data/locations.h"

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

static bool add_location(struct qp_locations *locations, struct qp_reader *reader,
                         const struct qp_location_record *record, uint32_t *room, uint64_t *budget)
{
    struct qp_location location = {
        .handle = record->handle,
        .exact = (record->flags & QP_LOCATION_PC) != 0,
        .file = qp_reader_text(reader, record->file),
        .line = record->line,
        .node = record->node,
    };
    if (record->file == 0 && record->count != 0) {
        location.addresses = addresses_at(reader, record, budget);
        location.count = record->count;
    }
    if (location.handle == 0 || location.line < 0 || (record->file != 0 && location.file.bytes == NULL) ||
        (location.count != 0 && location.addresses == NULL) ||
        (location.node != 0 && !qp_reader_at(reader, location.node, sizeof(struct qp_node)))) {
        qp_reader_damage(reader, "location %u is not whole", record->handle);
        return true;
    }
    if (!qp_array_room(&locations->items, locations->count, room, sizeof *locations->items))
        return false;
    locations->items[locations->count++] = location;
    return true;
}

static bool is_same(const struct qp_location *a, const struct qp_location *b)
{
    return qp_text_equal(a->file, b->file) && a->line == b->line && a->exact == b->exact && a->count == b->count &&
           (a->count == 0 || memcmp(a->addresses, b->addresses, a->count * sizeof *a->addresses) == 0);
}

/* A recorder may write a location twice; two that differ cannot both be right. */
static void drop_doubles(struct qp_locations *locations, struct qp_reader *reader)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < locations->count; i++) {
        if (kept == 0 || locations->items[kept - 1].handle != locations->items[i].handle)
            locations->items[kept++] = locations->items[i];
        else if (!is_same(&locations->items[kept - 1], &locations->items[i]))
            qp_reader_damage(reader, "location %u is there twice", locations->items[i].handle);
    }
    locations->count = kept;
}

static bool load_locations(struct qp_locations *locations, struct qp_reader *reader)
{
    uint32_t room = 0;
    uint64_t budget = reader->window_size;
    struct qp_walk walk = {.kind = QP_KIND_LOCATION};
    const struct qp_location_record *record;
    while ((record = qp_reader_published(reader, &walk, sizeof *record))) {
        if (!add_location(locations, reader, record, &room, &budget))
            return false;
    }
    if (locations->count) /* the handle comes first, as qp_array_by_reference wants it */
        qsort(locations->items, locations->count, sizeof *locations->items, qp_array_by_reference);
    drop_doubles(locations, reader);
    return true;
}

/* ---- modules ------------------------------------------------------------------------------------------- */

static bool add_module(struct qp_locations *locations, struct qp_reader *reader, const struct qp_module_record *record,
                       uint32_t *room)
{
    struct qp_text name = qp_reader_text(reader, record->name);
    if (record->start >= record->end || record->build_id_size > QP_BUILD_ID || name.length == 0) {
        qp_reader_damage(reader, "the module at %#llx has no size, name or build id",
                         (unsigned long long)record->start);
        return true;
    }
    if (!qp_array_room(&locations->modules, locations->module_count, room, sizeof *locations->modules))
        return false;
    locations->modules[locations->module_count++] = (struct qp_module){
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
static bool note_changes(struct qp_locations *locations)
{
    uint64_t reach = 0;
    locations->changes = calloc((size_t)locations->module_count + 1, sizeof *locations->changes);
    if (!locations->changes)
        return false;
    for (uint32_t i = 0; i < locations->module_count; i++) {
        struct qp_module *module = &locations->modules[i];
        bool overlapped = i + 1 < locations->module_count && module[1].start < module->end;
        if (module->start < reach || overlapped)
            locations->changes[locations->change_count++] = module->tick;
        reach = module->end > reach ? module->end : reach;
        module->reach = reach;
    }
    qsort(locations->changes, locations->change_count, sizeof *locations->changes, by_tick);
    return true;
}

static bool load_modules(struct qp_locations *locations, struct qp_reader *reader)
{
    uint32_t room = 0;
    struct qp_walk walk = {.kind = QP_KIND_MODULE};
    const struct qp_module_record *record;
    while ((record = qp_reader_published(reader, &walk, sizeof *record))) {
        if (!add_module(locations, reader, record, &room))
            return false;
    }
    if (locations->module_count)
        qsort(locations->modules, locations->module_count, sizeof *locations->modules, by_start);
    return note_changes(locations);
}

/* Modules that start at the address or before. */
static uint32_t count_up_to(const struct qp_locations *locations, uint64_t address)
{
    uint32_t low = 0, high = locations->module_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (locations->modules[middle].start <= address)
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

uint32_t qp_locations_module(const struct qp_locations *locations, uint64_t address, uint64_t tick)
{
    uint32_t best = QP_NONE;
    for (uint32_t i = count_up_to(locations, address); i-- > 0 && locations->modules[i].reach > address;) {
        const struct qp_module *module = &locations->modules[i];
        if (module->end > address && (best == QP_NONE || is_better(module, &locations->modules[best], tick)))
            best = i;
    }
    return best;
}

uint32_t qp_locations_changes(const struct qp_locations *locations, uint64_t tick)
{
    uint32_t low = 0, high = locations->change_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (locations->changes[middle] <= tick)
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
uint32_t qp_locations_path(const struct qp_profile *profile, uint32_t node, uint32_t *methods, uint32_t room)
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

bool qp_locations_open(struct qp_locations *locations, struct qp_reader *reader)
{
    *locations = (struct qp_locations){0};
    if (load_locations(locations, reader) && load_modules(locations, reader))
        return true;
    qp_locations_close(locations);
    return false;
}

void qp_locations_close(struct qp_locations *locations)
{
    free(locations->items);
    free(locations->modules);
    free(locations->changes);
    *locations = (struct qp_locations){0};
}

const struct qp_location *qp_locations_find(const struct qp_locations *locations, uint32_t handle)
{
    uint32_t index = qp_array_find(locations->items, locations->count, sizeof *locations->items, handle);
    return index == QP_NONE ? NULL : &locations->items[index];
}
