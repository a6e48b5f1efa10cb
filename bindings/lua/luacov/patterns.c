#include "bindings/lua/luacov/patterns.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bindings/lua/luacov/bounded.h"

/* Ways through a name that a pattern may try: a fifth of a second. */
#define MOST_WAYS 2e7

/* What follows a set such as [^]a-z], whose signs stand for themselves. */
static const char *after_set(const char *at, const char *end)
{
    at += at + 1 < end && at[1] == '^' ? 2 : 1;
    bool first = true;
    for (; at < end && (first || *at != ']'); first = false)
        at += *at == '%' ? 2 : 1;
    return at + 1;
}

/* In how many ways a pattern may share out a name of a length: what stands before the match and each sign that repeats
 * take up any part of it, in the order in which they stand. */
static double count_ways(const char *pattern, size_t size, size_t length)
{
    const char *end = pattern + size;
    double parts = (double)length + 1;
    int repeats = size && *pattern == '^' ? 0 : 1;
    double ways = repeats ? parts : 1;
    for (const char *at = pattern; at < end;) {
        if (*at == '[') {
            at = after_set(at, end);
            continue;
        }
        if (strchr("*+-", *at) && *at)
            ways *= parts / ++repeats;
        else if (*at == '?')
            ways *= 2;
        at += *at == '%' ? 2 : 1;
    }
    return ways;
}

/* The pattern of the list, on top of the stack, is not used any more. */
static void drop(lua_State *L, int list, lua_Integer index, const char *where, const char *why)
{
    fprintf(stderr, "%spattern '%.100s' is not used: %.200s\n", where, lua_tostring(L, -1), why);
    lua_pushboolean(L, 0);
    lua_rawseti(L, list, index);
}

/* With the pattern on top of the stack. */
static bool matches(lua_State *L, int list, lua_Integer index, const char *name, const char *where)
{
    size_t size;
    const char *pattern = lua_tolstring(L, -1, &size);
    if (count_ways(pattern, size, strlen(name)) > MOST_WAYS) {
        drop(L, list, index, where, "its match may take too long");
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
