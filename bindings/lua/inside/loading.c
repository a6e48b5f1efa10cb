#include "bindings/lua/inside/loading.h"

#include "bindings/lua/inside/stand_in.h"

/* Original functions that load modules. They are the same in each state of an interpreter. */
static lua_CFunction require_before;
static lua_CFunction loadlib_before;

static struct qlua_imports *watched; /* list that only grows, read without a lock */

static qlua_loading_listener *listener; /* set before any module is required; NULL = none */

static void replace_imports(void)
{
    for (struct qlua_imports *imports = __atomic_load_n(&watched, __ATOMIC_ACQUIRE); imports; imports = imports->next)
        qlua_imports_replace(imports);
}

/* Load the module, which may be written in C, then replace its imports. */
static int require(lua_State *L)
{
    int results = require_before(L);
    replace_imports();
    qlua_loading_listener *listens = __atomic_load_n(&listener, __ATOMIC_RELAXED);
    if (listens)
        listens(L, lua_gettop(L) - results + 1);
    return results;
}

void qlua_loading_listen(qlua_loading_listener *listens)
{
    __atomic_store_n(&listener, listens, __ATOMIC_RELAXED);
}

static int loadlib(lua_State *L)
{
    int results = loadlib_before(L);
    replace_imports();
    return results;
}

void qlua_loading_watch(lua_State *L, struct qlua_imports *imports)
{
    if (!imports->watched) {
        imports->watched = true;
        imports->next = watched;
        __atomic_store_n(&watched, imports, __ATOMIC_RELEASE);
    }
    qlua_stand_in_kept(L, "_G", "require", &require_before, require);
    qlua_stand_in_kept(L, LUA_LOADLIBNAME, "loadlib", &loadlib_before, loadlib);
    replace_imports();
}
