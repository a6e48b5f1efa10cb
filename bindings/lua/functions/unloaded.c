#include "bindings/lua/functions/unloaded.h"

#include <stdio.h>

#include "bindings/kit/includes.h"
#include "bindings/kit/library.h"
#include "bindings/lua/functions/chunk.h"
#include "bindings/lua/functions/lookup.h"
#include "bindings/lua/version/api.h"

static struct kit_includes wanted;

void qlua_unloaded_begin(const char *patterns)
{
    kit_includes_fini(&wanted);
    kit_includes_init(&wanted, patterns, ".lua");
}

static void note_loaded(void *data, const struct qlua_chunk *chunk)
{
    if (kit_library_knows(chunk->generation) && *chunk->source == '@')
        kit_includes_loaded(data, chunk->source + 1);
}

static void register_file(lua_State *L, const char *name)
{
    if (luaL_loadfilex(L, name, "t") != LUA_OK)
        fprintf(stderr, "qii: include: %s\n", lua_tostring(L, -1));
    else
        qlua_lookup_loaded(L, 0, NULL, NULL);
    lua_settop(L, 0);
}

void qlua_unloaded_end(void)
{
    lua_State *L = wanted.files.count ? luaL_newstate() : NULL;
    if (L) {
        qlua_chunk_each(note_loaded, &wanted);
        for (const char *name; (name = kit_includes_next(&wanted));)
            register_file(L, name);
        lua_close(L);
    }
    kit_includes_fini(&wanted);
}
