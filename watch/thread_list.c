#include "watch/thread_list.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/number.h"
#include "base/order.h"
#include "format/array.h"
#include "format/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows ---------------------------------------------------------------------------------------------------- */

static bool is_shown(const struct qp_watched *watched, const struct qp_profile_thread *thread)
{
    return thread->product == watched->selection.product && !thread->kept && !thread->ended && !thread->cleared;
}

static bool add_carriers(struct qp_thread_list *list, const struct qp_watched *watched)
{
    const struct qp_profile *profile = &watched->profile;
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        if (profile->threads[i].ended || !profile->carriers[i].tstates[watched->selection.product])
            continue;
        const struct qp_thread_row row = {.carrier = i, .thread = QP_NONE, .node = watched->on_top.nodes[i]};
        if (!QP_ARRAY_APPEND(&list->rows, &list->list.count, row))
            return false;
    }
    return true;
}

static void set_mounted(struct qp_thread_list *list, uint32_t thread, uint32_t carrier)
{
    for (uint32_t i = 0; i < list->list.count; i++) {
        if (list->rows[i].carrier == carrier)
            list->rows[i].thread = thread;
    }
}

/* Return the state of a virtual thread. A virtual thread that was woken, or that runs but is on no carrier, counts
 * as runnable. */
static enum qp_context_state state_of(const struct qp_profile_thread *thread)
{
    bool runnable = thread->state == QP_CONTEXT_RUNNING || thread->woken > thread->since;
    return runnable ? QP_CONTEXT_RUNNABLE : (enum qp_context_state)thread->state;
}

/* Return a hash of the functions of a stack. Virtual threads with the same group, state and functions share a row.
 * Nodes cannot be compared instead: each carrier has its own tree, so the same functions may be several nodes. */
static uint64_t stack_hash(const struct qp_watched *watched, uint32_t node)
{
    const struct qp_profile_node *nodes = watched->profile.nodes;
    uint64_t hash = 0;
    for (; node != QP_NONE && nodes[node].parent != QP_NONE; node = nodes[node].parent)
        hash = qp_hash_key(hash ^ ((uint64_t)nodes[node].method + 1));
    return hash;
}

struct stacks {
    struct qp_map rows;  /* maps a hash of group, state and stack to the row + 1 */
    struct qp_map paths; /* maps a node to the hash of its stack */
};

static bool find_stack(struct stacks *stacks, const struct qp_watched *watched, uint32_t node, uint64_t *path)
{
    *path = qp_map_get(&stacks->paths, node);
    if (*path)
        return true;
    *path = stack_hash(watched, node) | 1;
    return qp_map_put(&stacks->paths, node, *path) == 0;
}

static bool add_suspended(struct qp_thread_list *list, const struct qp_watched *watched, struct stacks *stacks,
                          uint32_t index)
{
    const struct qp_profile_thread *thread = &watched->profile.threads[index];
    uint64_t path;
    if (!find_stack(stacks, watched, thread->top, &path))
        return false;
    uint64_t key = qp_hash_key(path ^ ((uint64_t)thread->group << 3 | state_of(thread)));
    uint32_t row = QP_ARRAY_KEYED(&stacks->rows, key, &list->rows, &list->list.count,
                                  (struct qp_thread_row){.carrier = QP_NONE, .thread = index, .node = thread->top});
    if (row != QP_NONE)
        list->rows[row].count++;
    return row != QP_NONE;
}

static int by_count(const void *left, const void *right)
{
    const struct qp_thread_row *a = left, *b = right;
    return QP_ORDER({b->count, a->count}, {a->thread, b->thread});
}

bool qp_thread_list_update(struct qp_thread_list *list, const struct qp_watched *watched)
{
    const struct qp_profile *profile = &watched->profile;
    struct stacks stacks = {0};
    list->list.count = 0;
    if (!qp_watched_was_running(watched))
        return true;
    bool ok = add_carriers(list, watched);
    uint32_t carriers = list->list.count;
    for (uint32_t i = profile->carrier_count; i < profile->carrier_count + profile->living_count && ok; i++) {
        const struct qp_profile_thread *thread = &profile->threads[i];
        if (is_shown(watched, thread) && thread->mounted)
            set_mounted(list, i, thread->carrier);
        else if (is_shown(watched, thread))
            ok = add_suspended(list, watched, &stacks, i);
    }
    if (list->list.count > carriers)
        qsort(list->rows + carriers, list->list.count - carriers, sizeof *list->rows, by_count);
    qp_map_fini(&stacks.rows);
    qp_map_fini(&stacks.paths);
    qp_list_fit(&list->list);
    return ok;
}

/* ---- stacks -------------------------------------------------------------------------------------------------- */

/* Write the functions of a node's stack, top first, as indexes into the functions of struct qp_recent; QP_NONE
 * stands for folded paths. Write at most `room` functions, but return the number of all functions. */
static uint32_t stack_of(const struct qp_watched *watched, uint32_t node, uint32_t *functions, uint32_t room)
{
    const struct qp_profile *profile = &watched->profile;
    uint32_t count = 0;
    for (; node != QP_NONE && profile->nodes[node].parent != QP_NONE; node = profile->nodes[node].parent) {
        if (count < room)
            functions[count] = qp_recent_function(&watched->recent, profile, profile->nodes[node].method);
        count++;
    }
    return count;
}

/* ---- drawing ------------------------------------------------------------------------------------------------- */

#define STACK_SHOWN 40 /* maximum number of functions in a line: more do not fit on any screen */

static const char *state_words(const struct qp_watched *watched, const struct qp_thread_row *row)
{
    const struct qp_profile *profile = &watched->profile;
    if (row->carrier == QP_NONE)
        return qp_words_state(QP_TIME_OF(state_of(&profile->threads[row->thread])));
    if (row->node == QP_NONE)
        return "";
    if (profile->nodes[row->node].parent == QP_NONE)
        return profile->roots[row->node].group == QP_NONE ? "" : "running";
    uint16_t flags = profile->nodes[row->node].flags;
    return flags & QP_NODE_BLOCKS ? "blocked" : flags & QP_NODE_WAITS ? "waiting" : "running";
}

static void name_virtual(const struct qp_watched *watched, uint32_t thread, char *name, size_t size)
{
    const struct qp_profile_thread *it = &watched->profile.threads[thread];
    if (it->name.length)
        qp_text_show(it->name, name, size);
    else
        snprintf(name, size, "%#llx", (unsigned long long)it->virtual_id);
}

static void name_row(const struct qp_watched *watched, const struct qp_thread_row *row, char *name, size_t size)
{
    char one[200] = "";
    if (row->carrier != QP_NONE) {
        qp_profile_thread_name(&watched->profile, row->carrier, name, size);
        if (row->thread != QP_NONE) {
            size_t used = strlen(name);
            name_virtual(watched, row->thread, one, sizeof one);
            snprintf(name + used, size - used, ": %s", one);
        }
    } else if (row->count == 1) {
        name_virtual(watched, row->thread, name, size);
    } else {
        uint32_t group = watched->profile.threads[row->thread].group;
        if (group != QP_NONE)
            qp_text_show(watched->profile.groups[group].name, one, sizeof one);
        snprintf(name, size, "%s × %s", qp_number_count(row->count).text, *one ? one : "virtual threads");
    }
}

static void draw_stack(const struct qp_watched *watched, struct qp_drawing *drawing, unsigned row, uint32_t node)
{
    uint32_t functions[STACK_SHOWN];
    uint32_t count = stack_of(watched, node, functions, STACK_SHOWN);
    if (count == 0 && node != QP_NONE)
        qp_drawing_put(drawing, row, QP_STYLE_DIM, "(no function)");
    for (uint32_t i = 0; i < count && i < STACK_SHOWN; i++) {
        if (i)
            qp_drawing_put(drawing, row, QP_STYLE_DIM, " < ");
        qp_drawing_put(drawing, row, i ? QP_STYLE_PLAIN : QP_STYLE_BOLD,
                       functions[i] == QP_NONE ? "…" : watched->recent.functions[functions[i]].name);
    }
    if (count > STACK_SHOWN)
        qp_drawing_putf(drawing, row, QP_STYLE_DIM, " < %u more", count - STACK_SHOWN);
}

/* Return the reason why stacks are missing, as text; NULL if no stacks are missing. */
static const char *missing(const struct qp_watched *watched)
{
    if (!qp_watched_was_running(watched))
        return "the run has finished";
    if (!watched->profile.reader.recorder)
        return "the process is in another container: its stacks cannot be read";
    if (watched->on_top.refused)
        return "reading stacks of running threads requires root or kernel.yama.ptrace_scope=0";
    return NULL;
}

void qp_thread_list_draw(struct qp_thread_list *list, const struct qp_watched *watched, struct qp_drawing *drawing,
                         unsigned row, unsigned height)
{
    unsigned names = drawing->columns < 60 ? 10 : drawing->columns / 4;
    const char *why = missing(watched);
    unsigned end = row + height;
    qp_drawing_left(drawing, row, QP_STYLE_BOLD, "thread", names + 1);
    if (drawing->columns >= 40)
        qp_drawing_left(drawing, row, QP_STYLE_BOLD, "state", 10);
    qp_drawing_put(drawing, row++, QP_STYLE_BOLD, "in the function < called by");
    if (why && row < end)
        qp_drawing_put(drawing, row++, QP_STYLE_YELLOW, why);
    list->list.height = end > row ? end - row : 0;
    qp_list_fit(&list->list);
    for (uint32_t i = list->list.first; i < list->list.count && row < end; i++, row++) {
        char name[420];
        name_row(watched, &list->rows[i], name, sizeof name);
        qp_drawing_left(drawing, row, QP_STYLE_PLAIN, name, names);
        qp_drawing_put(drawing, row, QP_STYLE_PLAIN, " ");
        if (drawing->columns >= 40)
            qp_drawing_left(drawing, row, QP_STYLE_PLAIN, state_words(watched, &list->rows[i]), 10);
        draw_stack(watched, drawing, row, list->rows[i].node);
        if (i == list->list.selected)
            qp_drawing_bar(drawing, row);
    }
}

/* ---- a full stack -------------------------------------------------------------------------------------------- */

static bool set_stack(struct qp_stack_list *stack, const struct qp_watched *watched, uint32_t node)
{
    uint32_t count = stack_of(watched, node, NULL, 0);
    uint32_t *functions = realloc(stack->functions, ((size_t)count + 1) * sizeof *functions);
    if (!functions)
        return false;
    stack->functions = functions;
    stack->list.count = stack_of(watched, node, functions, count);
    qp_list_fit(&stack->list);
    return true;
}

bool qp_stack_list_begin(struct qp_stack_list *stack, const struct qp_watched *watched, const struct qp_thread_row *row)
{
    stack->carrier = row->carrier;
    stack->list = (struct qp_list){0};
    return set_stack(stack, watched, row->node);
}

bool qp_stack_list_update(struct qp_stack_list *stack, const struct qp_watched *watched)
{
    bool running = stack->carrier < watched->profile.carrier_count && qp_watched_is_live(watched);
    return !running || set_stack(stack, watched, watched->on_top.nodes[stack->carrier]);
}

void qp_stack_list_draw(struct qp_stack_list *stack, const struct qp_watched *watched, struct qp_drawing *drawing,
                        unsigned row, unsigned height)
{
    struct qp_list *list = &stack->list;
    qp_drawing_put(drawing, row, QP_STYLE_BOLD, list->count ? "function, called by" : "no known calls");
    list->height = height > 1 ? height - 1 : 0;
    qp_list_fit(list);
    for (uint32_t i = list->first; i < list->count && i - list->first < list->height; i++) {
        uint32_t index = stack->functions[i];
        const struct qp_recent_function *function = index == QP_NONE ? NULL : &watched->recent.functions[index];
        row++;
        qp_drawing_put(drawing, row, QP_STYLE_PLAIN, function ? function->name : "…");
        qp_drawing_put(drawing, row, QP_STYLE_PLAIN, "  ");
        qp_drawing_tail(drawing, row, QP_STYLE_DIM, function ? function->place : "");
        if (i == list->selected)
            qp_drawing_bar(drawing, row);
    }
}
