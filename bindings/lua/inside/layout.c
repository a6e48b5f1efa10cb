#include "bindings/lua/inside/layout.h"

#include <fcntl.h>
#include <unistd.h>

#include "bindings/lua/inside/allocator.h"
#include "bindings/lua/version/api.h"

/* Test program: two closures of one prototype, one of another, and a C function with and without a closure; each calls
 * its argument, so that the frames have callers. */
static const char program[] = "local light, closure = ...\n"
                              "local function make() return function(f) f() end end\n"
                              "local first, second = make(), make()\n"
                              "local function other() first(light) second(closure) end\n"
                              "other()\n";

enum { CALLS = 8 }; /* main chunk, make twice, other, first, light, second, closure */
enum { FIRST = 4, LIGHT = 5, SECOND = 6, CLOSURE = 7, OTHER = 3 };

struct check {
    uintptr_t keys[CALLS];
    int calls;
    bool wrong;
    int pipe[2];
};

static __thread struct check *check;

/* Read memory by system calls, which fail for an invalid address. */
static bool read_at(const void *address, void *into, size_t size)
{
    return write(check->pipe[1], address, size) == (ssize_t)size && read(check->pipe[0], into, size) == (ssize_t)size;
}

/* Return the key of a frame; 0 if a step differs from the public interface. The function of the frame is on top of the
 * stack. */
static uintptr_t read_key(lua_State *L, const struct qlua_layout_frame *frame)
{
    struct qlua_layout_value value;
    struct qlua_layout_closure closure;
    lua_CFunction c = lua_tocfunction(L, -1);
    if (!read_at(frame->function, &value, sizeof value))
        return 0;
    if (c && !lua_getupvalue(L, -1, 1))
        return value.tag == QLUA_LAYOUT_LIGHT_C && value.content == (const void *)(uintptr_t)c ? (uintptr_t)c : 0;
    if (c)
        lua_pop(L, 1); /* the upvalue */
    if (value.tag != (c ? QLUA_LAYOUT_C_CLOSURE : QLUA_LAYOUT_LUA_CLOSURE) || value.content != lua_topointer(L, -1) ||
        !read_at(value.content, &closure, sizeof closure))
        return 0;
    if (c)
        return closure.code == (const void *)(uintptr_t)c ? (uintptr_t)c : 0;
    return (uintptr_t)closure.code;
}

static void compare(lua_State *L, lua_Debug *ar)
{
    struct qlua_layout_frame frame;
    lua_Debug caller;
    if (!check || check->calls == CALLS)
        return;
    if (!read_at(ar->i_ci, &frame, sizeof frame) ||
        (lua_getstack(L, 1, &caller) && frame.caller != (const void *)caller.i_ci)) {
        check->wrong = true;
        return;
    }
    lua_getinfo(L, "f", ar);
    uintptr_t key = read_key(L, &frame);
    lua_pop(L, 1);
    check->wrong |= key == 0 || key != qlua_layout_key(ar->i_ci);
    check->keys[check->calls++] = key;
}

static int nothing(lua_State *L)
{
    (void)L;
    return 0;
}

static bool agrees(const struct check *found)
{
    const uintptr_t *keys = found->keys;
    return !found->wrong && found->calls == CALLS && keys[FIRST] == keys[SECOND] && keys[FIRST] != keys[OTHER] &&
           keys[LIGHT] == (uintptr_t)nothing && keys[CLOSURE] == (uintptr_t)nothing;
}

/* Run the program. Return its thread, which is on top of L's stack. */
static lua_State *run(lua_State *L, struct check *found)
{
    lua_State *thread = lua_newthread(L);
    lua_sethook(thread, NULL, 0, 0);
    found->wrong = luaL_loadbufferx(thread, program, sizeof program - 1, "=qii", "t") != LUA_OK;
    if (found->wrong)
        return thread;
    lua_pushcfunction(thread, nothing);
    lua_pushinteger(thread, 0);
    lua_pushcclosure(thread, nothing, 1);
    check = found;
    lua_sethook(thread, compare, LUA_MASKCALL, 0);
    found->wrong |= lua_pcall(thread, 2, 0, 0) != LUA_OK;
    lua_sethook(thread, NULL, 0, 0);
    check = NULL;
    return thread;
}

bool qlua_layout_check(lua_State *L, struct qlua_allocator *allocator)
{
    struct check found = {.calls = 0};
    if (pipe2(found.pipe, O_CLOEXEC) != 0)
        return false;
    qlua_allocator_watch(allocator);
    const lua_State *thread = run(L, &found);
    bool known = qlua_allocator_learn(allocator, (const void *)found.keys[FIRST], thread) && agrees(&found);
    lua_pop(L, 1);
    close(found.pipe[0]);
    close(found.pipe[1]);
    return known;
}
