/* function.h - identification of the Lua functions of the process.
 *
 * A Lua function is identified by properties from the public interface: source, lines, parameters and upvalues. If
 * several agree in all of these, as functions on one line may, the address of the instructions decides (prototype.h),
 * which is noted each time that their main chunk runs. Functions on one line with the same code cannot be distinguished
 * if their main chunk ran before the recording began.
 *
 * All functions here require the library's lock. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bindings/kit/registry.h"
#include "bindings/lua/code/branch.h"
#include "bindings/lua/functions/chunk.h"
#include "bindings/lua/version/api.h"

/* Role of a C function whose calls are examined, mostly because it works with coroutines. QLUA_ROLE_RESUMES and
 * QLUA_ROLE_IS_WRAPPED only matter if coroutines may be older than the recording. */
enum qlua_role {
    QLUA_ROLE_PLAIN,
    QLUA_ROLE_RESUMES,
    QLUA_ROLE_IS_WRAPPED, /* result of coroutine.wrap */
    QLUA_ROLE_CREATES,    /* coroutine.create and coroutine.wrap */
    QLUA_ROLE_CLOSES,
    QLUA_ROLE_UNPACKS /* table.unpack, string.byte, utf8.codepoint: may return more than fits in the stack */
};

struct qlua_function {
    struct kit_function known;
    struct qlua_branch_steps
        steps; /* used only if branches are counted; the fields read in events end with the first cache line */
    enum qlua_role role;
    bool is_c;
    bool named; /* the name is final; the name of a C function may be replaced by a better name until its first call */
    bool seen;  /* a frame of this function was seen */
    bool finalizer; /* the source text defines it as a finalizer */
    /* Identity of Lua functions */
    bool alone; /* seen without its main chunk, so functions with the same properties may be unknown */
    struct qlua_shape shape;
    struct qlua_chunk *chunk;
    uint64_t hash;              /* hash of the code of this function and its nested functions */
    uint64_t key;               /* hash of all other identifying properties */
    struct qlua_function *like; /* next function with this key */
    /* The next fields are used only in the first of several twins: functions with the same key, hash and chunk. */
    unsigned long reading; /* number of the last reading of a dump that contained the twins */
    unsigned twins;        /* number of twins found in that reading so far */
};

/* Return the first function that agrees with a result of lua_getinfo ("Su"), NULL if there is none. */
struct qlua_function *qlua_function_like(const lua_Debug *ar);

/* Begin to read a dump, whose functions are then adopted in their order in the dump. */
void qlua_function_begin_reading(void);

/* Return the function of a prototype just read: a known function with the same code, or a new function if there is
 * none. Return NULL if out of memory. */
struct qlua_function *qlua_function_adopt(struct qlua_chunk *chunk, const struct qlua_prototype *p);

/* Return whether no function of a chunk has the code of a prototype just read. */
bool qlua_function_is_new(const struct qlua_chunk *chunk, const struct qlua_prototype *p);

/* Return the function of the shared chunk; NULL if out of memory. */
struct qlua_function *qlua_function_shared(struct qlua_chunk *chunk);

/* Return the function adopted last with instructions at this address; NULL if there is none. */
struct qlua_function *qlua_function_of_code(const void *code);

/* Call `visit` for each Lua function. */
void qlua_function_each(void (*visit)(struct qlua_function *function));
