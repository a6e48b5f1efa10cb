/* counting.h - rewriting of the functions of a Lua state, so that they count their lines and branches themselves.
 *
 * A chunk is rewritten as soon as Lua has compiled it. At that moment, Lua allocates an upvalue for the chunk's main
 * function, which our allocator (inside/allocator.h) detects. All functions of the chunk are complete then, and none of
 * them runs yet. */
#pragma once

#include "bindings/lua/count/counted.h"

struct qlua_counting;
struct qlua_lookup;

/* Return the struct for L's Lua state; create the struct if necessary. Requires qlua_checked.bodies. Return NULL if
 * out of memory. This function may also raise a Lua memory error. */
struct qlua_counting *qlua_counting_get(lua_State *L, lua_State *main, struct qlua_allocator *allocator);

/* Return the struct for L's Lua state, NULL if the state has none. */
struct qlua_counting *qlua_counting_of(lua_State *L);

/* Rewrite the functions that the state loads from now on. If `counts` is true, they count how often lines run;
 * otherwise they only report which lines ran. Register the functions on virtual thread `caller`, and add them to
 * `lookup`. Also register and add the functions that an earlier recording rewrote. If a function cannot be rewritten,
 * call `unable`, which may happen during any operation of Lua. */
void qlua_counting_begin(struct qlua_counting *counting, bool counts, struct qlua_lookup *lookup, VthreadID caller,
                         void (*unable)(struct qlua_recording *owner), struct qlua_recording *owner);

/* Rewrite the functions that the state loads from now on so that they count how often lines run. */
void qlua_counting_count_lines(struct qlua_counting *counting);

/* Stop rewriting the functions that are loaded. Functions already rewritten continue to count, which has no effect. */
void qlua_counting_end(struct qlua_counting *counting);

/* Return the rewritten function with this prototype (a key of layout.h), NULL if the function was not rewritten. */
struct qlua_counted *qlua_counting_find(const struct qlua_counting *counting, uintptr_t prototype);

/* Return whether the instruction that frame `call` runs next was inserted by us. Call this only in a hook. */
bool qlua_counting_is_ours(const struct qlua_counting *counting, const void *call);

/* Return whether rewritten functions report which lines ran (sites.h). These reports are calls, which cause hook
 * events. */
bool qlua_counting_reports(const struct qlua_counting *counting);

/* Return whether a hook event is caused by us and must be hidden from the program. A report of a line causes three
 * events: the call of our reporting function, its return, and a second line event when the program's function then
 * continues at the beginning of the line. */
bool qlua_counting_hides(struct qlua_counting *counting, const lua_Debug *ar);

/* Switch a function and all functions nested in it to their original form if `original` is true, otherwise to their
 * rewritten form. */
void qlua_counting_show(const struct qlua_counting *counting, struct qlua_body *body, bool original);
