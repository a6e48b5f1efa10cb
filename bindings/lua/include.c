#include "include.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "chunk.h"
#include "lookup.h"
#include "paths.h"
#include "recorder.h"

/* Each name is followed by where it really leads. */
static struct qp_paths wanted;
static char **places;

static void look_up(const char *pattern, int size)
{
    int found = qp_paths_add(&wanted, pattern, size);
    if (found <= 0)
        fprintf(stderr, "qii: include: %s%.*s\n", found < 0 ? "not enough memory for " : "no file matches ", size,
                pattern);
}

static void forget(void)
{
    for (int i = 0; places && i < wanted.count; i++)
        free(places[i]);
    free(places);
    places = NULL;
    qp_paths_fini(&wanted);
}

void qp_include_begin(const char *patterns)
{
    forget();
    while (patterns && *patterns) {
        int size = (int)strcspn(patterns, ";");
        if (size)
            look_up(patterns, size);
        patterns += size + (patterns[size] == ';');
    }
    places = calloc((size_t)wanted.count + 1, sizeof *places);
    for (int i = 0; places && i < wanted.count; i++)
        places[i] = realpath(wanted.items[i], NULL);
}

static int ascending(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Where the files lie that the program loaded, in order. */
static char **loaded_places(int *count)
{
    const struct qp_map *chunks = &qp_recorder.functions.chunks;
    int room = 0;
    char **loaded = NULL;
    *count = 0;
    for (size_t i = 0; i < chunks->room; i++) {
        for (const struct qp_chunk *chunk = chunks->slots[i].value; chunk; chunk = chunk->next) {
            char *place = chunk->announced && *chunk->source == '@' ? realpath(chunk->source + 1, NULL) : NULL;
            if (!place)
                continue;
            if (*count == room) {
                room = room ? room * 2 : 64;
                char **moved = realloc(loaded, (size_t)room * sizeof *moved);
                if (!moved) {
                    free(place);
                    return loaded;
                }
                loaded = moved;
            }
            loaded[(*count)++] = place;
        }
    }
    if (*count)
        qsort(loaded, (size_t)*count, sizeof *loaded, ascending);
    return loaded;
}

/* A program may have gone to another directory: then the name leads elsewhere, and the place serves for it. */
static const char *name_of(int index)
{
    char *place = realpath(wanted.items[index], NULL);
    bool same = place && strcmp(place, places[index]) == 0;
    free(place);
    return same ? wanted.items[index] : places[index];
}

static void tell(lua_State *L, const char *name)
{
    if (luaL_loadfilex(L, name, "t") != LUA_OK)
        fprintf(stderr, "qii: include: %s\n", lua_tostring(L, -1));
    else
        qp_lookup_chunk(L);
    lua_settop(L, 0);
}

static void tell_all(lua_State *L)
{
    int count;
    char **loaded = loaded_places(&count);
    for (int i = 0; i < wanted.count; i++) {
        bool again = false;
        for (int k = 0; k < i && places[i] && !again; k++) /* two patterns may name one file */
            again = places[k] && strcmp(places[k], places[i]) == 0;
        if (places[i] && !again && !(count && bsearch(&places[i], loaded, (size_t)count, sizeof *loaded, ascending)))
            tell(L, name_of(i));
    }
    for (int i = 0; i < count; i++)
        free(loaded[i]);
    free(loaded);
}

void qp_include_end(void)
{
    lua_State *L = wanted.count && places ? luaL_newstate() : NULL;
    if (L) {
        tell_all(L);
        lua_close(L);
    }
    forget();
}
