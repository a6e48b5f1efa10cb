/* allocator.h - what Lua frees while a state is recorded: prototypes and threads, whose addresses it uses again; and,
 * if asked, each block that it allocates.
 *
 * The state's own allocator stays in use behind this one. Lua says the size of what it frees: one comparison for
 * all else. */
#ifndef QLUA_ALLOCATOR_H
#define QLUA_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>

#include <lua.h>

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

/* Put one in place in L's state. Returns NULL without memory. */
struct qlua_allocator *qlua_allocator_begin(lua_State *L, const struct qlua_allocator_watcher *watcher,
                                            struct qlua_recording *owner);

/* The owner of the one that Lua calls in L's state; NULL when that is none of ours: a program may put another in its
 * place. */
struct qlua_recording *qlua_allocator_owner(lua_State *L);

/* Give the state its own allocator back. */
void qlua_allocator_end(struct qlua_allocator *allocator, lua_State *L);

/* Listen to all that Lua allocates, or no more. */
void qlua_allocator_listen(struct qlua_allocator *allocator, bool listening);

/* Note what is allocated from now on, to learn from it how large a prototype and a thread are. learn returns false when
 * either was not seen; nothing is told of then. */
void qlua_allocator_watch(struct qlua_allocator *allocator);
bool qlua_allocator_learn(struct qlua_allocator *allocator, const void *prototype, const lua_State *thread);

#endif
