#include "bindings/lua/count/counting.h"

#include <stdlib.h>

#include "bindings/kit/hashmap.h"
#include "bindings/lua/count/compiling.h"
#include "bindings/lua/functions/lookup.h"
#include "bindings/lua/inside/position.h"

/* Registry key of an empty Lua function, the stand-in. Lua's public interface can only inspect functions on a stack.
 * So to inspect a chunk that is just being loaded, we give its prototype to the stand-in for a moment. */
static const char stand_in;

struct qlua_counting {
    lua_State *main;
    struct qlua_allocator *allocator;
    struct qlua_recording *owner;
    void (*unable)(struct qlua_recording *owner);
    struct qlua_lookup *lookup;
    VthreadID caller;
    struct qlua_counted_how how;
    const uint32_t *again; /* instruction whose site has just reported a line; NULL = none. Lua's next line event for
                            * this instruction repeats the line */
    const void *freed;     /* rewritten prototype whose code Lua has just freed */
    bool active;
    bool reports; /* some functions may report lines by sites */
    struct qlua_compiling compiling;
    struct kit_hashmap by_prototype;
    struct kit_hashmap by_code;
};

/* ---- rewriting of a chunk --------------------------------------------------------------------------------------- */

struct member {
    struct qlua_body *body;
    int outer; /* index of the enclosing function, -1: none */
    struct qlua_counted *counted;
};

/* Functions of a chunk, in the order of the source, which is also their order in a dump. */
struct tree {
    struct qlua_counting *counting;
    struct member *members;
    int count;
};

static int size_of(const struct qlua_body *body)
{
    int count = 1;
    for (int i = 0; i < body->child_count; i++)
        count += size_of(body->children[i]);
    return count;
}

static void list(struct tree *tree, struct qlua_body *body, int outer)
{
    int index = tree->count++;
    tree->members[index] = (struct member){body, outer, NULL};
    for (int i = 0; i < body->child_count; i++)
        list(tree, body->children[i], index);
}

/* Add the function to the maps by prototype and by code. Return false if out of memory. */
static bool remember(struct qlua_counting *counting, struct qlua_counted *counted)
{
    if (kit_hashmap_put(&counting->by_prototype, (uintptr_t)counted->body, counted) != 0)
        return false;
    if (kit_hashmap_put(&counting->by_code, (uintptr_t)counted->now.code, counted) == 0)
        return true;
    kit_hashmap_remove(&counting->by_prototype, (uintptr_t)counted->body);
    return false;
}

static void rewrite(void *data, int index, const struct qlua_prototype *p, struct qlua_function *function)
{
    struct tree *tree = data;
    struct qlua_counting *counting = tree->counting;
    if (index >= tree->count || tree->members[index].body->code != p->code)
        return;
    struct qlua_counted *counted = qlua_counted_new(tree->members[index].body, p, function, &counting->how);
    if (!counted)
        return;
    if (!remember(counting, counted)) {
        qlua_counted_free(counted, counting->allocator);
        return;
    }
    tree->members[index].counted = counted;
    qlua_lookup_known(counting->lookup, (uintptr_t)counted->body, function, counting->caller);
}

/* Switch all functions to their rewritten form at once. Return whether all of them were rewritten. */
static bool install(const struct tree *tree)
{
    bool all = true;
    for (int i = 0; i < tree->count; i++) {
        const struct member *member = &tree->members[i];
        struct qlua_counted *counted = member->counted;
        const struct qlua_counted *outer = member->outer < 0 ? NULL : tree->members[member->outer].counted;
        all = all && counted;
        if (outer)
            qlua_counted_move_upvalues(member->body, outer->first_hidden, outer->hidden);
        if (outer && counted) {
            counted->outer_first = outer->first_hidden;
            counted->outer_hidden = outer->hidden;
        }
        if (counted)
            qlua_parts_install(&counted->now, counted->body);
    }
    return all;
}

/* Rewrite all functions of a chunk. To read them, put the stand-in, with the prototype of the chunk, on the stack of
 * the main thread, which has room for it. Nothing here makes Lua allocate memory. Return whether all functions were
 * rewritten. */
static bool rewrite_chunk(struct qlua_counting *counting, struct qlua_body *body)
{
    struct tree tree = {counting, malloc((size_t)size_of(body) * sizeof *tree.members), 0};
    if (!tree.members)
        return false;
    list(&tree, body, -1);
    lua_rawgetp(counting->main, LUA_REGISTRYINDEX, &stand_in);
    struct qlua_layout_closure *closure = (struct qlua_layout_closure *)lua_topointer(counting->main, -1);
    const void *own = closure->code;
    closure->code = body;
    qlua_lookup_loaded(counting->main, counting->caller, rewrite, &tree);
    closure->code = own;
    lua_pop(counting->main, 1);
    bool all = install(&tree);
    free(tree.members);
    return all;
}

/* ---- callbacks of the allocator --------------------------------------------------------------------------------- */

/* Finish the handling of an allocation event. Enable the callback `trimmed` only while a chunk is being compiled. If
 * a function cannot be rewritten, call `unable`. */
static void after_event(struct qlua_counting *counting, bool able)
{
    counting->allocator->trims = !qlua_compiling_is_idle(&counting->compiling);
    if (counting->compiling.lost || !able)
        counting->unable(counting->owner);
    counting->compiling.lost = false;
}

static void prototype_made(struct qlua_counting *counting, void *prototype, int after, size_t size)
{
    bool binary = after == LUA_TFUNCTION;
    bool alone = binary && size == sizeof(struct qlua_layout_closure);
    if (!counting->active)
        return;
    qlua_compiling_made(&counting->compiling, prototype, binary, alone);
    after_event(counting, true);
}

/* A rewritten prototype is complete, so do not search for it among the prototypes being compiled. The search would
 * be slow: Lua may free 10,000 old prototypes while it compiles as many new ones. */
static void prototype_freed(struct qlua_counting *counting, const void *prototype)
{
    if (prototype != counting->freed)
        qlua_compiling_freed(&counting->compiling, prototype);
    counting->freed = NULL;
}

static void closure_made(struct qlua_counting *counting)
{
    if (qlua_compiling_is_idle(&counting->compiling))
        return;
    qlua_compiling_interrupted(&counting->compiling);
    after_event(counting, true);
}

static void upvalue_wanted(struct qlua_counting *counting)
{
    if (qlua_compiling_is_idle(&counting->compiling))
        return;
    struct qlua_body *body = qlua_compiling_completed(&counting->compiling);
    after_event(counting, !body || rewrite_chunk(counting, body));
}

static void trimmed(struct qlua_counting *counting, const void *block)
{
    qlua_compiling_trimmed(&counting->compiling, block);
}

/* If Lua frees the instructions of a rewritten function, restore the function's original parts, so that Lua frees
 * the original parts. Lua frees the instructions before all other parts, so this is early enough. */
static void *code_freed(struct qlua_counting *counting, void *block, size_t *size)
{
    struct qlua_counted *counted = kit_hashmap_get(&counting->by_code, (uintptr_t)block);
    if (!counted)
        return block;
    qlua_parts_install(&counted->before, counted->body);
    counting->freed = counted->body;
    kit_hashmap_remove(&counting->by_code, (uintptr_t)block);
    kit_hashmap_remove(&counting->by_prototype, (uintptr_t)counted->body);
    size_t before = (size_t)counted->before.code_count * sizeof *counted->before.code;
    qlua_allocator_thread_of(counting->main)->state->debt += (ptrdiff_t)*size - (ptrdiff_t)before;
    *size = before;
    block = counted->before.code;
    qlua_counted_free(counted, counting->allocator);
    return block;
}

static void state_freed(struct qlua_counting *counting)
{
    qlua_compiling_fini(&counting->compiling);
    kit_hashmap_fini(&counting->by_prototype);
    kit_hashmap_fini(&counting->by_code);
    free(counting);
}

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

static const struct qlua_allocator_counter counter = {.prototype_made = prototype_made,
                                                      .prototype_freed = prototype_freed,
                                                      .closure_made = closure_made,
                                                      .upvalue_wanted = upvalue_wanted,
                                                      .trimmed = trimmed,
                                                      .code_freed = code_freed,
                                                      .state_freed = state_freed};

static struct qlua_counting *create(lua_State *L, lua_State *main, struct qlua_allocator *allocator)
{
    static uintptr_t last;
    if (luaL_loadstring(L, "") != LUA_OK)
        return NULL;
    lua_rawsetp(L, LUA_REGISTRYINDEX, &stand_in);
    struct qlua_counting *counting = calloc(1, sizeof *counting);
    if (!counting)
        return NULL;
    counting->main = main;
    counting->allocator = allocator;
    kit_library_lock();
    counting->how = (struct qlua_counted_how){.owner = ++last, .allocator = allocator};
    kit_library_unlock();
    qlua_allocator_count(allocator, main, &counter, counting);
    return counting;
}

struct qlua_counting *qlua_counting_get(lua_State *L, lua_State *main, struct qlua_allocator *allocator)
{
    struct qlua_counting *counting = allocator->counting;
    return counting ? counting : create(L, main, allocator);
}

struct qlua_counting *qlua_counting_of(lua_State *L)
{
    const struct qlua_allocator *allocator = qlua_allocator_find(L);
    return allocator ? allocator->counting : NULL;
}

/* Called by a rewritten function at a site (sites.h), when a line runs for the first time. */
static int reached(lua_State *L)
{
    lua_Debug ar;
    struct qlua_counting *counting = qlua_counting_of(L);
    if (!counting || !lua_getstack(L, 1, &ar))
        return 0;
    struct qlua_counted *counted = qlua_counting_find(counting, qlua_layout_key(ar.i_ci));
    if (!counted)
        return 0;
    int pc = qlua_position_of(ar.i_ci);
    const uint32_t *place = qlua_sites_reach(&counted->sites, counted->now.code, pc, counted->base);
    if (lua_gethookmask(L) & LUA_MASKLINE)
        counting->again = place;
    return 0;
}

bool qlua_counting_reports(const struct qlua_counting *counting)
{
    return counting->reports;
}

bool qlua_counting_hides(struct qlua_counting *counting, const lua_Debug *ar)
{
    if (ar->event != LUA_HOOKLINE)
        return ar->event != LUA_HOOKCOUNT && qlua_layout_key(ar->i_ci) == (uintptr_t)reached;
    bool again = counting->again && counting->again + 1 == qlua_position_next(ar->i_ci);
    counting->again = NULL;
    return again;
}

static void register_again(const struct qlua_counting *counting)
{
    for (size_t i = 0; i < counting->by_prototype.room; i++) {
        const struct qlua_counted *counted = counting->by_prototype.slots[i].value;
        if (counted)
            qlua_lookup_known(counting->lookup, (uintptr_t)counted->body, counted->function, counting->caller);
    }
}

void qlua_counting_begin(struct qlua_counting *counting, bool counts, struct qlua_lookup *lookup, VthreadID caller,
                         void (*unable)(struct qlua_recording *owner), struct qlua_recording *owner)
{
    counting->lookup = lookup;
    counting->how.reached = counts ? NULL : reached;
    counting->reports = !counts;
    counting->owner = owner;
    counting->unable = unable;
    counting->caller = caller;
    counting->active = true;
    kit_library_lock();
    register_again(counting);
    kit_library_unlock();
}

void qlua_counting_count_lines(struct qlua_counting *counting)
{
    counting->how.reached = NULL;
}

void qlua_counting_end(struct qlua_counting *counting)
{
    counting->active = false;
    qlua_compiling_fini(&counting->compiling);
    counting->allocator->trims = false;
}

struct qlua_counted *qlua_counting_find(const struct qlua_counting *counting, uintptr_t prototype)
{
    return counting ? kit_hashmap_get(&counting->by_prototype, prototype) : NULL;
}

bool qlua_counting_is_ours(const struct qlua_counting *counting, const void *call)
{
    const struct qlua_counted *counted = qlua_counting_find(counting, qlua_layout_key(call));
    if (!counted)
        return false;
    int at = qlua_position_of(call);
    int low = 0;
    int high = counted->before.code_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (counted->place[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low == counted->before.code_count || counted->place[low] != at ||
           (counted->sites.count && counted->now.code[at] != counted->before.code[at]);
}

/* Nested functions refer to registers of the enclosing function by number, so adjust these numbers as well. */
void qlua_counting_show(const struct qlua_counting *counting, struct qlua_body *body, bool original)
{
    const struct qlua_counted *counted = qlua_counting_find(counting, (uintptr_t)body);
    if (counted) {
        qlua_counted_move_upvalues(body, counted->outer_first,
                                   original ? -counted->outer_hidden : counted->outer_hidden);
        qlua_parts_install(original ? &counted->before : &counted->now, body);
    }
    for (int i = 0; i < body->child_count; i++)
        qlua_counting_show(counting, body->children[i], original);
}
