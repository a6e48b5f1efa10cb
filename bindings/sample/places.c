#include "bindings/sample/places.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/native/method.h"
#include "bindings/native/symbol.h"

/* A registered function. Each line from the first to the last is a block. */
struct function {
    qprof_MethodID id;
    int first, last; /* 0 = unknown */
    char *file;
    char name[];
};

static struct kit_hashmap functions; /* by the hash of name and file, or the next free key after it */
static struct kit_hashmap known;     /* places by address */

/* ---- functions --------------------------------------------------------------------------------------------------- */

#define MOST_LINES 20000

static void register_function(const struct function *function, int line)
{
    int count = function->first > 0 ? function->last - function->first + 1 : 0;
    qprof_LineInfo *lines = malloc((size_t)(count > 0 ? count : 1) * sizeof *lines);
    for (int i = 0; lines && i < count; i++)
        lines[i] = (qprof_LineInfo){i, function->first + i};
    if (lines && count == 0)
        lines[0] = (qprof_LineInfo){0, line};
    count += count == 0 && line > 0;
    kit_library.qii.register_method_id(function->id, function->name, NULL, 0, function->file, lines, lines ? count : 0);
    free(lines);
}

static struct function *new_function(const struct native_symbol *symbol)
{
    static qprof_MethodID last = (qprof_MethodID)1 << 62;
    size_t size = strlen(symbol->name) + 1;
    struct function *function = malloc(sizeof *function + size);
    if (!function)
        return NULL;
    *function = (struct function){.id = ++last, .file = strdup(symbol->file)};
    memcpy(function->name, symbol->name, size);
    return function;
}

/* One function of an address. */
struct found {
    const struct native_symbol *symbols;
    int count;
    int index; /* in symbols */
    uint64_t address;
    bool returns;
};

static void find_lines(struct function *function, const struct found *found)
{
    const void *code = (const void *)(uintptr_t)found->address;
    int first, last;
    if (!function->file || !function->file[0] ||
        !native_symbols_lines_at(&first, &last, code, found->returns, found->index) || last - first >= MOST_LINES)
        return;
    function->first = first;
    function->last = last;
}

/* Return the function, which is registered at first. */
static const struct function *function_of(const struct found *found)
{
    const struct native_symbol *symbol = &found->symbols[found->index];
    uint64_t key = kit_hash(symbol->name, strlen(symbol->name)) ^ 31 * kit_hash(symbol->file, strlen(symbol->file));
    struct function *function;
    while ((function = kit_hashmap_get(&functions, key)) &&
           (strcmp(function->name, symbol->name) != 0 || strcmp(function->file, symbol->file) != 0))
        key++;
    if (function || !(function = new_function(symbol)))
        return function;
    find_lines(function, found);
    register_function(function, symbol->line);
    kit_hashmap_put(&functions, key, function);
    return function;
}

qprof_MethodID places_deep(void)
{
    return native_method_of_name("[outer frames]", QPROF_METHOD_FLAGS_NONE);
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static bool is_own(uint64_t address)
{
    static const char here;
    Dl_info own, other;
    return dladdr(&here, &own) && dladdr((const void *)(uintptr_t)address, &other) && own.dli_fbase == other.dli_fbase;
}

static struct place *new_place(uint64_t address, bool returns)
{
    static struct native_symbol symbols[PLACE_MOST];
    struct place *place = calloc(1, sizeof *place);
    if (!place)
        return NULL;
    place->block = -1;
    if (is_own(address))
        return place;
    struct found found = {.symbols = symbols, .address = address, .returns = returns};
    found.count = native_symbols_at(symbols, PLACE_MOST, (const void *)(uintptr_t)address, returns);
    for (found.index = found.count - 1; found.index >= 0; found.index--) {
        const struct function *function = function_of(&found);
        if (!function)
            continue;
        int line = symbols[found.index].line;
        place->methods[place->count++] = function->id;
        place->block =
            function->first > 0 && line >= function->first && line <= function->last ? line - function->first : -1;
    }
    return place;
}

const struct place *places_find(uint64_t address, bool returns)
{
    uint64_t key = address << 1 | returns;
    struct place *place = kit_hashmap_get(&known, key);
    if (!place && (place = new_place(address, returns)) && kit_hashmap_put(&known, key, place) != 0) {
        free(place);
        place = NULL;
    }
    return place;
}

static int take_unloads(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(unsigned long long *)data = info->dlpi_subs;
    return 1;
}

void places_check(void)
{
    static unsigned long long before;
    unsigned long long unloads = 0;
    dl_iterate_phdr(take_unloads, &unloads);
    if (unloads == before)
        return;
    before = unloads;
    for (size_t i = 0; i < known.room; i++)
        free(known.slots[i].value);
    kit_hashmap_fini(&known);
    known = (struct kit_hashmap){.room = 0};
}
