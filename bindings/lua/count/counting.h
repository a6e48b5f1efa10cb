/* counting.h - rewriting of the functions of a Lua state, so that they count their lines and branches themselves.
 *
 * A chunk is rewritten when Lua has compiled it: Lua then allocates an upvalue for its main function, so the allocator
 * detects the moment. The functions are complete then, and none of them runs. */
#pragma once

#include "bindings/lua/count/counted.h"

struct qlua_counting;
struct qlua_lookup;

/* Return the counting of L's state; create it if necessary. Requires qlua_checked.bodies. Return NULL if out of
 * memory. This function may also raise a Lua memory error. */
struct qlua_counting *qlua_counting_get(lua_State *L, lua_State *main, struct qlua_allocator *allocator);

/* Return the counting of L's state, NULL if it has none. */
struct qlua_counting *qlua_counting_of(lua_State *L);

/* Rewrite the functions that the state loads from now on, so that they count lines, or only report which lines ran.
 * Register them on virtual thread `caller`, and add them to `lookup`; do so also for functions that an earlier
 * recording rewrote. If a function cannot be rewritten, call `unable`, during any operation of Lua. */
void qlua_counting_begin(struct qlua_counting *counting, bool counts, struct qlua_lookup *lookup, VthreadID caller,
                         void (*unable)(struct qlua_recording *owner), struct qlua_recording *owner);

/* Stop rewriting what is loaded. Rewritten functions continue to count, without effect. */
void qlua_counting_end(struct qlua_counting *counting);

/* Return the rewritten function with this prototype (layout.h), NULL if the function does not count itself. */
struct qlua_counted *qlua_counting_find(const struct qlua_counting *counting, uintptr_t prototype);

/* Return whether the next instruction of the frame, in a hook, is one that we inserted. */
bool qlua_counting_is_ours(const struct qlua_counting *counting, const void *call);

/* Return whether rewritten functions report which lines ran. These reports cause hook events of their own. */
bool qlua_counting_reports(const struct qlua_counting *counting);

/* Return whether a hook event is caused by us and must be hidden from the program. Such events are the call that
 * reports a line, the return of that call, and a line that begins again because the function returns to the reported
 * instruction. */
bool qlua_counting_hides(struct qlua_counting *counting, const lua_Debug *ar);

/* Switch a function and all nested ones to their original or to their rewritten form. */
void qlua_counting_show(const struct qlua_counting *counting, struct qlua_body *body, bool original);
