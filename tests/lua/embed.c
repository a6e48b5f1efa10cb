/* embed.c - a program that embeds Lua: each of its threads runs a script in a state of its own, one after the other or
 * all at once.
 * usage: embed MODULE-PATTERN THREADS SCRIPT [together] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

static const char *modules;
static const char *script;
static pthread_barrier_t barrier;

/* meet(): wait for the other threads. */
static int meet(lua_State *L)
{
    (void)L;
    pthread_barrier_wait(&barrier);
    return 0;
}

static void *run(void *number)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    lua_getglobal(L, "package");
    lua_pushstring(L, modules);
    lua_setfield(L, -2, "cpath");
    lua_pushinteger(L, (lua_Integer)(size_t)number);
    lua_setglobal(L, "number");
    lua_pushcfunction(L, meet);
    lua_setglobal(L, "meet");
    if (luaL_dofile(L, script) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        exit(1);
    }
    lua_close(L);
    return NULL;
}

int main(int count, char **words)
{
    if (count < 4)
        return 2;
    modules = words[1];
    script = words[3];
    unsigned threads = (unsigned)strtoul(words[2], NULL, 10);
    int together = count > 4 && strcmp(words[4], "together") == 0;
    pthread_t *started = calloc(threads, sizeof *started);
    pthread_barrier_init(&barrier, NULL, together ? threads : 1);
    for (unsigned i = 0; i < threads; i++) {
        pthread_create(&started[i], NULL, run, (void *)(size_t)(i + 1));
        if (!together)
            pthread_join(started[i], NULL);
    }
    for (unsigned i = 0; together && i < threads; i++)
        pthread_join(started[i], NULL);
    free(started);
    return 0;
}
