#include "profile/source/locations.h"

#include "base/atomic.h"
#include "base/order.h"
#include "format/array.h"

#include <string.h>

/* ---- locations ----------------------------------------------------------------------------------------- */

static bool add_location(void *to, const void *of)
{
    struct qp_locations *locations = to;
    const struct qp_location_record *record = of;
    struct qp_reader *reader = locations->reader;
    struct qp_location location = {
        .handle = record->handle,
        .exact = (record->flags & QP_LOCATION_PC) != 0,
        .file = qp_reader_text(reader, record->file),
        .line = record->line,
        .node = record->node,
    };
    if (record->file == 0 && record->count != 0) {
        location.addresses =
            qp_reader_table(reader, record->addresses, record->count, sizeof(uint64_t), &locations->budget);
        location.count = record->count;
    }
    if (location.handle == 0 || location.line < 0 || (record->file != 0 && location.file.bytes == NULL) ||
        (location.count != 0 && location.addresses == NULL) ||
        (location.node != 0 && !qp_reader_at(reader, location.node, sizeof(struct qp_node)))) {
        qp_reader_damage(reader, "location %u is incomplete", record->handle);
        return true;
    }
    return QP_ARRAY_APPEND(&locations->items, &locations->count, location);
}

static bool is_same(const struct qp_location *a, const struct qp_location *b)
{
    return qp_text_equal(a->file, b->file) && a->line == b->line && a->exact == b->exact && a->count == b->count &&
           (a->count == 0 || memcmp(a->addresses, b->addresses, a->count * sizeof *a->addresses) == 0);
}

/* Remove duplicates: a recorder may write a location twice. Report two different locations with one handle as
 * damage. */
static void drop_duplicates(struct qp_locations *locations)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < locations->count; i++) {
        if (kept == 0 || locations->items[kept - 1].handle != locations->items[i].handle)
            locations->items[kept++] = locations->items[i];
        else if (!is_same(&locations->items[kept - 1], &locations->items[i]))
            qp_reader_damage(locations->reader, "location %u is defined twice", locations->items[i].handle);
    }
    locations->count = kept;
}

/* ---- modules ------------------------------------------------------------------------------------------- */

static bool add_module(void *to, const void *of)
{
    struct qp_locations *locations = to;
    const struct qp_module_record *record = of;
    struct qp_reader *reader = locations->reader;
    struct qp_text name = qp_reader_text(reader, record->name);
    if (record->start >= record->end || record->build_id_size > QP_BUILD_ID || name.length == 0) {
        qp_reader_damage(reader, "the module at %#llx has no size, name or build id",
                         (unsigned long long)record->start);
        return true;
    }
    return QP_ARRAY_APPEND(&locations->modules, &locations->module_count,
                           (struct qp_module){
                               .start = record->start,
                               .end = record->end,
                               .bias = record->bias,
                               .tick = record->tick,
                               .name = name,
                               .build_id_size = record->build_id_size,
                               .build_id = record->build_id,
                           });
}

static int by_start(const void *left, const void *right)
{
    const struct qp_module *a = left, *b = right;
    return QP_ORDER({a->start, b->start}, {a->tick, b->tick});
}

static int by_tick(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Collect the ticks of modules that overlap other modules. Such modules were mapped at different times, so an
 * address may have a new meaning from such a tick on. */
static bool collect_changes(struct qp_locations *locations)
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

/* Return true if a module was more likely mapped at a tick than another module. Prefer the module with the latest
 * tick up to that tick. A module's tick is the time of its first recorded location, so the module may have been mapped
 * earlier. If the ticks of both modules are later, prefer the module with the earlier tick. */
static bool is_better(const struct qp_module *one, const struct qp_module *other, uint64_t tick)
{
    if (one->tick <= tick)
        return other->tick > tick || one->tick > other->tick;
    return other->tick > tick && one->tick < other->tick;
}

uint32_t qp_locations_module(const struct qp_locations *locations, uint64_t address, uint64_t tick)
{
    uint32_t best = QP_NONE;
    const uint64_t *starts = locations->module_count ? &locations->modules->start : NULL;
    uint32_t until = qp_array_until(starts, locations->module_count, sizeof *locations->modules, address);
    for (uint32_t i = until; i-- > 0 && locations->modules[i].reach > address;) {
        const struct qp_module *module = &locations->modules[i];
        if (module->end > address && (best == QP_NONE || is_better(module, &locations->modules[best], tick)))
            best = i;
    }
    return best;
}

uint32_t qp_locations_changes(const struct qp_locations *locations, uint64_t tick)
{
    return qp_array_until(locations->changes, locations->change_count, sizeof *locations->changes, tick);
}

/* ---- interpreters --------------------------------------------------------------------------------------- */

static bool is_root(const struct qp_profile *profile, uint32_t reference)
{
    const struct qp_node *node = qp_reader_at(&profile->reader, reference, sizeof *node);
    return node && (node->flags & QP_NODE_ROOT);
}

/* A parent has a lower reference than its children, unless it is a root's node, which ends the path. The loop stops
 * at a parent with a higher reference, so it ends even in a damaged file. */
uint32_t qp_locations_path(const struct qp_profile *profile, uint32_t node, uint32_t *methods, uint32_t limit)
{
    uint32_t count = 0;
    while (node != 0 && count < limit) {
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

/* ---- open and close ------------------------------------------------------------------------------------- */

bool qp_locations_open(struct qp_locations *locations, struct qp_reader *reader)
{
    *locations = (struct qp_locations){.reader = reader, .budget = reader->window_size};
    bool ok = qp_reader_each(reader, QP_KIND_LOCATION, sizeof(struct qp_location_record), add_location, locations) &&
              qp_reader_each(reader, QP_KIND_MODULE, sizeof(struct qp_module_record), add_module, locations);
    qp_array_sort(locations->items, locations->count, sizeof *locations->items);
    drop_duplicates(locations);
    qp_sort(locations->modules, locations->module_count, sizeof *locations->modules, by_start);
    ok = ok && collect_changes(locations);
    if (!ok)
        qp_locations_close(locations);
    return ok;
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
