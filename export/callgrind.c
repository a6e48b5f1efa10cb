/* callgrind.c - the profile format of Callgrind (valgrind's manual, "Callgrind Format Specification"), for KCachegrind,
 * QCachegrind, callgrind_annotate and speedscope.
 *
 * All threads are in one part: readers add parts up or want one file each, and speedscope refuses a second "events:"
 * line. A thread, or a group of virtual threads, is a function without code that calls its first functions. Timed lines
 * have their own costs, and the rest of a function's self time is at its first line, as are all calls, since the
 * calling line is not recorded. A call's inclusive cost is that of calls which were not below another call of the same
 * function (profile/tree/calls.h): readers add up all calls of a function, and would show more than 100 % for
 * recursion. Classes are written as in C++, which KCachegrind groups by. Checked with callgrind_annotate 3.19,
 * KCachegrind 22.12, speedscope 1.25. */
#include "export/callgrind_names.h"

#include "profile/tree/calls.h"

#include <stdlib.h>

/* Columns after the time, or the calls; columns without data are omitted. */
enum column { COST, HITS, RUNNABLE, BLOCKED, WAITING, COLUMNS };

static const char *const column_names[COLUMNS][2] = {
    [COST] = {"ns", "Running time, ns"},
    [HITS] = {"Hits", "Executions of lines"},
    [RUNNABLE] = {"Runnable", "Runnable, waiting for a thread, ns"},
    [BLOCKED] = {"Blocked", "Blocked, ns"},
    [WAITING] = {"Waiting", "Waiting, ns"},
};

struct state {
    struct qp_export *export;
    struct qp_callgrind_names names;
    struct qp_calls calls;
    uint32_t next; /* index of the first call that is not written yet */
    bool columns[COLUMNS];
    bool timed;        /* false: the cost is the number of calls */
    uint64_t *outside; /* by group: ticks outside of methods */
    uint64_t written[COLUMNS];
};

/* ---- costs ------------------------------------------------------------------------------------------------------- */

static uint64_t to_cost(const struct state *state, uint64_t ticks)
{
    return state->timed ? qp_profile_ns(state->export->profile, ticks) : ticks;
}

/* Write a line of costs, if there are any. All columns are written, since callgrind_annotate warns of missing ones. */
static void put_costs(struct state *state, uint64_t line, const uint64_t costs[COLUMNS])
{
    struct qp_put *put = &state->export->put;
    bool any = false;
    for (int i = 0; i < COLUMNS; i++)
        any |= state->columns[i] && costs[i];
    if (!any)
        return;
    qp_put_number(put, line);
    for (int i = 0; i < COLUMNS; i++) {
        if (!state->columns[i])
            continue;
        qp_put_char(put, ' ');
        qp_put_number(put, costs[i]);
        state->written[i] += costs[i];
    }
    qp_put_char(put, '\n');
}

/* Scale the cost of lines, which were timed by other clock reads than the function: their sum must not exceed its self
 * time. */
static uint64_t part_of(uint64_t self, uint64_t timed, uint64_t until)
{
    return timed > self ? (uint64_t)((unsigned __int128)until * self / timed) : until;
}

/* Write the costs of lines, and subtract them from rest, the function's cost. */
static bool put_lines(struct state *state, uint32_t method, uint64_t *rest)
{
    const struct qp_profile_method *it = &state->export->profile->methods[method];
    struct qp_lines lines;
    uint64_t timed = 0, until = 0, written = 0, self = state->export->query->methods[method].self;
    if (it->line_count == 0)
        return true;
    if (!qp_lines_open(&lines, state->export->query, (struct qp_target){it->file, method}))
        return false;
    for (uint32_t i = 0; i < lines.count; i++)
        timed += lines.items[i].time;
    for (uint32_t i = 0; i < lines.count; i++) {
        until += lines.items[i].time;
        uint64_t cost = state->timed ? to_cost(state, part_of(self, timed, until)) - written : 0;
        put_costs(state, (uint64_t)lines.items[i].number,
                  (const uint64_t[COLUMNS]){[COST] = cost, [HITS] = lines.items[i].count});
        written += cost;
    }
    *rest -= written;
    qp_lines_close(&lines);
    return true;
}

/* Write the calls of a function, which start at state->next. */
static void put_calls(struct state *state, uint32_t number, uint32_t count)
{
    struct qp_put *put = &state->export->put;
    for (; count; count--, state->next++) {
        const struct qp_call *call = &state->calls.items[state->next];
        qp_callgrind_put_file(&state->names, "cfi=(", call->callee);
        qp_callgrind_put_function(&state->names, "cfn=(", call->callee);
        qp_put_string(put, "calls=");
        qp_put_number(put, call->calls);
        qp_put_char(put, ' ');
        qp_put_number(put, qp_callgrind_line(&state->names, call->callee));
        qp_put_char(put, '\n');
        qp_put_number(put, qp_callgrind_line(&state->names, number));
        qp_put_char(put, ' ');
        qp_put_number(put, to_cost(state, call->outermost));
        qp_put_char(put, '\n');
    }
}

static void begin_function(struct state *state, uint32_t number)
{
    qp_put_char(&state->export->put, '\n');
    qp_callgrind_put_file(&state->names, "fl=(", number);
    qp_callgrind_put_function(&state->names, "fn=(", number);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static bool put_method(struct state *state, uint32_t method)
{
    const struct qp_totals *it = &state->export->query->methods[method];
    uint32_t calls = 0;
    while (state->next + calls < state->calls.first_top && state->calls.items[state->next + calls].caller == method)
        calls++;
    if (!(it->calls || it->elapsed || it->uncounted || calls))
        return true;
    uint64_t rest = state->timed ? to_cost(state, it->self) : it->calls;
    begin_function(state, method);
    if (!put_lines(state, method, &rest))
        return false;
    const uint64_t costs[COLUMNS] = {
        [COST] = rest,
        [RUNNABLE] = to_cost(state, it->runnable),
        [BLOCKED] = to_cost(state, it->blocked),
        [WAITING] = to_cost(state, it->waiting),
    };
    put_costs(state, qp_callgrind_line(&state->names, method), costs);
    put_calls(state, method, calls);
    return true;
}

static bool is_of_top(const struct state *state, uint32_t call, uint32_t number)
{
    if (call >= state->calls.count)
        return false;
    const struct qp_call_top *top = &state->calls.tops[call - state->calls.first_top];
    return number == (top->thread != QP_NONE ? qp_callgrind_thread(&state->names, top->thread)
                                             : qp_callgrind_group(&state->names, top->group));
}

/* Write a thread or a group. */
static void put_top(struct state *state, uint32_t number, uint64_t outside)
{
    uint32_t calls = 0;
    while (is_of_top(state, state->next + calls, number))
        calls++;
    if (calls == 0 && outside == 0)
        return;
    begin_function(state, number);
    put_costs(state, 0, (const uint64_t[COLUMNS]){[COST] = to_cost(state, outside)});
    put_calls(state, number, calls);
}

static void put_tops(struct state *state)
{
    const struct qp_profile *profile = state->export->profile;
    for (uint32_t i = 0; i < profile->thread_count; i++)
        put_top(state, qp_callgrind_thread(&state->names, i), 0);
    for (uint32_t i = 0; i < profile->group_count; i++)
        put_top(state, qp_callgrind_group(&state->names, i), state->timed ? state->outside[i] : 0);
}

/* Write the function for truncated paths, whose callers are unknown. */
static void put_no_room(struct state *state)
{
    const struct qp_profile *profile = state->export->profile;
    uint64_t self = 0, calls = 0;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        if (!profile->nodes[i].fold || !qp_query_has_node(state->export->query, i))
            continue;
        self += state->export->query->nodes[i].self;
        calls += profile->nodes[i].calls;
    }
    if (self == 0 && calls == 0)
        return;
    begin_function(state, qp_callgrind_no_room(&state->names));
    put_costs(state, 0, (const uint64_t[COLUMNS]){[COST] = state->timed ? to_cost(state, self) : calls});
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static void choose_columns(struct state *state)
{
    const struct qp_query *query = state->export->query;
    const struct qp_profile *profile = query->profile;
    state->timed = query->all.elapsed != 0;
    state->columns[COST] = true;
    state->columns[RUNNABLE] = query->all.runnable;
    state->columns[BLOCKED] = query->all.blocked;
    state->columns[WAITING] = query->all.waiting;
    for (uint32_t i = 0; i < profile->array_count; i++)
        state->columns[HITS] |= !profile->arrays[i].times && query->selected.roots[profile->arrays[i].root];
    for (uint32_t i = 0; i < profile->root_count; i++) {
        if (query->selected.roots[i] && profile->roots[i].has_node && profile->roots[i].group != QP_NONE)
            state->outside[profile->roots[i].group] += query->nodes[i].self;
    }
}

static void put_notes(struct state *state)
{
    const struct qp_quality *quality = &state->export->quality[state->export->query->selection.product];
    for (uint32_t i = 0; i < quality->count; i++) {
        qp_put_string(&state->export->put, "desc: Note: ");
        qp_put_string(&state->export->put, quality->items[i].text);
        qp_put_char(&state->export->put, '\n');
    }
}

static void put_header(struct state *state)
{
    const struct qp_export *export = state->export;
    struct qp_put *put = &state->export->put;
    qp_put_format(put,
                  "# callgrind format\nversion: 1\ncreator: qii\npid: %u\ncmd: ", export->profile->reader.header.pid);
    qp_put_shown(put, export->profile->program);
    qp_put_format(put, "\npart: 1\ndesc: Library: lib%s\n", qp_profile_product_name(export->query->selection.product));
    put_notes(state);
    qp_put_string(put, "\npositions: line\n");
    for (int i = 0; i < COLUMNS; i++) {
        bool calls = i == COST && !state->timed;
        if (state->columns[i])
            qp_put_format(put, "event: %s : %s\n", calls ? "Calls" : column_names[i][0],
                          calls ? "Calls" : column_names[i][1]);
    }
    qp_put_string(put, "events:");
    for (int i = 0; i < COLUMNS; i++) {
        if (state->columns[i])
            qp_put_format(put, " %s", i == COST && !state->timed ? "Calls" : column_names[i][0]);
    }
    qp_put_char(put, '\n');
}

/* Write the totals. Costs are rounded down individually, but not their sum, so no share exceeds 100 %. */
static void put_totals(struct state *state)
{
    const struct qp_totals *all = &state->export->query->all;
    struct qp_put *put = &state->export->put;
    state->written[COST] = state->timed ? to_cost(state, all->self) : all->calls;
    qp_put_string(put, "\ntotals:");
    for (int i = 0; i < COLUMNS; i++) {
        if (!state->columns[i])
            continue;
        qp_put_char(put, ' ');
        qp_put_number(put, state->written[i]);
    }
    qp_put_char(put, '\n');
}

static bool write_functions(struct state *state)
{
    bool ok = true;
    choose_columns(state);
    put_header(state);
    for (uint32_t i = 0; ok && i < state->export->profile->method_count; i++)
        ok = put_method(state, i);
    put_tops(state);
    put_no_room(state);
    put_totals(state);
    return ok;
}

static bool write_file(struct qp_export *export)
{
    struct state state = {.export = export};
    if (!qp_calls_open(&state.calls, export->query))
        return false;
    state.outside = calloc((size_t) export->profile->group_count + 1, sizeof *state.outside);
    bool ok = qp_callgrind_names_open(&state.names, export) && state.outside && write_functions(&state);
    qp_callgrind_names_close(&state.names);
    free(state.outside);
    qp_calls_close(&state.calls);
    return ok;
}

const struct qp_exporter qp_export_callgrind = {
    .name = "callgrind",
    .summary = "functions, lines and calls, for KCachegrind and callgrind_annotate",
    .labelled = true,
    .one_product = true,
    .write = write_file,
};
