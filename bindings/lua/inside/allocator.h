/* allocator.h - what Lua frees while a state is recorded: prototypes and threads, whose addresses it uses again; and,
 * if asked, each block that it allocates.
 *
 * The state's own allocator stays in use behind this one. Lua says the size of what it frees: one comparison for
 * all else. */
#ifndef QLUA_ALLOCATOR_H
#define QLUA_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>

#include "bindings/lua/version/api.h"

struct qlua_allocator;
struct qlua_recording; /* the owner: what the allocator was begun with, and hands back */

/* What is told. In the middle of a collection: Lua may not be called. */
struct qlua_allocator_watcher {
    void (*prototype_freed)(struct qlua_recording *owner, const void *prototype);
    void (*thread_freed)(struct qlua_recording *owner, const lua_State *thread);
    /* Only while it listens: Lua is about to ask for a block, or to change or free one; it has got the memory of a
     * thread, which is not initialized yet. */
    void (*allocates)(struct qlua_recording *owner);
    void (*thread_made)(struct qlua_recording *owner, lua_State *thread);
};

/* What is told where functions are rewritten, also when the recording is over. In the middle of whatever Lua does: Lua
 * may not be called. */
struct qlua_counting;
struct qlua_allocator_counter {
    /* `after` is what Lua made last of closures and tables, so many bytes of it. */
    void (*prototype_made)(struct qlua_counting *counting, void *prototype, int after, size_t size);
    void (*prototype_freed)(struct qlua_counting *counting, const void *prototype);
    void (*closure_made)(struct qlua_counting *counting);
    void (*upvalue_wanted)(struct qlua_counting *counting);
    /* While asked for: Lua makes a block smaller, or leaves it as it is. */
    void (*trimmed)(struct qlua_counting *counting, const void *block);
    /* Lua frees a block whose size is that of rewritten instructions. Returns what is to be freed in its place, and its
     * size; the block itself where it is nothing else. */
    void *(*code_freed)(struct qlua_counting *counting, void *block, size_t *size);
    void (*state_freed)(struct qlua_counting *counting);
};

/* Rewritten instructions take up a number of bytes that leaves this rest. */
enum { QLUA_ALLOCATOR_STEP = 64, QLUA_ALLOCATOR_REST = 60 };

/* Put one in place in L's state, or take back the one that stayed. Returns NULL without memory. */
struct qlua_allocator *qlua_allocator_begin(lua_State *L, const struct qlua_allocator_watcher *watcher,
                                            struct qlua_recording *owner);

/* The owner of the one that Lua calls in L's state; NULL when that is none of ours: a program may put another in its
 * place. */
struct qlua_recording *qlua_allocator_owner(lua_State *L);

/* Give the state its own allocator back. */
void qlua_allocator_end(struct qlua_allocator *allocator, lua_State *L);

/* The one that Lua calls in L's state, NULL = none. */
struct qlua_allocator *qlua_allocator_find(lua_State *L);

/* Tell the counter too; the allocator then stays as long as the state. */
void qlua_allocator_count(struct qlua_allocator *allocator, lua_State *main,
                          const struct qlua_allocator_counter *counter, struct qlua_counting *counting);
struct qlua_counting *qlua_allocator_counting(const struct qlua_allocator *allocator);

/* Tell of blocks that are trimmed, or no more. */
void qlua_allocator_watch_trims(struct qlua_allocator *allocator, bool watching);

/* Memory from the state's own allocator that Lua does not count as its own. */
void *qlua_allocator_take(const struct qlua_allocator *allocator, size_t size);
void qlua_allocator_give(const struct qlua_allocator *allocator, void *block, size_t size);

/* Listen to all that Lua allocates, or no more. */
void qlua_allocator_listen(struct qlua_allocator *allocator, bool listening);

/* Note what is allocated from now on, to learn from it how large a prototype and a thread are. learn returns false when
 * either was not seen; nothing is told of then. */
void qlua_allocator_watch(struct qlua_allocator *allocator);
bool qlua_allocator_learn(struct qlua_allocator *allocator, const void *prototype, const lua_State *thread);

/* How large a prototype is; 0 = not learned. */
size_t qlua_allocator_prototype_size(const struct qlua_allocator *allocator);

#endif
