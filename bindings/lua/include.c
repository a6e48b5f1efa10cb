#include "include.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "chunk.h"
#include "lookup.h"
#include "paths.h"
#include "recorder.h"
#include "text.h"

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

/* Known files by the hash of where they lie; two with one hash are 1 of 2^64. Returns. Whether it is new. */
static bool see(struct qp_map *seen, const char *place)
{
    uint64_t key = qp_text_hash(place, strlen(place));
    if (qp_map_get(seen, key))
        return false;
    qp_map_put(seen, key, seen);
    return true;
}

static void see_loaded(struct qp_map *seen)
{
    const struct qp_map *chunks = &qp_recorder.functions.chunks;
    for (size_t i = 0; i < chunks->room; i++) {
        for (const struct qp_chunk *chunk = chunks->slots[i].value; chunk; chunk = chunk->next) {
            char *place = chunk->announced && *chunk->source == '@' ? realpath(chunk->source + 1, NULL) : NULL;
            if (place)
                see(seen, place);
            free(place);
        }
    }
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

/* Two patterns may name one file. */
static void tell_all(lua_State *L)
{
    struct qp_map seen = {0};
    see_loaded(&seen);
    for (int i = 0; i < wanted.count; i++)
        if (places[i] && see(&seen, places[i]))
            tell(L, name_of(i));
    qp_map_fini(&seen);
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
