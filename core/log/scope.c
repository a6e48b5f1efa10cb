#include "core/log/scope.h"

#include "VT.h"

#include "base/atomic.h"
#include "base/hash.h"
#include "base/map.h"
#include "core/record/definition.h"
#include "core/store/diagnose.h"
#include "core/stacks/location.h"
#include "core/store/store.h"
#include "core/log/symbol.h"
#include "core/store/string.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct definition {
    char *path;
    int begin;
    int end;
};

static struct definition *definitions; /* by index - 1 */
static uint32_t count;
static uint32_t room;
static struct qp_map known; /* hash of a path: index */
static struct qp_arena records = {.kind = QP_KIND_SCOPE};

static uint32_t find(const char *path, uint64_t *hash)
{
    uint64_t index;
    *hash = qp_hash_bytes(path, strlen(path));
    while ((index = qp_map_get(&known, *hash)) != 0 && strcmp(definitions[index - 1].path, path) != 0)
        ++*hash;
    return (uint32_t)index;
}

/* The last part of the path is the scope's name, what is before it its class. */
static void write_record(uint32_t index)
{
    const struct definition *definition = &definitions[index - 1];
    struct qp_scope_record *record =
        qp_store.header == NULL ? NULL : qp_arena_take(&records, sizeof(struct qp_scope_record));
    if (record == NULL)
        return;
    char *colon = strrchr(definition->path, ':');
    record->handle = index;
    record->name = qp_string_put(colon == NULL ? definition->path : colon + 1);
    if (colon != NULL) {
        *colon = '\0';
        record->class_name = qp_string_put(definition->path);
        *colon = ':';
    }
    record->begin = (uint32_t)definition->begin;
    record->end = (uint32_t)definition->end;
    qp_store_release(&record->published, 1); /* pairs with the reader's walk */
}

void qp_scope_write_all(void)
{
    records = (struct qp_arena){.kind = QP_KIND_SCOPE};
    for (uint32_t index = 1; index <= count; index++)
        write_record(index);
}

/* ---- define ----------------------------------------------------------------------------------------------- */

/* Takes path. Returns. The index, 0 without memory. */
static uint32_t add(char *path, const struct qp_scope *scope, uint64_t hash)
{
    if (count + 1 >= QP_EVENT_OBJECTS)
        return 0;
    if (count == room) {
        struct definition *grown = realloc(definitions, (room * 2 + 64) * sizeof *definitions);
        if (grown == NULL)
            return 0;
        definitions = grown;
        room = room * 2 + 64;
    }
    if (qp_map_put(&known, hash, count + 1) != 0)
        return 0;
    definitions[count] = (struct definition){path, scope->begin, scope->end};
    qp_store_release(&count, count + 1); /* pairs with scope_find */
    write_record(count);
    return count;
}

static int check(const struct qp_scope *scope)
{
    int begin_is_known = scope->begin == VT_NOSCL || qp_location_is_known(scope->begin);
    int end_is_known = scope->end == VT_NOSCL || qp_location_is_known(scope->end);
    return begin_is_known && end_is_known ? VT_OK : VT_ERR_BADSCLID;
}

int qp_scope_define(const struct qp_scope *scope, int *handle)
{
    char *path = NULL;
    uint64_t hash;
    *handle = 0;
    int result = check(scope);
    if (result == VT_OK)
        result = qp_symbol_path(scope->name, scope->class_handle, &path);
    if (result != VT_OK)
        return result;
    qp_definition_begin();
    uint32_t first = find(path, &hash);
    int differs =
        first != 0 && (definitions[first - 1].begin != scope->begin || definitions[first - 1].end != scope->end);
    uint32_t index = first != 0 ? first : add(path, scope, hash);
    qp_definition_end();
    if (differs)
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_OTHER_DEFINITION, "VT_scopedef(%.60s)", path);
    if (first != 0 || index == 0)
        free(path);
    if (index == 0)
        return VT_ERR_NOMEMORY;
    *handle = QP_SCOPE_HANDLES + (int)index;
    return VT_OK;
}

uint32_t qp_scope_find(int handle)
{
    uint32_t index = (uint32_t)handle - QP_SCOPE_HANDLES;
    return index <= qp_load_acquire(&count) ? index : 0;
}

/* ---- instances -------------------------------------------------------------------------------------------- */

static uint32_t numbers; /* given out */

int qp_scope_number(void)
{
    return (int)(qp_add_relaxed(&numbers, 1) % INT_MAX) + 1;
}

int qp_scope_is_number(int number)
{
    uint32_t given = qp_load_relaxed(&numbers);
    return number > 0 && ((uint32_t)number <= given || given > INT_MAX);
}
