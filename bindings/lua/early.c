#include "bindings/lua/early.h"

#include <stdio.h>

#include "bindings/lua/follow/start.h"
#include "bindings/lua/options.h"

bool qlua_early_is(lua_State *L)
{
    lua_Debug ar;
    int level = 0;
    for (; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "S", &ar);
        if (*ar.what != 'C')
            return false;
    }
    return level == 3; /* the interpreter's main function, require, and what opens the module */
}

void qlua_early_start(lua_State *L, const struct kit_settings *settings)
{
    const struct qlua_start how = {.settings = settings, .silent = true, .public_way = qlua_options_public_way()};
    const char *wrong = qlua_start(L, &how);
    if (wrong)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", wrong);
}
