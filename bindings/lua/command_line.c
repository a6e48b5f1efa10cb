#include "bindings/lua/command_line.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* In the program's table `arg`, the script is at index 0, and the interpreter and its options are before it. Without
 * a script, the interpreter's name is at 0. The functions below take the table's index on the stack. */

lua_Integer qlua_command_line_first(lua_State *L, int arg)
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

/* Return the place of the word after the option -lqii that loads this module. `place` is that of the first option. */
static lua_Integer after_module(lua_State *L, int arg, lua_Integer place)
{
    const char *word = word_at(L, arg, place);
    for (; word && *word == '-'; word = word_at(L, arg, ++place)) {
        bool separate = (word[1] == 'l' || word[1] == 'e') && word[2] == '\0'; /* the value is the next word */
        const char *value = separate ? word_at(L, arg, ++place) : word[1] ? word + 2 : NULL;
        size_t length = value ? strlen(value) : 0;
        if (word[1] == 'l' && length >= 3 && strcmp(value + length - 3, "qii") == 0)
            return place + 1;
    }
    return place;
}

/* Return the first chunk that the interpreter will load. If `from_module` is true, skip the chunks before -lqii. */
static struct chunk first_chunk(lua_State *L, int arg, bool from_module)
{
    const char *init = from_module ? NULL : init_code(L);
    if (init)
        return *init == '@' ? file_chunk(init + 1) : (struct chunk){.text = init};
    lua_Integer place = qlua_command_line_first(L, arg) + 1;
    if (from_module)
        place = after_module(L, arg, place);
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

bool qlua_command_line_loads(lua_State *L, bool from_module)
{
    struct chunk chunk = {0};
    if (lua_getglobal(L, "arg") == LUA_TTABLE)
        chunk = first_chunk(L, lua_gettop(L), from_module);
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
