/* function.h - which function is it? The Lua functions that the process knows, and how they are told apart.
 *
 * A Lua function is known by what the public interface says of it: source, lines, parameters and upvalues. Where
 * several agree in all that, as those on one line may, the address of the instructions decides (prototype.h), which
 * is noted anew each time that their main chunk runs. What cannot be told apart: functions of one line with the same
 * code whose main chunk ran before the recording began.
 *
 * All functions here want the library's lock. */
#ifndef QLUA_FUNCTION_H
#define QLUA_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "bindings/kit/registry.h"
#include "bindings/lua/code/branch.h"
#include "bindings/lua/functions/chunk.h"
#include "bindings/lua/version/api.h"

/* C functions whose calls are looked at, most of them for what they do with coroutines. The first three are only where
 * coroutines may be older than the recording. */
enum qlua_role {
    QLUA_ROLE_PLAIN,
    QLUA_ROLE_RESUMES,
    QLUA_ROLE_IS_WRAPPED, /* what coroutine.wrap returned */
    QLUA_ROLE_CREATES,    /* coroutine.create, coroutine.wrap */
    QLUA_ROLE_CLOSES,
    QLUA_ROLE_UNPACKS /* table.unpack, string.byte, utf8.codepoint: may return more than fits in the stack */
};

struct qlua_function {
    struct kit_function known;
    struct qlua_branch_steps steps; /* where branches are counted; what an event asks for ends the first cache line */
    enum qlua_role role;
    bool is_c;
    bool named;     /* for good: what a table calls a C function counts until it is met */
    bool met;       /* a frame of it was seen */
    bool finalizer; /* by its text */
    /* Lua functions: who it is */
    bool alone; /* met without its main chunk: functions like it may be unknown */
    struct qlua_shape shape;
    struct qlua_chunk *chunk;
    uint64_t hash;              /* of its code and that of the functions inside */
    uint64_t key;               /* of all else that tells who it is */
    struct qlua_function *like; /* the next with this key */
    struct qlua_function *twin; /* the next with this key, hash and chunk: a later one on its line */
    /* of the first of twins: */
    struct qlua_function *last_twin;
    struct qlua_function *next_twin; /* the first that the reading has not met yet */
    unsigned long reading;           /* number of the dump's reading that met them last */
};

/* The first of those that agree with a Lua function in all that lua_getinfo ("Su") tells, NULL = none. */
struct qlua_function *qlua_function_like(const lua_Debug *ar);

/* A dump is going to be read: its functions are adopted in the order in which they stand in it. */
void qlua_function_begin_reading(void);

/* The function of a prototype just read: one with the same code, else a new one; NULL without memory. */
struct qlua_function *qlua_function_adopt(struct qlua_chunk *chunk, const struct qlua_prototype *p);

/* Return whether no function of a chunk has the code of a prototype just read. */
bool qlua_function_is_new(const struct qlua_chunk *chunk, const struct qlua_prototype *p);

/* The function of the shared chunk; NULL without memory. */
struct qlua_function *qlua_function_shared(struct qlua_chunk *chunk);

/* The one that was adopted last with these instructions, by their address; NULL = none. */
struct qlua_function *qlua_function_of_code(const void *code);

/* Call visit for each. */
void qlua_function_each(void (*visit)(struct qlua_function *function));

#endif
