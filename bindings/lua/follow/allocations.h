/* allocations.h - report what a Lua program allocates (option -alloc=exact).
 *
 * The allocator (allocator.h) sees each block that Lua requests. A new object (table, string, closure, upvalue,
 * userdata, thread, prototype) counts as an object with its bytes. Other blocks, such as the array of a table, and the
 * growth of a block count as bytes. */
#pragma once

#include "bindings/lua/follow/recording.h"

/* Begin to report allocations if the library's options request it. Install the allocator if necessary. Return an error
 * message, otherwise NULL. */
const char *qlua_allocations_begin(struct qlua_recording *r, lua_State *L,
                                   const struct qlua_allocator_watcher *watcher);

/* Return an error message if the library's options request allocations, otherwise NULL: a recording by samples does not
 * know which function allocates. */
const char *qlua_allocations_need_calls(const struct qlua_recording *r);

/* Report an allocation of the running coroutine. */
void qlua_allocations_report(struct qlua_recording *r, size_t bytes, unsigned objects);

/* The recorder itself uses Lua: report nothing until qlua_allocations_resume. */
void qlua_allocations_pause(const struct qlua_recording *r);
void qlua_allocations_resume(const struct qlua_recording *r);
