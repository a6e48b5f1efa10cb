#include "bindings/sample/places.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/native/symbol.h"
#include "bindings/native/unload.h"

/* A registered function. Each line from the first to the last is a block. */
struct function {
    qprof_MethodID id;
    int first, last; /* 0 = unknown */
    char *file;
    char name[];
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

#define PIECE (1 << 20)

/* Allocate zeroed memory, which is never freed, without malloc. */
static void *allocate(size_t size)
{
    static char *piece;
    static size_t left;
    size = (size + 15) & ~(size_t)15;
    if (size > left) {
        left = size > PIECE ? size : PIECE;
        piece = mmap(NULL, left, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED)
            left = 0;
        if (left == 0)
            return NULL;
    }
    void *memory = piece;
    piece += size;
    left -= size;
    return memory;
}

/* A hash table like kit_hashmap, in this memory. */
struct table {
    struct kit_hashmap map;
};

static bool put(struct table *table, uint64_t key, void *value)
{
    struct kit_hashmap *map = &table->map;
    if (2 * (map->count + 1) > map->room) {
        struct kit_hashmap larger = {.room = map->room ? 4 * map->room : 1024, .count = map->count};
        larger.slots = allocate(larger.room * sizeof *larger.slots);
        if (!larger.slots)
            return false;
        for (size_t i = 0; i < map->room; i++)
            if (map->slots[i].value)
                *kit_hashmap_find(&larger, map->slots[i].key) = map->slots[i];
        *map = larger;
    }
    *kit_hashmap_find(map, key) = (struct kit_hashmap_slot){key, value};
    map->count++;
    return true;
}

static struct table functions; /* by the hash of name and file, or the next free key after it */
static struct table known;     /* places by address */

/* ---- functions --------------------------------------------------------------------------------------------------- */

#define MOST_LINES 20000

static void register_function(const struct function *function, int line)
{
    int count = function->first > 0 ? function->last - function->first + 1 : 0;
    static qprof_LineInfo lines[MOST_LINES];
    for (int i = 0; i < count; i++)
        lines[i] = (qprof_LineInfo){i, function->first + i};
    if (count == 0 && line > 0)
        lines[count++] = (qprof_LineInfo){0, line};
    kit_library.qii.register_method_id(function->id, function->name, NULL, 0, function->file, lines, count);
}

static qprof_MethodID new_id(void)
{
    static qprof_MethodID last = (qprof_MethodID)1 << 62;
    return ++last;
}

static struct function *new_function(const struct native_symbol *symbol)
{
    size_t name = strlen(symbol->name) + 1, file = strlen(symbol->file) + 1;
    struct function *function = allocate(sizeof *function + name + file);
    if (!function)
        return NULL;
    function->id = new_id();
    function->file = function->name + name;
    memcpy(function->name, symbol->name, name);
    memcpy(function->file, symbol->file, file);
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
    if (!function->file[0] || !native_symbols_lines_at(&first, &last, code, found->returns, found->index) ||
        last - first >= MOST_LINES)
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
    while ((function = kit_hashmap_get(&functions.map, key)) &&
           (strcmp(function->name, symbol->name) != 0 || strcmp(function->file, symbol->file) != 0))
        key++;
    if (function || !(function = new_function(symbol)))
        return function;
    find_lines(function, found);
    register_function(function, symbol->line);
    put(&functions, key, function);
    return function;
}

qprof_MethodID places_deep(void)
{
    static qprof_MethodID id;
    if (!id) {
        id = new_id();
        kit_library.qii.register_method_id(id, "[outer frames]", NULL, QPROF_METHOD_FLAGS_NONE, NULL, NULL, 0);
    }
    return id;
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static bool is_own(uint64_t address)
{
    static const char here;
    struct dl_find_object own, other;
    return _dl_find_object((void *)&here, &own) == 0 && _dl_find_object((void *)(uintptr_t)address, &other) == 0 &&
           own.dlfo_link_map == other.dlfo_link_map;
}

static void fill(struct place *place, uint64_t address, bool returns)
{
    static struct native_symbol symbols[PLACE_MOST];
    struct found found = {.symbols = symbols, .address = address, .returns = returns};
    place->count = 0;
    place->block = -1;
    if (is_own(address))
        return;
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
}

const struct place *places_find(uint64_t address, bool returns)
{
    uint64_t key = address << 1 | returns;
    unsigned unloads = __atomic_load_n(&native_unloads, __ATOMIC_ACQUIRE);
    struct place *place = kit_hashmap_get(&known.map, key);
    if (place && place->unloads == unloads)
        return place;
    if (!place && (!(place = allocate(sizeof *place)) || !put(&known, key, place)))
        return NULL;
    fill(place, address, returns);
    place->unloads = unloads;
    return place;
}
