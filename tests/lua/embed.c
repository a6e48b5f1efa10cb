/* embed.c - a program that embeds Lua: each of its threads runs a script in a Lua state of its own.
 *
 * usage: embed MODULE-PATTERN THREADS SCRIPT [together|moving|open|exiting]
 *
 * By default, the threads run one after the other. With one of these words they run at the same time, and
 *   moving    then each thread calls the script's step() in every state, one after the other
 *   open      no state is closed before the process ends
 *   exiting   the script ends the process */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

static const char *modules;
static const char *script;
static unsigned threads;
static int moving;
static int open;
static lua_State **states;
static pthread_barrier_t barrier;

/* meet(): wait for the other threads. */
static int meet(lua_State *L)
{
    (void)L;
    pthread_barrier_wait(&barrier);
    return 0;
}

static lua_State *open_state(size_t number)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    lua_getglobal(L, "package");
    lua_pushstring(L, modules);
    lua_setfield(L, -2, "cpath");
    lua_pushinteger(L, (lua_Integer)number + 1);
    lua_setglobal(L, "number");
    lua_pushcfunction(L, meet);
    lua_setglobal(L, "meet");
    return L;
}

static void check(lua_State *L, int status)
{
    if (status == LUA_OK)
        return;
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    exit(1);
}

static void *run(void *data)
{
    size_t number = (size_t)data;
    /* Begin after all threads exist: in glibc 2.36, a thread created during a dlopen may lack thread-local data. */
    pthread_barrier_wait(&barrier);
    lua_State *L = open_state(number);
    check(L, luaL_dofile(L, script));
    states[number] = L;
    for (size_t i = 0; moving && i < threads; i++) {
        pthread_barrier_wait(&barrier);
        L = states[(number + i) % threads];
        lua_getglobal(L, "step");
        check(L, lua_pcall(L, 0, 0, 0));
    }
    if (!open)
        lua_close(L);
    return NULL;
}

int main(int count, char **words)
{
    if (count < 4)
        return 2;
    modules = words[1];
    script = words[3];
    threads = (unsigned)strtoul(words[2], NULL, 10);
    const char *how = count > 4 ? words[4] : "";
    moving = strcmp(how, "moving") == 0;
    open = strcmp(how, "open") == 0;
    int together = moving || open || strcmp(how, "together") == 0 || strcmp(how, "exiting") == 0;
    pthread_t *started = calloc(threads, sizeof *started);
    states = calloc(threads, sizeof(lua_State *));
    pthread_barrier_init(&barrier, NULL, together ? threads : 1);
    for (unsigned i = 0; i < threads; i++) {
        pthread_create(&started[i], NULL, run, (void *)(size_t)i);
        if (!together)
            pthread_join(started[i], NULL);
    }
    for (unsigned i = 0; together && i < threads; i++)
        pthread_join(started[i], NULL);
    free(states);
    free(started);
    return 0;
}
