#include "bindings/lua/functions/lookup.h"

#include <stdlib.h>

#include "bindings/lua/code/prototype.h"
#include "bindings/lua/functions/cfunction.h"
#include "bindings/lua/functions/protected.h"
#include "bindings/lua/functions/registration.h"
#include "bindings/lua/functions/weak_table.h"
#include "bindings/lua/inside/layout.h"

/* Registry key of the table of main functions that were already read. */
static const char known_mains;

struct active_lines {
    lua_Debug *ar;
    struct qlua_prototype *p;
};

/* Call this in protected mode: Lua creates a table of the lines, which may raise an error. */
static int read_active_lines(lua_State *L)
{
    const struct active_lines *what = lua_touserdata(L, 1);
    struct qlua_prototype *p = what->p;
    int span = p->shape.last_line_defined > 0 ? p->shape.last_line_defined : INT16_MAX;
    lua_getinfo(L, "L", what->ar);
    p->lines = lua_istable(L, -1) ? malloc(((size_t)span + 1) * sizeof *p->lines) : NULL;
    for (int line = p->shape.line_defined; p->lines && line <= span; line++) {
        if (lua_rawgeti(L, -1, line) != LUA_TNIL)
            p->lines[p->line_count++] = line;
        lua_pop(L, 1);
    }
    return 0;
}

/* Read a function with the public interface. This is needed if its dump has an unknown format, and requires a frame
 * ar that runs the function. */
static int read_by_interface(struct qlua_prototypes *all, lua_State *L, lua_Debug *ar)
{
    if (!ar->i_ci)
        return -1;
    *all = (struct qlua_prototypes){calloc(1, sizeof *all->items), 1};
    if (!all->items)
        return -1;
    all->items->shape = qlua_prototype_shape(ar);
    qlua_protected_call(L, read_active_lines, &(struct active_lines){ar, all->items});
    return 0;
}

/* Compute the branch steps of a function (branch.h). This must be done before the function is registered, because
 * the branches are registered with it, and because the steps are then read without the lock. */
static void prepare(struct qlua_function *function, const struct qlua_prototype *p, bool whole)
{
    bool is_new = !kit_function_is_registered(&function->known);
    function->alone = !whole && (is_new || function->alone);
    if (is_new && kit_library.branches && !function->steps.count)
        qlua_branch_steps_init(&function->steps, p, &function->known);
}

/* Return the functions of these prototypes, in the same order. If out of memory, return a family without functions.
 * The shared chunk has one function for all prototypes. */
static struct qlua_family adopt(struct qlua_chunk *chunk, const struct qlua_prototypes *all, bool whole)
{
    struct qlua_family family = {calloc((size_t)all->count, sizeof(struct qlua_function *)), all->count, whole};
    qlua_function_begin_reading();
    for (int i = 0; family.functions && i < all->count; i++) {
        const struct qlua_prototype *p = &all->items[i];
        family.functions[i] = chunk->shared ? qlua_function_shared(chunk) : qlua_function_adopt(chunk, p);
        if (family.functions[i] && !chunk->shared)
            prepare(family.functions[i], p, whole);
    }
    return family;
}

/* Read and register the function on top of the stack, which frame ar runs, and the functions nested in it. Call
 * `visit`, unless it is NULL, for each of them. */
static struct qlua_function *learn(lua_State *L, lua_Debug *ar, VthreadID caller, qlua_lookup_visit *visit, void *data)
{
    struct qlua_prototypes all;
    if (qlua_prototypes_read(&all, L) != 0 && read_by_interface(&all, L, ar) != 0)
        return NULL;
    bool whole = ar->linedefined == 0;
    struct qlua_chunk *chunk = qlua_chunk_get(ar->source, qlua_api_source_length(ar), whole ? all.items->hash : 0);
    if (!chunk) {
        qlua_prototypes_fini(&all);
        return NULL;
    }
    if (!chunk->shared && qlua_function_is_new(chunk, all.items))
        chunk = qlua_chunk_add(chunk, whole);
    if (chunk->shared && whole)
        qlua_registration_shared();
    struct qlua_family family = adopt(chunk, &all, whole);
    struct qlua_function *root = family.functions ? family.functions[0] : NULL;
    if (family.functions)
        qlua_registration_add(chunk, &family, L, ar, caller);
    for (int i = 0; family.functions && visit && i < all.count; i++)
        if (family.functions[i] && kit_function_is_registered(&family.functions[i]->known))
            visit(data, i, &all.items[i], family.functions[i]);
    free(family.functions);
    qlua_prototypes_fini(&all);
    return root;
}

/* Return the function on top of the stack. Identify it by the address of its instructions, because several functions
 * may have the same other properties. `first` is the first of these functions. */
static struct qlua_function *identify_by_code(struct qlua_function *first, lua_State *L, lua_Debug *ar,
                                              VthreadID caller)
{
    const void *code = first ? qlua_prototype_code(L) : NULL;
    struct qlua_function *known = code ? qlua_function_of_code(code) : NULL;
    if (known && known->key == first->key && kit_function_is_registered(&known->known))
        return known;
    struct qlua_function *learned = learn(L, ar, caller, NULL, NULL);
    return learned ? learned : first;
}

/* Argument and result of find_main. A main chunk may be new even if its source and lines are known, so each main
 * chunk is read when it is first seen. */
struct main_chunk {
    lua_Debug *ar;
    VthreadID caller;
    struct qlua_function *function;
};

/* Look up a main chunk in a weak table of the main chunks already read. If the table lacks the chunk, read the
 * chunk, and add it to the table. This table is used only if qlua_lookup cannot use prototypes as keys. */
static int find_main(lua_State *L)
{
    struct main_chunk *chunk = lua_touserdata(L, 1);
    luaL_checkstack(L, 8, NULL);
    lua_getinfo(L, "f", chunk->ar);
    qlua_weak_table_push(L, &known_mains);
    lua_pushvalue(L, 2);
    lua_rawget(L, 3);
    chunk->function = lua_touserdata(L, -1);
    if (chunk->function && kit_function_is_registered(&chunk->function->known))
        return 0;
    lua_pushvalue(L, 2);
    chunk->function = learn(L, chunk->ar, chunk->caller, NULL, NULL);
    lua_pushvalue(L, 2);
    lua_pushlightuserdata(L, chunk->function);
    lua_rawset(L, 3);
    return 0;
}

static struct qlua_function *main_function(const struct qlua_lookup *lookup, lua_State *L, lua_Debug *ar,
                                           VthreadID caller)
{
    struct main_chunk chunk = {ar, caller, NULL};
    if (lookup->layout)
        return learn(L, ar, caller, NULL, NULL);
    qlua_protected_call(L, find_main, &chunk);
    return chunk.function;
}

static struct qlua_function *identify(const struct qlua_lookup *lookup, lua_State *L, lua_Debug *ar, VthreadID caller)
{
    lua_getinfo(L, "Su", ar);
    struct qlua_function *function = NULL;
    if (*ar->what == 'L') {
        function = qlua_function_like(ar);
        if (function && !function->like && !function->alone && kit_function_is_registered(&function->known))
            return function;
    }
    lua_getinfo(L, "f", ar);
    if (*ar->what == 'L')
        function = identify_by_code(function, L, ar, caller);
    else if (*ar->what == 'm')
        function = main_function(lookup, L, ar, caller);
    else
        function = qlua_cfunction_get(L, ar, caller);
    lua_pop(L, 1);
    return function;
}

struct qlua_function *qlua_lookup_frame(struct qlua_lookup *lookup, lua_State *L, lua_Debug *ar, VthreadID caller)
{
    uint64_t key = lookup->layout ? qlua_layout_key(ar->i_ci) : 0;
    struct qlua_function *function = key ? kit_hashmap_get(&lookup->plain, key) : NULL;
    if (key && !function)
        function = kit_hashmap_get(&lookup->special, key);
    if (function)
        return function;
    kit_library_lock();
    function = identify(lookup, L, ar, caller);
    if (function)
        function->seen = true;
    kit_library_unlock();
    if (key && function)
        kit_hashmap_put(function->role <= lookup->last_plain ? &lookup->plain : &lookup->special, key, function);
    return function;
}

void qlua_lookup_known(struct qlua_lookup *lookup, uintptr_t prototype, struct qlua_function *function,
                       VthreadID caller)
{
    if (!kit_function_is_registered(&function->known))
        qlua_registration_repeat(function, caller);
    function->seen = true;
    kit_hashmap_put(&lookup->plain, prototype, function);
}

void qlua_lookup_freed(struct qlua_lookup *lookup, const void *prototype)
{
    kit_hashmap_remove(&lookup->plain, (uintptr_t)prototype);
}

void qlua_lookup_fini(struct qlua_lookup *lookup)
{
    kit_hashmap_fini(&lookup->plain);
    kit_hashmap_fini(&lookup->special);
}

void qlua_lookup_loaded(lua_State *L, VthreadID caller, qlua_lookup_visit *visit, void *data)
{
    lua_Debug ar = {.i_ci = NULL};
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">Su", &ar);
    kit_library_lock();
    learn(L, &ar, caller, visit, data);
    kit_library_unlock();
}
