#include "bindings/lua/inside/allocator.h"

#include <stdlib.h>

#include "bindings/lua/inside/state.h"

/* Number of allocations noted; the few functions of qlua_layout_check allocate some 60 blocks. */
enum { NOTES = 512 };

/* Purposes that Lua passes for a new block, besides the types of values. */
enum { FOR_UPVALUE = LUA_NUMTYPES, FOR_PROTOTYPE = LUA_NUMTYPES + 1 };

struct note {
    const void *block;
    size_t size;
};

struct qlua_allocator {
    lua_Alloc allocate;
    void *data;
    size_t prototype_size; /* 0 = nothing is reported */
    size_t thread_size;
    bool listening;
    const struct qlua_allocator_watcher *watcher;
    struct qlua_recording *owner; /* NULL: the recording has ended, but the allocator is still in use */
    struct note *notes;
    size_t noted;
    const struct qlua_allocator_counter *counter; /* NULL: nothing is rewritten */
    struct qlua_counting *counting;
    const void *state; /* block that Lua frees last */
    bool trims;
    int made; /* type of the last closure or table */
    size_t made_size;
};

/* Return the lua_State in a thread's block: it follows the extra space of the host. */
static lua_State *thread_of(void *block)
{
    return (lua_State *)(void *)((char *)block + LUA_EXTRASPACE);
}

static void report_freed(const struct qlua_allocator *allocator, void *block, size_t size)
{
    if (!allocator->owner)
        return;
    if (size == allocator->prototype_size)
        allocator->watcher->prototype_freed(allocator->owner, block);
    if (size == allocator->thread_size)
        allocator->watcher->thread_freed(allocator->owner, thread_of(block));
}

/* Handle that Lua frees a block. Return the block to free, and its size. */
static void *freed(struct qlua_allocator *allocator, void *block, size_t *size)
{
    if (*size == allocator->prototype_size || *size == allocator->thread_size)
        report_freed(allocator, block, *size);
    if (!allocator->counter)
        return block;
    if (*size == allocator->prototype_size)
        allocator->counter->prototype_freed(allocator->counting, block);
    if (*size % QLUA_ALLOCATOR_STEP == QLUA_ALLOCATOR_REST)
        return allocator->counter->code_freed(allocator->counting, block, size);
    return block;
}

/* Free the last block of a state, and the allocator. */
static void *state_freed(struct qlua_allocator *allocator, void *block, size_t size)
{
    void *result = allocator->allocate(allocator->data, block, size, 0);
    allocator->counter->state_freed(allocator->counting);
    free(allocator->notes);
    free(allocator);
    return result;
}

/* Handle that Lua allocates an object of a kind. */
static void made(struct qlua_allocator *allocator, size_t kind, void *block, size_t size)
{
    switch (kind) {
    case LUA_TFUNCTION:
        allocator->counter->closure_made(allocator->counting);
        allocator->made = LUA_TFUNCTION;
        allocator->made_size = size;
        break;
    case LUA_TTABLE:
        allocator->made = LUA_TTABLE;
        break;
    case LUA_TTHREAD:
        if (allocator->owner && size == allocator->thread_size)
            allocator->watcher->thread_made(allocator->owner, thread_of(block));
        break;
    case FOR_PROTOTYPE:
        allocator->counter->prototype_made(allocator->counting, block, allocator->made, allocator->made_size);
        break;
    default:
        break;
    }
}

/* Return whether a new block is for a thread. */
static bool is_new_thread(const struct qlua_allocator *allocator, const void *block, size_t kind, size_t size)
{
    return !block && kind == LUA_TTHREAD && size == allocator->thread_size;
}

/* State that the program creates with the allocator of this one. It is recognized at its next allocation, on the same
 * system thread. */
static __thread struct {
    lua_State *main;
    const char *end; /* of its block */
} new_state;

static void note_state(const struct qlua_allocator *allocator, void *block, size_t kind, size_t size)
{
    if (!block || kind != LUA_TTHREAD || !allocator->thread_size || size <= allocator->thread_size)
        return;
    new_state.main = thread_of(block);
    new_state.end = (const char *)block + size;
}

/* Give a new state the allocator behind this one: it is not recorded, may run on another system thread and may live
 * longer. Lua's global_State is in the block of the main thread. */
static void leave_state(const struct qlua_allocator *allocator)
{
    lua_State *main = new_state.main;
    const char *shared = (const char *)qlua_state_of(main);
    new_state.main = NULL;
    if (shared > (const char *)main && shared < new_state.end)
        lua_setallocf(main, allocator->allocate, allocator->data);
}

static void *allocate(void *data, void *block, size_t old_size, size_t new_size)
{
    struct qlua_allocator *allocator = data;
    if (new_state.main) {
        leave_state(allocator);
        return allocator->allocate(allocator->data, block, old_size, new_size);
    }
    if (block && new_size == 0) {
        if (block == allocator->state)
            return state_freed(allocator, block, old_size);
        block = freed(allocator, block, &old_size);
    }
    if (!block && old_size == FOR_UPVALUE && allocator->counter)
        allocator->counter->upvalue_wanted(allocator->counting);
    if (allocator->listening && allocator->owner)
        allocator->watcher->allocates(allocator->owner);
    void *result = allocator->allocate(allocator->data, block, old_size, new_size);
    if (allocator->listening && allocator->owner && !allocator->counter &&
        is_new_thread(allocator, block, old_size, new_size) && result)
        allocator->watcher->thread_made(allocator->owner, thread_of(result));
    if (!block)
        note_state(allocator, result, old_size, new_size);
    if (!block && allocator->counter && result)
        made(allocator, old_size, result, new_size);
    if (block && allocator->trims && new_size && new_size <= old_size)
        allocator->counter->trimmed(allocator->counting, block);
    if (allocator->notes && result)
        allocator->notes[allocator->noted++ % NOTES] = (struct note){result, new_size};
    return result;
}

struct qlua_allocator *qlua_allocator_find(lua_State *L)
{
    void *data;
    return lua_getallocf(L, &data) == allocate ? data : NULL;
}

struct qlua_allocator *qlua_allocator_begin(lua_State *L, const struct qlua_allocator_watcher *watcher,
                                            struct qlua_recording *owner)
{
    struct qlua_allocator *allocator = qlua_allocator_find(L);
    bool stayed = allocator != NULL;
    if (!stayed)
        allocator = calloc(1, sizeof *allocator);
    if (!allocator)
        return NULL;
    allocator->watcher = watcher;
    allocator->owner = owner;
    if (stayed)
        return allocator;
    allocator->allocate = lua_getallocf(L, &allocator->data);
    lua_setallocf(L, allocate, allocator);
    return allocator;
}

struct qlua_recording *qlua_allocator_owner(lua_State *L)
{
    const struct qlua_allocator *allocator = qlua_allocator_find(L);
    return allocator ? allocator->owner : NULL;
}

void qlua_allocator_end(struct qlua_allocator *allocator, lua_State *L)
{
    bool in_place = qlua_allocator_owner(L) == allocator->owner;
    allocator->owner = NULL;
    if (!in_place || allocator->counter)
        return; /* it stays: a later allocator still calls it, or blocks that Lua frees must be checked */
    lua_setallocf(L, allocator->allocate, allocator->data);
    free(allocator->notes);
    free(allocator);
}

void qlua_allocator_count(struct qlua_allocator *allocator, lua_State *main,
                          const struct qlua_allocator_counter *counter, struct qlua_counting *counting)
{
    allocator->counter = counter;
    allocator->counting = counting;
    allocator->state = (const char *)(const void *)main - LUA_EXTRASPACE;
}

struct qlua_counting *qlua_allocator_counting(const struct qlua_allocator *allocator)
{
    return allocator->counting;
}

void qlua_allocator_watch_trims(struct qlua_allocator *allocator, bool watching)
{
    allocator->trims = watching;
}

void *qlua_allocator_allocate(const struct qlua_allocator *allocator, size_t size)
{
    return allocator->allocate(allocator->data, NULL, 0, size);
}

void qlua_allocator_free(const struct qlua_allocator *allocator, void *block, size_t size)
{
    if (block)
        allocator->allocate(allocator->data, block, size, 0);
}

void qlua_allocator_listen(struct qlua_allocator *allocator, bool listening)
{
    allocator->listening = listening;
}

void qlua_allocator_watch(struct qlua_allocator *allocator)
{
    allocator->noted = 0;
    allocator->notes = calloc(NOTES, sizeof *allocator->notes);
}

static size_t size_of(const struct qlua_allocator *allocator, const void *block)
{
    size_t count = allocator->noted < NOTES ? allocator->noted : NOTES;
    size_t size = 0;
    for (size_t i = 0; allocator->notes && i < count; i++)
        if (allocator->notes[i].block == block)
            size = allocator->notes[i].size;
    return size;
}

bool qlua_allocator_learn(struct qlua_allocator *allocator, const void *prototype, const lua_State *thread)
{
    size_t prototype_size = size_of(allocator, prototype);
    size_t thread_size = size_of(allocator, (const char *)(const void *)thread - LUA_EXTRASPACE);
    free(allocator->notes);
    allocator->notes = NULL;
    if (prototype_size == 0 || thread_size == 0)
        return false;
    allocator->prototype_size = prototype_size;
    allocator->thread_size = thread_size;
    return true;
}

size_t qlua_allocator_prototype_size(const struct qlua_allocator *allocator)
{
    return allocator->prototype_size;
}
