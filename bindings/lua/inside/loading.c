#include "bindings/lua/inside/loading.h"

#include "bindings/lua/inside/stand_in.h"

/* The functions that load modules, as they were. They are the same in each state of one interpreter. */
static lua_CFunction require_before;
static lua_CFunction loadlib_before;

static struct qlua_imports *watched; /* the list only grows, and is read without a lock */

static void look_at_modules(void)
{
    for (struct qlua_imports *imports = __atomic_load_n(&watched, __ATOMIC_ACQUIRE); imports; imports = imports->next)
        qlua_imports_replace(imports);
}

/* Load as Lua does, then look: it may have been a module in C. */
static int require(lua_State *L)
{
    int results = require_before(L);
    look_at_modules();
    return results;
}

static int loadlib(lua_State *L)
{
    int results = loadlib_before(L);
    look_at_modules();
    return results;
}

static void add(struct qlua_imports *imports)
{
    for (const struct qlua_imports *other = watched; other; other = other->next)
        if (other == imports)
            return;
    imports->next = watched;
    __atomic_store_n(&watched, imports, __ATOMIC_RELEASE);
}

void qlua_loading_watch(lua_State *L, struct qlua_imports *imports)
{
    add(imports);
    qlua_stand_in_kept(L, "_G", "require", &require_before, require);
    qlua_stand_in_kept(L, LUA_LOADLIBNAME, "loadlib", &loadlib_before, loadlib);
    look_at_modules();
}
