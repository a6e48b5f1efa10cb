#include "bindings/lua/inside/allocator.h"

#include <stdlib.h>

/* What compiling and running the few functions of qlua_layout_check allocates is some 60 blocks; the last ones count.
 */
enum { NOTES = 512 };

struct note {
    const void *block;
    size_t size;
};

struct qlua_allocator {
    lua_Alloc allocate;
    void *data;
    size_t prototype_size; /* 0 = nothing is told of */
    size_t thread_size;
    bool listening;
    const struct qlua_allocator_watcher *watcher;
    struct qlua_recording *owner; /* NULL: over, but another allocator still calls this one */
    struct note *notes;
    size_t noted;
};

/* The lua_State of a thread's block begins after the space that belongs to the host. */
static lua_State *thread_of(void *block)
{
    return (lua_State *)(void *)((char *)block + LUA_EXTRASPACE);
}

static void tell(const struct qlua_allocator *allocator, void *block, size_t size)
{
    if (!allocator->owner)
        return;
    if (size == allocator->prototype_size)
        allocator->watcher->prototype_freed(allocator->owner, block);
    if (size == allocator->thread_size)
        allocator->watcher->thread_freed(allocator->owner, thread_of(block));
}

/* Lua says of a new block what it is for. */
static bool is_new_thread(const struct qlua_allocator *allocator, const void *block, size_t kind, size_t size)
{
    return !block && kind == LUA_TTHREAD && size == allocator->thread_size;
}

static void *allocate(void *data, void *block, size_t old_size, size_t new_size)
{
    struct qlua_allocator *allocator = data;
    if (new_size == 0 && block && (old_size == allocator->prototype_size || old_size == allocator->thread_size))
        tell(allocator, block, old_size);
    if (allocator->listening && allocator->owner)
        allocator->watcher->allocates(allocator->owner);
    void *result = allocator->allocate(allocator->data, block, old_size, new_size);
    if (allocator->listening && allocator->owner && is_new_thread(allocator, block, old_size, new_size) && result)
        allocator->watcher->thread_made(allocator->owner, thread_of(result));
    if (allocator->notes && result)
        allocator->notes[allocator->noted++ % NOTES] = (struct note){result, new_size};
    return result;
}

struct qlua_allocator *qlua_allocator_begin(lua_State *L, const struct qlua_allocator_watcher *watcher,
                                            struct qlua_recording *owner)
{
    struct qlua_allocator *allocator = calloc(1, sizeof *allocator);
    if (!allocator)
        return NULL;
    allocator->watcher = watcher;
    allocator->owner = owner;
    allocator->allocate = lua_getallocf(L, &allocator->data);
    lua_setallocf(L, allocate, allocator);
    return allocator;
}

struct qlua_recording *qlua_allocator_owner(lua_State *L)
{
    void *data;
    return lua_getallocf(L, &data) == allocate ? ((struct qlua_allocator *)data)->owner : NULL;
}

void qlua_allocator_end(struct qlua_allocator *allocator, lua_State *L)
{
    bool in_place = qlua_allocator_owner(L) == allocator->owner;
    allocator->owner = NULL;
    if (!in_place)
        return; /* whoever came after it still calls it: it stays for good */
    lua_setallocf(L, allocator->allocate, allocator->data);
    free(allocator->notes);
    free(allocator);
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
