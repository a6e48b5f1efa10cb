/* cmd_tree.c - qii tree: who called whom, the heavy path first. */
#include "tools/qii/qii.h"

#include "base/number.h"
#include "data/calltree.h"
#include "export/functions.h"
#include "export/heading.h"
#include "export/table.h"

#include <stdlib.h>
#include <string.h>

struct choice {
    struct qii_input input; /* first: the parent's input */
    uint32_t depth;         /* 0 = all */
    double share;           /* per cent of all time */
    bool threads;
    bool colour;
};

enum { KEY_DEPTH = 'd', KEY_SHARE = 'm', KEY_THREADS = 't' };

static const struct argp_option options[] = {
    {"depth", KEY_DEPTH, "N", 0, "show N levels, 0 = all (default 24)", 1},
    {"min-share", KEY_SHARE, "PERCENT", 0, "hide call paths with less of all time (default 1), 0 = show all", 1},
    {"threads", KEY_THREADS, NULL, 0, "a tree for each thread and group of virtual threads", 1},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    char *end;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->input;
        return 0;
    case KEY_DEPTH:
        choice->depth = qii_number(argument, state, "--depth");
        return 0;
    case KEY_SHARE:
        choice->share = strtod(argument, &end);
        if (end == argument || *end || !(choice->share >= 0 && choice->share <= 100))
            argp_error(state, "--min-share takes a number from 0 to 100, not '%s'", argument);
        return 0;
    case KEY_THREADS:
        choice->threads = true;
        return 0;
    case ARGP_KEY_ARG:
        return qii_take_file(&choice->input, argument, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&qii_input_argp, 0, "Which data", 10}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .args_doc = "[FILE]",
    .doc = "Show the call tree of a run, call paths with most time first.\v"
           "total is the time of a function called along this path, with all that it called; self its own part. share "
           "is of the time of all threads together, blocked and waiting time included. The same path on several "
           "threads is "
           "one (--threads keeps them apart). Where a run has no times, the share is that of its calls.",
    .children = children,
};

/* ---- rows ----------------------------------------------------------------------------------------------------- */

struct printer {
    const struct choice *choice;
    const struct qp_calltree *tree;
    struct qp_table table;
    struct qp_unit unit;
    bool clock;
    uint64_t whole; /* what the shares are of: time, or calls without a clock */
};

#define DEEPEST_INDENT 40 /* beyond it the level is told in digits: lines must not grow with the depth */

static void add_name(struct printer *printer, const char *name, uint32_t level, const char *place)
{
    char text[1200], depth[24] = "";
    uint32_t indent = level < DEEPEST_INDENT ? level : DEEPEST_INDENT;
    if (level > DEEPEST_INDENT)
        snprintf(depth, sizeof depth, "[%u] ", level);
    snprintf(text, sizeof text, "%*s%s%s%s%s", (int)(2 * indent), "", depth, name, *place ? "  " : "", place);
    qp_table_add(&printer->table, QP_STYLE_PLAIN, text);
}

static void add_numbers(struct printer *printer, uint64_t total, uint64_t self, uint64_t calls)
{
    const struct qp_profile *profile = &printer->choice->input.profile;
    char text[QP_NUMBER];
    if (printer->clock) {
        qp_number_in_unit(text, qp_profile_ns(profile, total), printer->unit);
        qp_table_add(&printer->table, QP_STYLE_PLAIN, text);
    }
    qp_number_share(text, total, printer->whole);
    enum qp_style style = total > printer->whole / 2    ? QP_STYLE_RED
                          : total > printer->whole / 10 ? QP_STYLE_YELLOW
                                                        : QP_STYLE_PLAIN;
    qp_table_add(&printer->table, style, text);
    if (printer->clock) {
        qp_number_in_unit(text, qp_profile_ns(profile, self), printer->unit);
        qp_table_add(&printer->table, QP_STYLE_PLAIN, text);
    }
    qp_number_count(text, calls);
    qp_table_add(&printer->table, QP_STYLE_PLAIN, text);
}

static void add_path(struct printer *printer, uint32_t path, uint32_t level)
{
    const struct qp_call_path *it = &printer->tree->items[path];
    char name[400] = "…", place[600] = "";
    if (it->method != QP_NONE) {
        qp_profile_method_name(&printer->choice->input.profile, it->method, name, sizeof name);
        qp_functions_place(&printer->choice->input.profile, it->method, place, sizeof place);
    }
    add_numbers(printer, it->total, it->self, it->calls);
    add_name(printer, name, level, place);
}

static bool is_worth_showing(const struct printer *printer, uint64_t total)
{
    return (double)total * 100 >= printer->choice->share * (double)printer->whole;
}

/* One line for them all, when together they have what a path needs to be shown. */
static void add_hidden(struct printer *printer, const uint32_t *hidden, uint32_t count, uint32_t level)
{
    uint64_t total = 0, self = 0, calls = 0;
    char name[64], number[QP_NUMBER];
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_call_path *it = &printer->tree->items[hidden[i]];
        total += it->total;
        self += it->self;
        calls += it->calls;
    }
    if (!is_worth_showing(printer, total))
        return;
    qp_number_count(number, count);
    snprintf(name, sizeof name, "(%s more)", number);
    add_numbers(printer, total, self, calls);
    add_name(printer, name, level, "");
}

/* ---- the walk -------------------------------------------------------------------------------------------------- */

/* What is still to be shown, the next on top. A run of hidden siblings is one entry. */
struct pending {
    uint32_t path; /* QP_NONE: the hidden ones */
    uint32_t level;
    uint32_t parent; /* of hidden ones */
};

struct stack {
    struct pending *items;
    size_t count;
    uint32_t *children; /* of the path at hand */
};

static uint32_t count_shown(const struct printer *printer, const uint32_t *paths, uint32_t count, uint32_t level)
{
    uint32_t shown = 0;
    if (printer->choice->depth && level >= printer->choice->depth)
        return 0;
    while (shown < count && is_worth_showing(printer, printer->tree->items[paths[shown]].total))
        shown++;
    return shown;
}

static void push_children(const struct printer *printer, struct stack *stack, uint32_t path, uint32_t level)
{
    uint32_t count = qp_calltree_children(printer->tree, path, stack->children);
    uint32_t shown = count_shown(printer, stack->children, count, level);
    if (shown < count)
        stack->items[stack->count++] = (struct pending){QP_NONE, level, path};
    for (uint32_t i = shown; i-- > 0;)
        stack->items[stack->count++] = (struct pending){stack->children[i], level, QP_NONE};
}

static bool add_rows(struct printer *printer, uint32_t top)
{
    size_t room = 2 * (size_t)printer->tree->count + 2; /* each path once, and once for its hidden children */
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
            uint32_t shown = count_shown(printer, stack.children, count, next.level);
            add_hidden(printer, stack.children + shown, count - shown, next.level);
        } else {
            add_path(printer, next.path, next.level);
            push_children(printer, &stack, next.path, next.level + 1);
        }
    }
    free(stack.items);
    free(stack.children);
    return ok;
}

static bool print_top(const struct choice *choice, const struct qp_calltree *tree, uint32_t top)
{
    static const struct qp_column timed[] = {
        {"total", false}, {"share", false}, {"self", false}, {"calls", false}, {"function", true}};
    static const struct qp_column counted[] = {{"share", false}, {"calls", false}, {"function", true}};
    const struct qp_query *query = &choice->input.query;
    bool clock = query->all.total != 0;
    struct qp_unit unit = qp_unit_for(qp_profile_ns(&choice->input.profile, tree->items[top].total));
    struct qp_column columns[5];
    char total[24], self[24];
    memcpy(columns, timed, sizeof columns);
    snprintf(total, sizeof total, "total %s", unit.name);
    snprintf(self, sizeof self, "self %s", unit.name);
    columns[0].title = total;
    columns[2].title = self;
    struct printer printer = {
        .choice = choice,
        .tree = tree,
        .unit = unit,
        .clock = clock,
        .whole = clock ? query->all.total : query->all.calls,
    };
    qp_table_init(&printer.table, clock ? columns : counted, clock ? 5 : 3);
    bool ok = add_rows(&printer, top) && qp_table_print(&printer.table, stdout, choice->colour);
    qp_table_fini(&printer.table);
    return ok;
}

static bool print_tree(const struct choice *choice)
{
    struct qp_calltree tree;
    if (!qp_calltree_open(&tree, &choice->input.query, choice->threads))
        return false;
    bool ok = true;
    if (choice->input.query.all.calls == 0)
        puts("no function was called");
    else
        for (uint32_t i = 0; i < tree.tops && ok; i++) {
            if (tree.items[i].child == QP_NONE)
                continue;
            if (choice->threads) {
                qii_print_thread(&choice->input.profile, tree.groups[i] ? QP_NONE : tree.threads[i],
                                 tree.groups[i] ? tree.threads[i] : QP_NONE, choice->colour);
                putchar('\n');
            }
            ok = print_top(choice, &tree, i);
        }
    qp_calltree_close(&tree);
    return ok;
}

int qii_tree(int argc, char **argv)
{
    struct choice choice = {.depth = 24, .share = 1, .colour = qii_colour()};
    int code = qii_parse(&argp, argc, argv, &choice);
    if (!code)
        code = qii_input_open(&choice.input);
    if (code)
        return code;
    code = qii_input_query(&choice.input);
    if (!code) {
        qp_heading_print(&choice.input.query, stdout, choice.colour);
        code = print_tree(&choice) ? QII_OK : qii_no_memory();
        qp_heading_diagnostics(&choice.input.profile, choice.input.query.selection.product, stdout, "note: ");
    }
    qii_input_close(&choice.input);
    return qii_output_end(code);
}
