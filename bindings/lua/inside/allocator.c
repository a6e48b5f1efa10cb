#include "bindings/lua/inside/allocator.h"

#include <stdlib.h>

/* For a new object, Lua passes the object's kind to the allocator instead of the old size of a block. If the object
 * is a value, the kind is its type (LUA_TTABLE and so on). These are the kinds of other objects. */
enum { FOR_UPVALUE = LUA_NUMTYPES, FOR_PROTOTYPE = LUA_NUMTYPES + 1 };

/* Return the lua_State in a thread's block: it begins after LUA_EXTRASPACE bytes, which belong to the host program. */
static lua_State *thread_of(void *block)
{
    return (lua_State *)(void *)((char *)block + LUA_EXTRASPACE);
}

/* Handle Lua's request to free a block. Return the block to free instead, and store its size in *size. */
static void *freed(struct qlua_allocator *allocator, void *block, size_t *size)
{
    if (*size == allocator->prototype_size) {
        if (allocator->owner)
            allocator->watcher->prototype_freed(allocator->owner, block);
        if (allocator->counter)
            allocator->counter->prototype_freed(allocator->counting, block);
    } else if (*size == allocator->thread_size && allocator->owner) {
        allocator->watcher->thread_freed(allocator->owner, thread_of(block));
    }
    if (allocator->counter && *size % QLUA_ALLOCATOR_STEP == QLUA_ALLOCATOR_REST)
        return allocator->counter->code_freed(allocator->counting, block, size);
    return block;
}

/* Free the last block of a state, and the allocator. */
static void *state_freed(struct qlua_allocator *allocator, void *block, size_t size)
{
    void *result = allocator->allocate(allocator->data, block, size, 0);
    allocator->counter->state_freed(allocator->counting);
    free(allocator);
    return result;
}

/* A new state that the program creates with the allocator of a recorded state. It is handled at the next allocation
 * of the same system thread, when its main thread is initialized. */
static __thread struct {
    lua_State *main;
    const char *end; /* end of the new state's block */
} new_state;

/* Give a new state the original allocator. The new state is not recorded, may run on another system thread, and may
 * live longer than the recorded state. The state is new if its own global_State is in the block of its main thread. */
static void leave_state(const struct qlua_allocator *allocator)
{
    lua_State *main = new_state.main;
    const char *shared = (const char *)qlua_allocator_thread_of(main)->state;
    new_state.main = NULL;
    if (shared > (const char *)main && shared < new_state.end)
        lua_setallocf(main, allocator->allocate, allocator->data);
}

/* Handle the allocation of a thread. A block that is larger than a thread is the main thread of a new state. */
static void thread_made(struct qlua_allocator *allocator, void *block, size_t size)
{
    allocator->last_thread = (struct qlua_allocator_block){block, size};
    if (allocator->thread_size && size > allocator->thread_size) {
        new_state.main = thread_of(block);
        new_state.end = (const char *)block + size;
    } else if (allocator->owner && size == allocator->thread_size && (allocator->listening || allocator->counter)) {
        allocator->watcher->thread_made(allocator->owner, thread_of(block));
    }
}

/* Handle the allocation of an object of this kind. */
static void made(struct qlua_allocator *allocator, size_t kind, void *block, size_t size)
{
    if (kind == LUA_TTHREAD)
        thread_made(allocator, block, size);
    if (kind == LUA_TFUNCTION && allocator->counter)
        allocator->counter->closure_made(allocator->counting);
    if (kind == LUA_TFUNCTION || kind == LUA_TTABLE) {
        allocator->last_made = (int)kind;
        allocator->last_size = size;
    }
    if (kind == FOR_PROTOTYPE) {
        allocator->last_prototype = (struct qlua_allocator_block){block, size};
        if (allocator->counter)
            allocator->counter->prototype_made(allocator->counting, block, allocator->last_made, allocator->last_size);
    }
}

/* Report that a block was allocated or enlarged. The kind of a block that is no object is 0. */
static void report(const struct qlua_allocator *allocator, const void *block, size_t old_size, size_t new_size)
{
    size_t before = block ? old_size : 0;
    if (new_size > before)
        allocator->watcher->allocated(allocator->owner, new_size - before, !block && old_size != 0);
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
    if (allocator->reporting && allocator->owner && result)
        report(allocator, block, old_size, new_size);
    if (!block && result)
        made(allocator, old_size, result, new_size);
    if (block && allocator->trims && new_size && new_size <= old_size)
        allocator->counter->trimmed(allocator->counting, block);
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
    if (!allocator) {
        allocator = calloc(1, sizeof *allocator);
        if (!allocator)
            return NULL;
        allocator->allocate = lua_getallocf(L, &allocator->data);
        lua_setallocf(L, allocate, allocator);
    }
    allocator->watcher = watcher;
    allocator->owner = owner;
    return allocator;
}

struct qlua_recording *qlua_allocator_owner(lua_State *L)
{
    const struct qlua_allocator *allocator = qlua_allocator_find(L);
    return allocator ? allocator->owner : NULL;
}

void qlua_allocator_end(struct qlua_allocator *allocator, lua_State *L)
{
    allocator->owner = NULL;
    allocator->reporting = false;
    if (qlua_allocator_find(L) != allocator || allocator->counter)
        return; /* our allocator stays installed: a later allocator still calls it, or freed blocks must be checked */
    lua_setallocf(L, allocator->allocate, allocator->data);
    free(allocator);
}

void qlua_allocator_count(struct qlua_allocator *allocator, lua_State *main,
                          const struct qlua_allocator_counter *counter, struct qlua_counting *counting)
{
    allocator->counter = counter;
    allocator->counting = counting;
    allocator->state = (const char *)(const void *)main - LUA_EXTRASPACE;
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

bool qlua_allocator_learn(struct qlua_allocator *allocator, const void *prototype, const lua_State *thread)
{
    if (allocator->last_prototype.block != prototype || thread_of(allocator->last_thread.block) != thread)
        return false;
    allocator->prototype_size = allocator->last_prototype.size;
    allocator->thread_size = allocator->last_thread.size;
    return true;
}
