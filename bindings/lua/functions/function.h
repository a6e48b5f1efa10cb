/* function.h - identification of the Lua functions of the process.
 *
 * A Lua function is identified by properties from the public interface: source, lines, number of parameters and number
 * of upvalues. Several functions may have the same properties, for example functions on one line. They are
 * distinguished by the address of their instructions (prototype.h), which is noted each time that their main chunk
 * runs. If that chunk ran before the recording began, functions on one line with the same code cannot be distinguished.
 *
 * All functions here require the library's lock. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bindings/kit/registry.h"
#include "bindings/lua/code/branch.h"
#include "bindings/lua/functions/chunk.h"
#include "bindings/lua/version/api.h"

/* Role of a C function. The calls of all functions but plain ones are examined, mostly because these functions work
 * with coroutines. QLUA_ROLE_RESUMES and QLUA_ROLE_IS_WRAPPED are needed only if coroutines may be older than the
 * recording. */
enum qlua_role {
    QLUA_ROLE_PLAIN,
    QLUA_ROLE_RESUMES,
    QLUA_ROLE_IS_WRAPPED, /* result of coroutine.wrap */
    QLUA_ROLE_CREATES,    /* coroutine.create or coroutine.wrap */
    QLUA_ROLE_CLOSES,
    QLUA_ROLE_UNPACKS /* table.unpack, string.byte or utf8.codepoint: may return more values than fit in the stack */
};

struct qlua_function {
    struct kit_function known;
    struct qlua_branch_steps steps; /* filled only if branches are counted; events read its first fields, which lie
                                     * in the first cache line of this struct */
    enum qlua_role role;
    bool is_c;
    bool named; /* the name is final; the name of a C function may be replaced by a better name until its first call */
    bool seen;  /* a frame of this function was seen */
    bool finalizer; /* the source text defines it as a finalizer */
    /* Identity of Lua functions */
    bool alone; /* the function was read without its main chunk, so there may be unknown functions with the same
                 * properties */
    struct qlua_shape shape;
    struct qlua_chunk *chunk;
    uint64_t hash;              /* hash of the code of this function and its nested functions */
    uint64_t key;               /* hash of all other identifying properties */
    struct qlua_function *like; /* next function with this key */
    /* The next fields are used only in the first of several twins: functions with the same key, hash and chunk. */
    unsigned long reading; /* number of the last reading of a dump that contained the twins */
    unsigned twins;        /* number of twins found so far in the reading with the number `reading` */
};

/* Return the first function with the properties that lua_getinfo ("Su") has returned, NULL if there is none. */
struct qlua_function *qlua_function_like(const lua_Debug *ar);

/* Begin a reading of a dump. Then call qlua_function_adopt for each prototype, in the order of the dump. */
void qlua_function_begin_reading(void);

/* Return the function of a prototype that was just read from a dump: the known function with the same code, or a new
 * function if there is none. Return NULL if out of memory. */
struct qlua_function *qlua_function_adopt(struct qlua_chunk *chunk, const struct qlua_prototype *p);

/* Return whether no known function of a chunk has the same properties and code as the prototype p. */
bool qlua_function_is_new(const struct qlua_chunk *chunk, const struct qlua_prototype *p);

/* Return the function of the shared chunk; NULL if out of memory. */
struct qlua_function *qlua_function_shared(struct qlua_chunk *chunk);

/* Return the function that was adopted last with instructions at this address, NULL if there is none. */
struct qlua_function *qlua_function_of_code(const void *code);

/* Call `visit` for each Lua function. */
void qlua_function_each(void (*visit)(struct qlua_function *function));
