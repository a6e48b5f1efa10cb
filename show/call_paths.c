#include "show/call_paths.h"

#include "base/number.h"
#include "profile/query/measure.h"
#include "profile/query/time_notes.h"
#include "profile/tree/calltree.h"
#include "show/parts/heading.h"
#include "show/parts/profile_cell.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 16000 /* longer names are cut */

/* ---- rows ----------------------------------------------------------------------------------------------------- */

struct printer {
    const struct qp_query *query;
    const struct qp_call_paths_choice *choice;
    const struct qp_calltree *tree;
    const struct qp_stream *stream;
    struct qp_table table;
    bool clock;
    bool elapsed;               /* the table has a column of elapsed time */
    uint64_t whole;             /* number that is shown as 100 %: total time, or number of calls if the run has no
                                 * times */
    struct qp_call_path chosen; /* totals of the shown part of the run; the threshold is a percentage of them */
};

#define DEEPEST_INDENT 40 /* deeper levels are shown as a number, so that lines do not grow with the depth */

/* Return the deepest level that is indented, by two blanks per level. On a terminal, indentation takes at most a fifth
 * of the line. */
static uint32_t deepest_indent(const struct qp_stream *stream)
{
    uint32_t deepest = stream->bounded ? stream->columns / 10 : DEEPEST_INDENT;
    return deepest < DEEPEST_INDENT ? deepest : DEEPEST_INDENT;
}

/* Add the name, indented by its level. Programs get the level in a column of its own. */
static void add_name(struct printer *printer, const char *name, uint32_t level)
{
    char depth[24] = "", text[NAME_SIZE + 2 * DEEPEST_INDENT + sizeof depth];
    uint32_t deepest = deepest_indent(printer->stream), indent = level < deepest ? level : deepest;
    if (printer->stream->programs)
        indent = 0;
    else if (level > deepest)
        snprintf(depth, sizeof depth, "[%u] ", level);
    snprintf(text, sizeof text, "%*s%s%s", (int)(2 * indent), "", depth, name);
    qp_table_add(&printer->table, QP_STYLE_PLAIN, text);
}

/* Begin the table with the columns that add_row fills. In the inverted tree, the time of a path is a part of a
 * function's self time, so the first column is "self" and there is no other column of self time. */
static void begin_table(struct printer *printer)
{
    const bool clock = printer->clock, reverse = printer->choice->reverse;
    const char *total = reverse ? "self" : "total";
    const bool has[] = {printer->stream->programs,
                        clock,
                        true,
                        qp_query_is_sampled(printer->query),
                        clock && !reverse,
                        printer->elapsed,
                        true,
                        true,
                        true};
    char titles[120];
    snprintf(titles, sizeof titles, "level|%s|%s %%;share|95%% interval|self|elapsed|%ss|-function|-file:line;place",
             total, clock ? total : "calls", qp_query_call_word(printer->query));
    qp_table_init_some(&printer->table, titles, has);
}

static void add_row(struct printer *printer, const struct qp_call_path *path, const char *name, uint32_t level)
{
    const struct qp_profile *profile = printer->query->profile;
    const uint64_t total = path->total;
    enum qp_style style = total > printer->whole / 2    ? QP_STYLE_RED
                          : total > printer->whole / 10 ? QP_STYLE_YELLOW
                                                        : QP_STYLE_PLAIN;
    qp_table_add_count(&printer->table, level);
    qp_profile_cell_cost(&printer->table, profile, total, 0);
    qp_table_add_share(&printer->table, style, total, printer->whole);
    qp_table_add_interval(&printer->table, total, printer->whole,
                          qp_query_samples_for(printer->query, path->method, total));
    qp_profile_cell_cost(&printer->table, profile, path->self, 0);
    qp_profile_cell_cost(&printer->table, profile, path->elapsed, path->estimated ? QP_CELL_ESTIMATE : 0);
    qp_table_add_count(&printer->table, path->calls);
    add_name(printer, name, level);
    qp_profile_cell_location(&printer->table, profile, path->method);
}

static void add_path(struct printer *printer, uint32_t path, uint32_t level)
{
    const struct qp_call_path *it = &printer->tree->items[path];
    char name[NAME_SIZE], group[300];
    if (it->group != QP_NONE) {
        qp_text_show(printer->query->profile->groups[it->group].name, group, sizeof group);
        snprintf(name, sizeof name, "virtual threads %s", group);
    } else if (it->method != QP_NONE) {
        qp_profile_method_name(printer->query->profile, it->method, name, sizeof name - QP_THROTTLED_MARK);
        strcat(name, qp_profile_cell_mark(printer->query->profile, it->method));
    } else {
        strcpy(name, "…");
    }
    add_row(printer, it, name, level);
}

/* Return true if one of three times of a path reaches the threshold: its running time; its elapsed time, so that paths
 * on which virtual threads wait are shown; or its running time before overhead was subtracted, because many short calls
 * may have 0 ns left after the subtraction. */
static bool is_worth_showing(const struct printer *printer, const struct qp_call_path *path)
{
    const struct qp_call_path *chosen = &printer->chosen;
    double share = printer->choice->share / 100;
    return (double)path->total >= share * (double)chosen->total ||
           (printer->elapsed && (double)path->elapsed >= share * (double)chosen->elapsed) ||
           (path->recorder &&
            (double)(path->total + path->recorder) >= share * (double)(chosen->total + chosen->recorder));
}

static bool is_shown(const struct printer *printer, uint32_t path, uint32_t level)
{
    return !(printer->choice->depth && level >= printer->choice->depth) &&
           is_worth_showing(printer, &printer->tree->items[path]);
}

/* Add one line for all hidden paths among `paths`, if their sum reaches the threshold. */
static void add_hidden(struct printer *printer, const uint32_t *paths, uint32_t count, uint32_t level)
{
    uint32_t hidden = 0;
    struct qp_call_path sum = {.method = QP_NONE};
    char name[64];
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_call_path *it = &printer->tree->items[paths[i]];
        if (is_shown(printer, paths[i], level))
            continue;
        hidden++;
        sum.total += it->total;
        sum.elapsed += it->elapsed;
        sum.recorder += it->recorder;
        sum.estimated |= it->estimated;
        sum.self += it->self;
        sum.calls += it->calls;
    }
    if (!is_worth_showing(printer, &sum))
        return;
    snprintf(name, sizeof name, "(%s more)", qp_number_count(hidden).text);
    add_row(printer, &sum, name, level);
}

/* ---- traversal ------------------------------------------------------------------------------------------------- */

/* An entry of the stack of paths that remain to be shown: either one path, or all hidden children of a path. The top
 * entry is shown next. */
struct pending {
    uint32_t path; /* QP_NONE if the entry is for hidden children */
    uint32_t level;
    uint32_t parent; /* parent path; if `path` is QP_NONE, the entry stands for this path's hidden children */
};

struct stack {
    struct pending *items;
    size_t count;
    uint32_t *children; /* scratch memory for the children of one path */
};

static void push_children(const struct printer *printer, struct stack *stack, uint32_t path, uint32_t level)
{
    uint32_t count = qp_calltree_children(printer->tree, path, stack->children);
    bool any_hidden = false;
    for (uint32_t i = 0; i < count && !any_hidden; i++)
        any_hidden = !is_shown(printer, stack->children[i], level);
    if (any_hidden)
        stack->items[stack->count++] = (struct pending){QP_NONE, level, path};
    for (uint32_t i = count; i-- > 0;) {
        if (is_shown(printer, stack->children[i], level))
            stack->items[stack->count++] = (struct pending){stack->children[i], level, QP_NONE};
    }
}

static bool add_rows(struct printer *printer, uint32_t top)
{
    size_t room = 2 * (size_t)printer->tree->count + 2; /* at most two entries for each path: one for the path, one
                                                         * for its hidden children */
    struct stack stack = {
        .items = malloc(room * sizeof *stack.items),
        .children = malloc(((size_t)printer->tree->count + 1) * sizeof *stack.children),
    };
    bool ok = stack.items && stack.children;
    if (ok)
        push_children(printer, &stack, top, 0);
    while (ok && stack.count) {
        struct pending next = stack.items[--stack.count];
        if (next.path == QP_NONE) {
            uint32_t count = qp_calltree_children(printer->tree, next.parent, stack.children);
            add_hidden(printer, stack.children, count, next.level);
        } else {
            add_path(printer, next.path, next.level);
            push_children(printer, &stack, next.path, next.level + 1);
        }
    }
    free(stack.items);
    free(stack.children);
    return ok;
}

/* Return true if trees of virtual threads are attached to the functions that spawned or resumed them. Then elapsed time
 * is not shown: a function waits while the virtual thread that it resumed runs, so the same elapsed time would be
 * counted twice. */
static bool is_attached(const struct qp_call_paths_choice *choice)
{
    enum qp_calltree_shape shape = choice->paths.shape;
    return shape == QP_CALLTREE_UNDER_SPAWNER || shape == QP_CALLTREE_UNDER_RESUMER;
}

/* Print the tree below one of its tops: the tree of all threads, or of a single thread or group. */
static bool print_top(const struct qp_query *query, const struct qp_call_paths_choice *choice,
                      const struct qp_calltree *tree, uint32_t top, const struct qp_stream *stream)
{
    bool clock = query->all.total != 0;
    uint64_t whole = clock ? query->all.total : query->all.calls;
    struct printer printer = {
        .query = query,
        .choice = choice,
        .tree = tree,
        .stream = stream,
        .clock = clock,
        .elapsed = clock && !is_attached(choice),
        .whole = whole,
        .chosen = {.total = whole, .elapsed = query->all.elapsed, .recorder = query->subtracted},
    };
    if (choice->paths.focus || choice->paths.ignore)
        printer.chosen = tree->items[top];
    begin_table(&printer);
    bool ok = add_rows(&printer, top);
    if (printer.elapsed)
        qp_table_drop_same(&printer.table, "elapsed", choice->reverse ? "self" : "total", stream);
    ok = ok && qp_table_print(&printer.table, stream);
    qp_table_fini(&printer.table);
    qp_heading_estimate(&printer.table, stream);
    return ok;
}

static bool open_tree(struct qp_calltree *tree, const struct qp_query *query, const struct qp_call_paths_choice *choice)
{
    if (choice->reverse)
        return qp_reverse_tree_open(tree, query, &choice->paths,
                                    (struct qp_reverse_limits){choice->depth, choice->share});
    struct qp_calltree_choice paths = choice->paths;
    paths.least_share = choice->share;
    return qp_calltree_open(tree, query, &paths);
}

/* Print how much of the run belongs to the call paths that --focus and --ignore select. */
static void print_chosen(const struct qp_query *query, const struct qp_calltree *tree, const struct qp_stream *stream)
{
    uint64_t chosen = 0;
    for (uint32_t i = 0; i < tree->tops; i++)
        chosen += tree->items[i].total;
    if (query->all.total == 0)
        fprintf(stream->out, "%s of %s %s%s\n", qp_number_count(chosen).text, qp_number_count(query->all.calls).text,
                qp_query_counted_word(query), qp_number_plural(query->all.calls));
    else
        fprintf(stream->out, "%s of %s, %s of %s\n", qp_profile_number(query->profile, chosen).text,
                qp_profile_number(query->profile, query->all.total).text,
                qp_number_share(chosen, query->all.total).text,
                query->profile->measure == QP_MEASURE_TIME ? "the running time" : "all that was allocated");
}

bool qp_call_paths_print(const struct qp_query *query, const struct qp_call_paths_choice *choice,
                         const struct qp_stream *stream)
{
    struct qp_calltree tree;
    bool ok = true;
    if (query->all.calls == 0) {
        fprintf(stream->out, "%s\n", qp_heading_nothing(query));
        return true;
    }
    if (!open_tree(&tree, query, choice))
        return false;
    for (uint32_t i = 0; i < tree.tops && ok; i++) {
        if (tree.items[i].child == QP_NONE)
            continue;
        if (choice->paths.shape == QP_CALLTREE_APART)
            qp_heading_thread(query->profile, tree.groups[i] ? QP_NONE : tree.threads[i],
                              tree.groups[i] ? tree.threads[i] : QP_NONE, "", stream);
        ok = print_top(query, choice, &tree, i, stream);
    }
    if (ok && (choice->paths.focus || choice->paths.ignore))
        print_chosen(query, &tree, stream);
    qp_calltree_close(&tree);
    return ok;
}
