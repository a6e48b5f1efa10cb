/* callgrind.c - the profile format of Callgrind (valgrind's manual, "Callgrind Format Specification"), for
 * KCachegrind, QCachegrind, callgrind_annotate and speedscope.
 *
 * All threads are in one part of the file, because readers either add up parts or expect a file for each part, and
 * speedscope refuses a second "events:" line. A thread, or a group of virtual threads, is written as a function without
 * code that calls the first functions of its stacks. Timed lines have their own costs. The rest of a function's self
 * time is at its first line. All of its calls are there, too, since calling lines are not recorded.
 *
 * A call's inclusive cost covers only calls that are not below another call of the same function (`outermost` in
 * profile/tree/calls.h): readers add up all calls of a function, and would show more than 100 % for recursion. Classes
 * are written as in C++ ("Class::method"), by which KCachegrind groups functions. Checked with callgrind_annotate 3.19,
 * KCachegrind 22.12, speedscope 1.25. */
#include "export/export.h"

#include "profile/tree/calls.h"

#include <string.h>

/* Columns of costs. Columns without data are omitted. */
enum column { COST, HITS, RUNNABLE, BLOCKED, WAITING, COLUMNS };

static const char *const column_names[COLUMNS + 1][2] = {
    [COST] = {"ns", "Running time, ns"},
    [HITS] = {"Hits", "Executions of lines"},
    [RUNNABLE] = {"Runnable", "Runnable, waiting for a thread, ns"},
    [BLOCKED] = {"Blocked", "Blocked, ns"},
    [WAITING] = {"Waiting", "Waiting, ns"},
    [COLUMNS] = {"Calls", "Calls"}, /* replaces COST in a run without times */
};

/* Names of COST if the measure is allocations. */
static const char *const measure_names[][2] = {
    [QP_MEASURE_BYTES] = {"Bytes", "Allocated bytes"},
    [QP_MEASURE_OBJECTS] = {"Objects", "Allocated objects"},
};

struct state {
    struct qp_export *export;
    bool *named_functions; /* by function number: true if the function's name was written */
    bool *named_files;     /* by file, and a last entry for "no file": true if the file's name was written */
    struct qp_calls calls;
    uint32_t next; /* index in `calls` of the first call not written yet */
    bool columns[COLUMNS];
    bool timed;        /* false: COST is the number of calls */
    uint64_t *outside; /* for each group: ticks outside of methods */
    uint64_t written[COLUMNS];
};

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* A name is written as "(number) name" the first time, then as "(number)". The number of a method is its index.
 * Threads, groups and the function for truncated paths have the numbers after the methods. */

static uint32_t number_of_thread(const struct state *state, uint32_t thread)
{
    return state->export->profile->method_count + thread;
}

static uint32_t number_of_group(const struct state *state, uint32_t group)
{
    return number_of_thread(state, state->export->profile->thread_count) + group;
}

static uint32_t number_of_no_room(const struct state *state)
{
    return number_of_group(state, state->export->profile->group_count);
}

/* Return the method with a function's number; NULL if the function is not a method. */
static const struct qp_profile_method *method_of(const struct state *state, uint32_t number)
{
    const struct qp_profile *profile = state->export->profile;
    return number < profile->method_count ? &profile->methods[number] : NULL;
}

/* Return the first line of a function, 0 = unknown. */
static uint64_t line_of(const struct state *state, uint32_t number)
{
    const struct qp_profile_method *method = method_of(state, number);
    return method && method->line > 0 ? (uint64_t)method->line : 0;
}

/* Write "Class.method" as "Class::method". */
static void put_label(struct state *state, uint32_t method)
{
    struct qp_put *put = &state->export->put;
    char label[QP_LABEL_SIZE], class_name[QP_LABEL_SIZE];
    size_t length = qp_labels_text(&state->export->labels, method, label, sizeof label);
    size_t part = qp_text_show(method_of(state, method)->class_name, class_name, sizeof class_name);
    if (part && part + 1 < length && memcmp(label, class_name, part) == 0)
        qp_put_format(put, "%.*s::%s", (int)part, label, label + part + 1);
    else
        qp_put_string(put, label);
}

static void put_name(struct state *state, uint32_t number)
{
    char name[QP_TOP_NAME_SIZE] = QP_EXPORT_NO_ROOM;
    uint32_t group = number_of_group(state, 0), thread = number_of_thread(state, 0);
    if (number < thread) {
        put_label(state, number);
        return;
    }
    if (number < number_of_no_room(state))
        qp_top_names_text(&state->export->top_names, number < group ? number - thread : QP_NONE,
                          number < group ? QP_NONE : number - group, name);
    qp_put_string(&state->export->put, name);
}

/* Write the lines with the file and the name of a function, in the form for a called function if `calls` is set. */
static void put_function(struct state *state, bool calls, uint32_t number)
{
    const struct qp_profile *profile = state->export->profile;
    const struct qp_profile_method *method = method_of(state, number);
    struct qp_put *put = &state->export->put;
    uint32_t file = method && method->file != QP_NONE ? method->file : profile->file_count;
    qp_put_format(put, "%s=(%u)", calls ? "cfi" : "fl", file + 1);
    if (!state->named_files[file]) {
        qp_put_char(put, ' ');
        qp_put_shown(put, file < profile->file_count ? profile->files[file].name : qp_text_of("???"));
        state->named_files[file] = true;
    }
    qp_put_format(put, "\n%s=(%u)", calls ? "cfn" : "fn", number + 1);
    if (!state->named_functions[number]) {
        qp_put_char(put, ' ');
        put_name(state, number);
        state->named_functions[number] = true;
    }
    qp_put_char(put, '\n');
}

/* ---- costs ------------------------------------------------------------------------------------------------------- */

static uint64_t to_cost(const struct state *state, uint64_t ticks)
{
    return state->timed ? qp_profile_ns(state->export->profile, ticks) : ticks;
}

static void put_columns(struct state *state, const uint64_t costs[COLUMNS])
{
    for (int i = 0; i < COLUMNS; i++) {
        if (state->columns[i])
            qp_put_format(&state->export->put, " %llu", (unsigned long long)costs[i]);
    }
    qp_put_char(&state->export->put, '\n');
}

/* Write a line of costs, or nothing if all costs are zero. The line has all columns, since callgrind_annotate warns
 * about missing columns. */
static void put_costs(struct state *state, uint64_t line, const uint64_t costs[COLUMNS])
{
    bool any = false;
    for (int i = 0; i < COLUMNS; i++)
        any |= state->columns[i] && costs[i];
    if (!any)
        return;
    qp_put_number(&state->export->put, line);
    put_columns(state, costs);
    for (int i = 0; i < COLUMNS; i++)
        state->written[i] += costs[i];
}

/* Return `until`, the sum of ticks from a function's first line to one of its lines, and scale it if necessary. The
 * sum of all lines, `timed`, may be larger than `self`, the function's self time, because lines were timed with other
 * clock reads than the function. After scaling, the sum of all lines is the self time. */
static uint64_t part_of(uint64_t self, uint64_t timed, uint64_t until)
{
    return timed > self ? (uint64_t)((unsigned __int128)until * self / timed) : until;
}

/* Write the costs of a method's lines, and subtract them from its cost, `rest`. */
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

/* Write the calls that a function makes: the next `count` items of state->calls. */
static void put_calls(struct state *state, uint32_t number, uint32_t count)
{
    for (; count; count--, state->next++) {
        const struct qp_call_edge *call = &state->calls.items[state->next];
        put_function(state, true, call->callee);
        qp_put_format(&state->export->put, "calls=%llu %llu\n%llu %llu\n", (unsigned long long)call->calls,
                      (unsigned long long)line_of(state, call->callee), (unsigned long long)line_of(state, number),
                      (unsigned long long)to_cost(state, call->outermost));
    }
}

static void begin_function(struct state *state, uint32_t number)
{
    qp_put_char(&state->export->put, '\n');
    put_function(state, false, number);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static bool put_method(struct state *state, uint32_t method)
{
    const struct qp_totals *it = &state->export->query->methods[method];
    uint32_t calls = 0;
    while (state->next + calls < state->calls.first_top && state->calls.items[state->next + calls].caller == method)
        calls++;
    if (!(qp_totals_is_called(it) || calls))
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
    put_costs(state, line_of(state, method), costs);
    put_calls(state, method, calls);
    return true;
}

static bool is_of_top(const struct state *state, uint32_t call, uint32_t number)
{
    if (call >= state->calls.count)
        return false;
    const struct qp_call_top *top = &state->calls.tops[call - state->calls.first_top];
    return number ==
           (top->thread != QP_NONE ? number_of_thread(state, top->thread) : number_of_group(state, top->group));
}

/* Write a thread or a group as a function; `outside` is its time outside of methods in ticks. */
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
        put_top(state, number_of_thread(state, i), 0);
    for (uint32_t i = 0; i < profile->group_count; i++)
        put_top(state, number_of_group(state, i), state->timed ? state->outside[i] : 0);
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
    begin_function(state, number_of_no_room(state));
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
    for (uint32_t i = 0; i < profile->array_count && profile->measure == QP_MEASURE_TIME; i++)
        state->columns[HITS] |= profile->arrays[i].count && qp_query_has_counts(query, &profile->arrays[i]);
    for (uint32_t i = 0; i < profile->root_count; i++) {
        if (query->selected.roots[i] && profile->roots[i].has_node && profile->roots[i].group != QP_NONE)
            state->outside[profile->roots[i].group] += query->nodes[i].self;
    }
}

static const char *const *names_of(const struct state *state, int column)
{
    enum qp_measure measure = state->export->profile->measure;
    if (column != COST || (state->timed && measure == QP_MEASURE_TIME))
        return column_names[column];
    return state->timed ? measure_names[measure] : column_names[COLUMNS];
}

static void put_header(struct state *state)
{
    const struct qp_export *export = state->export;
    const enum qp_product product = export->query->selection.product;
    struct qp_put *put = &state->export->put;
    qp_put_format(put,
                  "# callgrind format\nversion: 1\ncreator: qii\npid: %u\ncmd: ", export->profile->reader.header.pid);
    qp_put_shown(put, export->profile->program);
    qp_put_format(put, "\npart: 1\ndesc: Library: lib%s\n", qp_profile_product_name(product));
    for (uint32_t i = 0; i < export->quality[product].count; i++)
        qp_put_format(put, "desc: Note: %s\n", export->quality[product].items[i].text);
    qp_put_string(put, "\npositions: line\n");
    for (int i = 0; i < COLUMNS; i++) {
        const char *const *names = names_of(state, i);
        if (state->columns[i])
            qp_put_format(put, "event: %s : %s\n", names[0], names[1]);
    }
    qp_put_string(put, "events:");
    for (int i = 0; i < COLUMNS; i++) {
        if (state->columns[i])
            qp_put_format(put, " %s", names_of(state, i)[0]);
    }
    qp_put_char(put, '\n');
}

/* Write the totals. Each cost is rounded down, and the total of all costs is rounded only once, so no cost exceeds
 * 100 % of the total. */
static void put_totals(struct state *state)
{
    const struct qp_totals *all = &state->export->query->all;
    state->written[COST] = state->timed ? to_cost(state, all->self) : all->calls;
    qp_put_string(&state->export->put, "\ntotals:");
    put_columns(state, state->written);
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
    state.outside = qp_scratch_zeros(&export->scratch, export->profile->group_count, sizeof *state.outside);
    state.named_functions = qp_scratch_zeros(&export->scratch, (size_t)number_of_no_room(&state) + 1, sizeof(bool));
    state.named_files = qp_scratch_zeros(&export->scratch, (size_t) export->profile->file_count + 1, sizeof(bool));
    bool ok = !export->scratch.failed && write_functions(&state);
    qp_calls_close(&state.calls);
    return ok;
}

const struct qp_exporter qp_export_callgrind = {
    .name = "callgrind",
    .measures = true,
    .summary = "functions, lines and calls, for KCachegrind and callgrind_annotate",
    .labelled = true,
    .one_product = true,
    .write = write_file,
};
