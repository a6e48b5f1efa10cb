#include "bindings/lua/inside/check.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bindings/lua/code/prototype.h"
#include "bindings/lua/inside/allocator.h"
#include "bindings/lua/inside/position.h"

/* Test program. Two closures have one prototype; `other`, which is compiled last, has another one. Closures call a C
 * function without upvalues (`light`) and one with an upvalue (`closure`). There are calls at the same depth, a tail
 * call, loops and jumps. Each function is on lines of its own. */
static const char program[] = "local light, closure = ...\n"
                              "local function make()\n"
                              "  return function(f) f() end\n"
                              "end\n"
                              "local first, second = make(), make()\n"
                              "local function sum(n)\n"
                              "  local s = 0\n"
                              "  for i = 1, n do\n"
                              "    if i ~= 2 then\n"
                              "      s = s + i\n"
                              "    end\n"
                              "  end\n"
                              "  return s\n"
                              "end\n"
                              "local function other()\n"
                              "  first(light)\n"
                              "  second(closure)\n"
                              "  return sum(3)\n"
                              "end\n"
                              "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
                              "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
                              "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
                              "other()\n";

enum {
    OTHER = 3,
    FIRST,
    LIGHT,
    SECOND,
    CLOSURE,
    CALLS = 9
}; /* order of calls: main chunk, make, make, other,
    * first, light, second, closure, sum */
enum { RETURNS = CALLS - 1 };
enum { LEAST_STEPS = 30 }; /* minimum number of instructions that the program runs, however Lua compiles it */
enum { LARGEST_THREAD = 1024 };

/* Number of bytes of a thread that are searched, fewer than a thread of any Lua 5.4 has. With 32-bit pointers,
 * nothing is searched. */
#define THREAD_SIZE (sizeof(void *) == 8 ? 200 : 0)

struct check {
    uintptr_t keys[CALLS];
    int calls;
    bool wrong;
    int pipe[2];
    /* filled by the second run */
    struct qlua_prototypes functions;
    size_t base;
    int returns;
    int steps;
    int place; /* offset of the instruction counter in a thread; 0 = unknown, so each instruction causes an event */
    bool wrong_marks;
    bool wrong_positions;
};

static __thread struct check *check;

static int nothing(lua_State *L)
{
    (void)L;
    return 0;
}

/* Run the program, which is the only value on the thread's stack. */
static bool run(lua_State *thread, lua_Hook hook, int mask)
{
    lua_pushvalue(thread, 1);
    lua_pushcfunction(thread, nothing);
    lua_pushinteger(thread, 0);
    lua_pushcclosure(thread, nothing, 1);
    lua_sethook(thread, hook, mask, 1);
    bool done = lua_pcall(thread, 2, 0, 0) == LUA_OK;
    lua_sethook(thread, NULL, 0, 0);
    lua_settop(thread, 1);
    return done;
}

/* ---- functions of frames ---------------------------------------------------------------------------------------- */

/* Read memory by system calls, which fail for an invalid address. */
static bool read_at(const void *address, void *into, size_t size)
{
    return write(check->pipe[1], address, size) == (ssize_t)size && read(check->pipe[0], into, size) == (ssize_t)size;
}

/* Return the key of a frame. Return 0 if a value in memory differs from the value that Lua's public interface
 * returns. The function of the frame is on top of the stack. */
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

static void compare_call(lua_State *L, lua_Debug *ar)
{
    struct qlua_layout_frame frame;
    lua_Debug caller;
    if (check->wrong || check->calls == CALLS)
        return;
    if (!read_at(ar->i_ci, &frame, sizeof frame) ||
        (lua_getstack(L, 1, &caller) && frame.caller != (const void *)caller.i_ci)) {
        check->wrong = true;
        return;
    }
    lua_getinfo(L, "f", ar);
    uintptr_t key = read_key(L, &frame);
    lua_pop(L, 1);
    check->wrong = key == 0 || key != qlua_layout_key(ar->i_ci);
    check->keys[check->calls++] = key;
}

static bool agrees(const struct check *found)
{
    const uintptr_t *keys = found->keys;
    return !found->wrong && found->calls == CALLS && keys[FIRST] == keys[SECOND] && keys[FIRST] != keys[OTHER] &&
           keys[LIGHT] == (uintptr_t)nothing && keys[CLOSURE] == (uintptr_t)nothing;
}

/* ---- marks and positions ---------------------------------------------------------------------------------------- */

static bool is_at(const struct qlua_prototype *p, const lua_Debug *ar)
{
    if (qlua_position_code(ar->i_ci) != p->code)
        return false;
    int at = qlua_position_of(ar->i_ci);
    return at >= 0 && at < p->instructions.count && p->line_of[at] == ar->currentline;
}

static void compare_position(lua_State *L, lua_Debug *ar)
{
    const struct qlua_prototypes *functions = &check->functions;
    int index = 0;
    lua_getinfo(L, "Sl", ar);
    while (index < functions->count && functions->items[index].shape.line_defined != ar->linedefined)
        index++;
    check->wrong_positions |= index == functions->count || !is_at(&functions->items[index], ar);
    check->steps++;
    qlua_position_skip(L, check->place, 2);
}

static void compare_mark(lua_State *L, lua_Debug *ar)
{
    struct qlua_layout_frame *frame = (struct qlua_layout_frame *)(void *)ar->i_ci;
    lua_getinfo(L, "S", ar);
    check->wrong_marks |= (*ar->what == 'C') != ((frame->status & QLUA_LAYOUT_IS_C) != 0) ||
                          qlua_layout_is_marked(frame) != (ar->event != LUA_HOOKCALL);
    check->base = (size_t)((const char *)qlua_layout_base(frame) - (const char *)L);
    check->calls += ar->event != LUA_HOOKRET;
    check->returns += ar->event == LUA_HOOKRET;
    qlua_layout_mark(frame);
}

static void compare_mark_or_position(lua_State *L, lua_Debug *ar)
{
    if (ar->event == LUA_HOOKCOUNT)
        compare_position(L, ar);
    else
        compare_mark(L, ar);
}

/* Find the counter of the instructions that remain until the next count event. lua_sethook sets two adjacent
 * numbers: the instructions between two events, and the remaining ones. Search the thread for the only such pair.
 * Return the counter's offset, 0 if it was not found. */
static int find_place(lua_State *thread)
{
    static const int tried[] = {0x5a17c3, 0x2b61f5, 0x6d4e09};
    int place = 0;
    for (int at = 8; at + 2 * (int)sizeof(int) <= THREAD_SIZE; at += (int)sizeof(int)) {
        bool all = true;
        for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
            const int pair[] = {tried[i], tried[i]};
            lua_sethook(thread, compare_position, LUA_MASKCOUNT, tried[i]);
            all = all && memcmp((const char *)thread + at, pair, sizeof pair) == 0;
        }
        if (all && place)
            return 0;
        if (all)
            place = at + (int)sizeof(int);
    }
    lua_sethook(thread, NULL, 0, 0);
    return place;
}

/* Return the offset of the counter. Return 0 if the counter is not found, or if setting it has no effect. */
static int check_place(lua_State *thread, struct check *found)
{
    int all = found->steps;
    found->steps = 0;
    found->place = find_place(thread);
    bool valid = found->place && run(thread, compare_position, LUA_MASKCOUNT) && !found->wrong_positions;
    return valid && found->steps == (all + 1) / 2 ? found->place : 0;
}

static void check_details(lua_State *thread, struct check *found, size_t prototype_size, struct qlua_checked *checked)
{
    if (qlua_prototypes_read(&found->functions, thread) != 0)
        return;
    checked->bodies = prototype_size == sizeof(struct qlua_body) &&
                      qlua_body_check(qlua_body_of(lua_topointer(thread, 1)), &found->functions);
    found->calls = 0;
    if (run(thread, compare_mark_or_position, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT)) {
        bool marks = !found->wrong_marks && found->calls == CALLS && found->returns == RETURNS;
        checked->base = marks && found->base < LARGEST_THREAD ? found->base : 0;
        checked->positions = !found->wrong_positions && found->steps >= LEAST_STEPS;
        checked->count_place = checked->positions ? check_place(thread, found) : 0;
    }
    qlua_prototypes_fini(&found->functions);
}

bool qlua_check(lua_State *L, struct qlua_allocator *allocator, struct qlua_checked *checked)
{
    struct check found = {.calls = 0};
    lua_State *thread = lua_newthread(L);
    *checked = (struct qlua_checked){0};
    lua_sethook(thread, NULL, 0, 0);
    if (pipe2(found.pipe, O_CLOEXEC) != 0) {
        lua_pop(L, 1);
        return false;
    }
    check = &found;
    bool known = luaL_loadbufferx(thread, program, sizeof program - 1, "=qii", "t") == LUA_OK &&
                 run(thread, compare_call, LUA_MASKCALL) && agrees(&found) &&
                 qlua_allocator_learn(allocator, (const void *)found.keys[OTHER], thread);
    if (known)
        check_details(thread, &found, allocator->prototype_size, checked);
    check = NULL;
    lua_pop(L, 1);
    close(found.pipe[0]);
    close(found.pipe[1]);
    checked->bodies = checked->bodies && qlua_body_check_values(L);
    return known;
}
