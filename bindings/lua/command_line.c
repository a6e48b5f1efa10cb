#include "bindings/lua/command_line.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bindings/lua/version/api.h"

lua_Integer qlua_command_line_first(lua_State *L, int arg)
{
    lua_Integer first = 0;
    while (lua_rawgeti(L, arg, first - 1) != LUA_TNIL) {
        lua_pop(L, 1);
        first--;
    }
    lua_pop(L, 1);
    return first;
}

/* Return a word, which remains valid as long as the table. */
static const char *word_at(lua_State *L, int arg, lua_Integer place)
{
    lua_rawgeti(L, arg, place);
    const char *word = lua_tostring(L, -1);
    lua_pop(L, 1);
    return word;
}

/* ---- first chunk ------------------------------------------------------------------------------------------------ */

struct chunk {
    const char *text;
    const char *file; /* both NULL if unknown: a module of -l, standard input, a file that can be read only once */
};

static struct chunk file_chunk(const char *name)
{
    struct stat status;
    bool may_be_read = stat(name, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
    return (struct chunk){.file = may_be_read ? name : NULL};
}

/* Return the value of LUA_INIT that the interpreter uses, NULL if there is none. */
static const char *init_code(lua_State *L)
{
    bool ignored = lua_getfield(L, LUA_REGISTRYINDEX, "LUA_NOENV") == LUA_TBOOLEAN && lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (ignored)
        return NULL;
    const char *code = getenv("LUA_INIT" QLUA_API_SUFFIX);
    return code ? code : getenv("LUA_INIT");
}

static struct chunk first_chunk(lua_State *L, int arg)
{
    const char *init = init_code(L);
    if (init)
        return *init == '@' ? file_chunk(init + 1) : (struct chunk){.text = init};
    lua_Integer place = qlua_command_line_first(L, arg) + 1;
    const char *word = word_at(L, arg, place);
    for (; word && *word == '-'; word = word_at(L, arg, ++place)) {
        const char *next = word_at(L, arg, place + 1);
        if (strcmp(word, "--") == 0)
            return next ? file_chunk(next) : (struct chunk){0};
        if (word[1] == '\0' || word[1] == 'l')
            return (struct chunk){0};
        if (word[1] == 'e')
            return (struct chunk){.text = word[2] ? word + 2 : next};
    }
    return word ? file_chunk(word) : (struct chunk){0};
}

/* ---- test ------------------------------------------------------------------------------------------------------- */

static int is_refused(lua_State *state)
{
    const struct chunk *chunk = lua_touserdata(state, 1);
    int result = chunk->text ? luaL_loadstring(state, chunk->text) : luaL_loadfile(state, chunk->file);
    lua_pushboolean(state, result == LUA_ERRSYNTAX || result == LUA_ERRFILE);
    return 1;
}

/* Load the chunk in a separate state, so that the program is not affected. If out of memory, assume that it can be
 * loaded. */
bool qlua_command_line_begins(lua_State *L, int arg)
{
    struct chunk chunk = first_chunk(L, arg);
    lua_State *state = chunk.text || chunk.file ? luaL_newstate() : NULL;
    if (!state)
        return true;
    lua_pushcfunction(state, is_refused);
    lua_pushlightuserdata(state, &chunk);
    bool refused = lua_pcall(state, 1, 1, 0) == LUA_OK && lua_toboolean(state, -1);
    lua_close(state);
    return !refused;
}
