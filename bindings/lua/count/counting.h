/* counting.h - the functions of a Lua state that count their lines and branches themselves.
 *
 * A chunk is rewritten when Lua has compiled it: the next thing that Lua does is to ask for an upvalue of its main
 * function, so the allocator hears of the moment. The functions are complete then, and none of them runs. */
#ifndef QLUA_COUNTING_H
#define QLUA_COUNTING_H

#include "bindings/lua/count/counted.h"

struct qlua_counting;
struct qlua_lookup;

/* That of L's state, made where it has none; NULL where this Lua is none that can be rewritten, or without memory.
 * Raises errors without memory. */
struct qlua_counting *qlua_counting_get(lua_State *L, lua_State *main, struct qlua_allocator *allocator);

/* That of a state which has one; NULL = it has none. */
struct qlua_counting *qlua_counting_of(lua_State *L);

/* What the state loads from now on is rewritten: to count, or only to tell which lines ran, and told to the library in
 * the name of virtual thread `caller`; so is what was rewritten in an earlier recording. lookup finds it. Where
 * something cannot be rewritten, unable is called, in the middle of whatever Lua does. */
void qlua_counting_begin(struct qlua_counting *counting, bool counts, struct qlua_lookup *lookup, VthreadID caller,
                         void (*unable)(struct qlua_recording *owner), struct qlua_recording *owner);

/* What is loaded from now on stays as it is. What was rewritten goes on counting, for nobody. */
void qlua_counting_end(struct qlua_counting *counting);

/* The function with this prototype, as layout.h knows it; NULL where it does not count itself. */
struct qlua_counted *qlua_counting_find(const struct qlua_counting *counting, uintptr_t prototype);

/* Whether the instruction that the frame is about to run, in a hook, is one that counts. */
bool qlua_counting_is_ours(const struct qlua_counting *counting, const void *call);

/* Whether functions may tell which lines ran: then an event of a hook may be ours and none of the program's. Such are
 * the call that tells, its return, and a line that begins again because the function goes back to where it told. */
bool qlua_counting_tells(const struct qlua_counting *counting);
bool qlua_counting_hides(struct qlua_counting *counting, const lua_Debug *ar);

/* Show a function and all inside it as they were compiled, or as they are now. */
void qlua_counting_show(const struct qlua_counting *counting, struct qlua_body *body, bool original);

#endif
