/* launch.c - start of a recording under `qii lua`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bindings/lua/open.h"
#include "bindings/lua/options.h"
#include "bindings/lua/version/supported.h"

/* ---- command line ------------------------------------------------------------------------------------------------ */

/* In the program's table `arg`, the script is at index 0, and the interpreter and its options are before it. Without
 * a script, the interpreter's name is at 0. The functions below take the table's index on the stack. */

/* Return the index of the interpreter's name, the first word. */
static lua_Integer first_word(lua_State *L, int arg)
{
    lua_Integer first = 0;
    for (; lua_rawgeti(L, arg, first - 1) != LUA_TNIL; first--)
        lua_pop(L, 1);
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

struct chunk {
    const char *text;
    const char *file; /* `text` and `file` are NULL if the chunk cannot be known: it is a module of -l, standard
                       * input, or a file that can be read only once */
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
    lua_Integer place = first_word(L, arg) + 1;
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

static int is_refused(lua_State *state)
{
    const struct chunk *chunk = lua_touserdata(state, 1);
    int result = chunk->text ? luaL_loadstring(state, chunk->text) : luaL_loadfile(state, chunk->file);
    lua_pushboolean(state, result == LUA_ERRSYNTAX || result == LUA_ERRFILE);
    return 1;
}

/* Return false if it is certain that the interpreter cannot load its first chunk (LUA_INIT, an option -e, or the
 * script). Then the interpreter prints an error and exits, no code runs, and no data file must be made. The chunk is
 * loaded in a separate state, so that the program is not affected. If out of memory, return true. */
static bool can_load(lua_State *L)
{
    struct chunk chunk = {0};
    if (lua_getglobal(L, "arg") == LUA_TTABLE)
        chunk = first_chunk(L, lua_gettop(L));
    lua_pop(L, 1);
    lua_State *state = chunk.text || chunk.file ? luaL_newstate() : NULL;
    if (!state)
        return true;
    lua_pushcfunction(state, is_refused);
    lua_pushlightuserdata(state, &chunk);
    bool refused = lua_pcall(state, 1, 1, 0) == LUA_OK && lua_toboolean(state, -1);
    lua_close(state);
    return !refused;
}

/* ---- start ---------------------------------------------------------------------------------------------------------
 */

static void restore_environment(lua_State *L, int variables)
{
    for (lua_pushnil(L); lua_next(L, variables); lua_pop(L, 1)) {
        const char *name = lua_tostring(L, -2);
        if (lua_isstring(L, -1))
            setenv(name, lua_tostring(L, -1), 1);
        else
            unsetenv(name);
    }
}

static lua_Integer integer_at(lua_State *L, int list, lua_Integer index)
{
    lua_rawgeti(L, list, index);
    lua_Integer value = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return value;
}

/* Restore `arg`: put each option -E back to its position in the user's command line. A script stays at 0, so the
 * words before it move down. */
static void restore_arg(lua_State *L, int ignoring)
{
    if (lua_getglobal(L, "arg") != LUA_TTABLE)
        return;
    int words = lua_gettop(L);
    lua_Integer from = first_word(L, words);
    lua_Integer last = (lua_Integer)lua_rawlen(L, words);
    lua_Integer left = (lua_Integer)lua_rawlen(L, ignoring);
    lua_Integer to = from ? from - left : 0;
    lua_newtable(L);
    for (lua_Integer word = 0, next = 1; from <= last || left; word++, to++) {
        if (left && integer_at(L, ignoring, next) == word) {
            lua_pushliteral(L, "-E");
            next++;
            left--;
        } else {
            lua_rawgeti(L, words, from++);
        }
        lua_rawseti(L, -2, to);
    }
    lua_setglobal(L, "arg");
}

/* Set the registry field by which the interpreter notes that it ignores its environment. */
static void restore_ignoring(lua_State *L, int ignoring)
{
    lua_pushboolean(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
    restore_arg(L, ignoring);
}

static int launch(lua_State *L)
{
    lua_settop(L, 3);
    restore_environment(L, 2);
    if (lua_rawlen(L, 3))
        restore_ignoring(L, 3);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_qii);
    lua_setfield(L, -2, "qii");
    if (!can_load(L))
        return 0;
    struct kit_settings *settings = qlua_options_new(L);
    if (!kit_settings_read(settings, luaL_checkstring(L, 1)))
        return luaL_error(L, settings->no_memory ? "not enough memory" : "invalid settings");
    kit_settings_read_environment(settings);
    qlua_open_recorded(L, settings);
    return 0;
}

/* If anything fails, for example for lack of memory, the program runs without a profile. */
QLUA_EXPORT int qii_launch(lua_State *L)
{
    qlua_supported_check(L);
    lua_pushcfunction(L, launch);
    lua_insert(L, 1);
    if (lua_pcall(L, lua_gettop(L) - 1, 0, 0) != LUA_OK)
        fprintf(stderr, "qii: %s; the program runs without a profile\n", lua_tostring(L, -1));
    return 0;
}
