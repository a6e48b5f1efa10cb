/* allocator.h - wrapper of a state's allocator that reports when Lua frees prototypes and threads, whose addresses
 * it reuses, and, on request, each allocation.
 *
 * The state's own allocator still does all the work. Lua passes the size of each block that it frees, so blocks of
 * other sizes than a prototype or thread cost only a comparison. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bindings/lua/version/api.h"

/* Fields for memory management in Lua's global_State, which is shared by the threads of a state. Use these fields
 * only if qlua_check (check.h) has returned true. */
struct qlua_allocator_state {
    lua_Alloc allocate;
    void *data;
    ptrdiff_t total;
    ptrdiff_t debt;
};

/* The first fields of a thread, up to the pointer to its global_State. */
struct qlua_allocator_thread {
    const void *next;
    unsigned char small[8];
    const void *top;
    struct qlua_allocator_state *state;
};

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(struct qlua_allocator_thread, state) == 24 && sizeof(struct qlua_allocator_state) == 32,
               "offsets of Lua 5.4.0 to 5.4.8 with 64-bit pointers");
#endif

static inline const struct qlua_allocator_thread *qlua_allocator_thread_of(const lua_State *L)
{
    return (const struct qlua_allocator_thread *)(const void *)L;
}

struct qlua_recording; /* owner of an allocator, passed to its callbacks */

/* Callbacks for a recording. They are called in the middle of a garbage collection and must not call Lua. */
struct qlua_allocator_watcher {
    void (*prototype_freed)(struct qlua_recording *owner, const void *prototype);
    void (*thread_freed)(struct qlua_recording *owner, const lua_State *thread);
    /* Called before Lua allocates, resizes or frees a block, but only if qlua_allocator.listening is set. */
    void (*allocates)(struct qlua_recording *owner);
    /* Called after Lua has allocated a thread, which is not initialized yet. This is only called if
     * qlua_allocator.listening is set, or if functions are rewritten. */
    void (*thread_made)(struct qlua_recording *owner, lua_State *thread);
    /* Called after Lua has allocated or enlarged a block, but only if qlua_allocator.reporting is set. `objects` is 1
     * for a new object of Lua, otherwise 0. */
    void (*allocated)(struct qlua_recording *owner, size_t bytes, unsigned objects);
};

/* Callbacks for rewritten functions. They are called even after the recording has ended. They interrupt Lua at any
 * point, so they must not call Lua. */
struct qlua_counting;
struct qlua_allocator_counter {
    /* `after` and `size` are the type and size of the closure or table that Lua allocated last before the prototype. */
    void (*prototype_made)(struct qlua_counting *counting, void *prototype, int after, size_t size);
    void (*prototype_freed)(struct qlua_counting *counting, const void *prototype);
    void (*closure_made)(struct qlua_counting *counting);
    void (*upvalue_wanted)(struct qlua_counting *counting);
    /* Called when Lua shrinks a block or keeps its size, but only if qlua_allocator.trims is set. */
    void (*trimmed)(struct qlua_counting *counting, const void *block);
    /* Called when Lua frees a block whose size may be that of rewritten instructions. Return the block to free
     * instead, and its size. If the block has no rewritten instructions, return the block itself. */
    void *(*code_freed)(struct qlua_counting *counting, void *block, size_t *size);
    void (*state_freed)(struct qlua_counting *counting);
};

struct qlua_allocator_block {
    void *block;
    size_t size;
};

struct qlua_allocator {
    lua_Alloc allocate; /* the state's own allocator, with its data */
    void *data;
    size_t prototype_size; /* size of a prototype; 0 = unknown, and nothing is reported */
    size_t thread_size;
    bool listening; /* report all allocations */
    bool trims;     /* report trimmed blocks */
    bool reporting; /* report what is allocated */
    const struct qlua_allocator_watcher *watcher;
    struct qlua_recording *owner;                 /* NULL: the recording has ended, but the allocator is still in use */
    const struct qlua_allocator_counter *counter; /* NULL: nothing is rewritten */
    struct qlua_counting *counting;
    const void *state; /* block of the main thread, which Lua frees last when it closes the state */
    struct qlua_allocator_block last_prototype;
    struct qlua_allocator_block last_thread;
    int last_made;    /* type of the closure or table that was allocated last */
    size_t last_size; /* size of that closure or table */
};

/* The size of a block of rewritten instructions in bytes, divided by STEP, leaves the remainder REST. For most other
 * blocks this is not so, and they cost only this comparison. */
enum { QLUA_ALLOCATOR_STEP = 64, QLUA_ALLOCATOR_REST = 60 };

/* Install an allocator in L's state, or reuse the installed one. Return NULL if out of memory. */
struct qlua_allocator *qlua_allocator_begin(lua_State *L, const struct qlua_allocator_watcher *watcher,
                                            struct qlua_recording *owner);

/* Return the owner of our allocator in L's state. Return NULL if the program has installed another allocator. */
struct qlua_recording *qlua_allocator_owner(lua_State *L);

/* Restore the state's own allocator. */
void qlua_allocator_end(struct qlua_allocator *allocator, lua_State *L);

/* Return our allocator in L's state, NULL if there is none. */
struct qlua_allocator *qlua_allocator_find(lua_State *L);

/* Enable the callbacks for rewritten functions. The allocator then stays in use until the state is closed. */
void qlua_allocator_count(struct qlua_allocator *allocator, lua_State *main,
                          const struct qlua_allocator_counter *counter, struct qlua_counting *counting);

/* Allocate or free memory with the state's own allocator, without including it in Lua's memory count. */
void *qlua_allocator_allocate(const struct qlua_allocator *allocator, size_t size);
void qlua_allocator_free(const struct qlua_allocator *allocator, void *block, size_t size);

/* Store the sizes of prototypes and threads, which the allocator needs to recognize them. `prototype` and `thread`
 * must be the last prototype and thread that Lua allocated; otherwise store nothing and return false. */
bool qlua_allocator_learn(struct qlua_allocator *allocator, const void *prototype, const lua_State *thread);
