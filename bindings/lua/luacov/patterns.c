#include "bindings/lua/luacov/patterns.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bindings/lua/luacov/bounded.h"

/* Greatest number of combinations that a pattern may try on a name. Trying so many combinations takes a fifth of a
 * second. */
#define MOST_COMBINATIONS 2e7

/* Return the text after a set such as [^]a-z], in which most characters have no special meaning. */
static const char *after_set(const char *at, const char *end)
{
    at += at + 1 < end && at[1] == '^' ? 2 : 1;
    bool first = true;
    for (; at < end && (first || *at != ']'); first = false)
        at += *at == '%' ? 2 : 1;
    return at + 1;
}

/* Return the number of combinations that a pattern may try on a name of this length. A combination is a way to
 * divide the name into consecutive parts: the text before the match, and one part per repetition. */
static double count_combinations(const char *pattern, size_t size, size_t length)
{
    const char *end = pattern + size;
    double parts = (double)length + 1;
    int repeats = size && *pattern == '^' ? 0 : 1;
    double combinations = repeats ? parts : 1;
    for (const char *at = pattern; at < end;) {
        if (*at == '[') {
            at = after_set(at, end);
            continue;
        }
        if (strchr("*+-", *at) && *at)
            combinations *= parts / ++repeats;
        else if (*at == '?')
            combinations *= 2;
        at += *at == '%' ? 2 : 1;
    }
    return combinations;
}

/* Remove a pattern, which is on top of the stack, from the list, and print the reason `why`. */
static void drop(lua_State *L, int list, lua_Integer index, const char *where, const char *why)
{
    fprintf(stderr, "%spattern '%.100s' is ignored: %.200s\n", where, lua_tostring(L, -1), why);
    lua_pushboolean(L, 0);
    lua_rawseti(L, list, index);
}

/* Return whether the pattern on top of the stack matches a name. */
static bool matches(lua_State *L, int list, lua_Integer index, const char *name, const char *where)
{
    size_t size;
    const char *pattern = lua_tolstring(L, -1, &size);
    if (count_combinations(pattern, size, strlen(name)) > MOST_COMBINATIONS) {
        drop(L, list, index, where, "matching may take too long");
        return false;
    }
    qlua_bounded_push(L, "string", "find");
    lua_pushstring(L, name);
    lua_pushvalue(L, -3);
    bool found = false;
    if (lua_pcall(L, 2, 1, 0) == LUA_OK) {
        found = lua_toboolean(L, -1);
    } else {
        lua_pushvalue(L, -2);
        drop(L, list, index, where, lua_isstring(L, -2) ? lua_tostring(L, -2) : "an error");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return found;
}

enum qlua_match qlua_patterns_match(lua_State *L, int list, const char *name, const char *where)
{
    enum qlua_match result = QLUA_MATCH_NO_PATTERN;
    lua_Integer count = (lua_Integer)lua_rawlen(L, list);
    for (lua_Integer i = 1; i <= count && result != QLUA_MATCH_ONE; i++, lua_pop(L, 1)) {
        if (lua_rawgeti(L, list, i) != LUA_TSTRING)
            continue;
        bool found = matches(L, list, i, name, where);
        lua_rawgeti(L, list, i);
        bool is_used = lua_isstring(L, -1);
        lua_pop(L, 1);
        if (is_used)
            result = found ? QLUA_MATCH_ONE : QLUA_MATCH_NONE;
    }
    return result;
}
