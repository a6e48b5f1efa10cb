/* Random calls of the functions of libqprof and libcprof that start and end runs, define methods, and control
 * recording. */
#include "tests/stress/random_qii.h"

/* ---- start and end ---------------------------------------------------------------------------------------- */

/* Handle the callback for an unknown method: register the method, often with the other library, and sometimes make
 * more calls. In a signal handler, do nothing, because the signal may have interrupted malloc. */
static void answer(qprof_MethodID id)
{
    static const qprof_LineInfo lines[] = {{0, 1}, {2, 3}, {4, 5}};
    struct draw draw = {id};
    if (calls_are_in_handler())
        return;
    product_by(id)->register_method_id(id, "asked", NULL, 0, "asked.toy", lines, 3);
    for (unsigned i = draw_below(&draw, 8) == 0 ? draw_below(&draw, 4) : 0; i > 0; i--)
        calls_make(&draw, false);
}

static void answer_user(qprof_MethodID id, void *user)
{
    (void)user;
    answer(id);
}

static void set_callback(struct draw *draw)
{
    product(draw)->set_method_callback(draw_below(draw, 3) == 0 ? NULL : answer_user, NULL);
}

/* Draw an option of each kind. Common choices are listed several times, so that they are drawn more often. */
static void draw_options(struct draw *draw, char *text, size_t room)
{
    static const char *const files[] = {
        "", "", "", " -record-in=elsewhere", " -data-file=none", " -data-file=run.%n.qii"};
    static const char *const sizes[] = {"", "", "", " -max-data-size=1M", " -max-data-size=3M"};
    static const char *const clocks[] = {"", "", " -measure-timed-calls=user+system", " -clock=ordered"};
    static const char *const ways[] = {"", "", "", " -granularity=line", " -granularity=block", " -sample"};
    static const char *const times[] = {
        "", "", "", " -record-min-max", " -record-timeline", " -record-timeline=ring:1M"};
    static const char *const others[] = {"",      "", " -record-data=no", " -fold-thread-names=no", " -save-slow=1ms",
                                         " -hits"};
    snprintf(text, room, "-log-file=log%s%s%s%s%s%s%s", SOME(files, draw), SOME(sizes, draw), SOME(clocks, draw),
             SOME(ways, draw), SOME(times, draw), SOME(others, draw),
             draw_below(draw, 3) == 0 ? " -follow-child-processes" : "");
}

void run_initialize(struct draw *draw)
{
    char options[300];
    qprof_InitInfo info = {
        .initial_options = options,
        .callback_get_method_info = draw_below(draw, 4) == 0 ? answer : NULL,
        .usingVirtualThreads = draw_below(draw, 3) != 0,
    };
    draw_options(draw, options, sizeof options);
    product(draw)->initialize_ex(&info);
}

static void initialize_badly(struct draw *draw)
{
    static const char *const odd[] = {NULL, "-quiet -data-file=/no/such/place", "\"", "-nonsense=1 -quiet",
                                      "-quiet -max-data-size=0"};
    qprof_InitInfo info = {.version = 7};
    switch (draw_below(draw, 4)) {
    case 0:
        product(draw)->initialize_ex(NULL);
        break;
    case 1:
        product(draw)->initialize_ex(&info);
        break;
    default:
        product(draw)->initialize(SOME(odd, draw), NULL);
        break;
    }
}

static void finish(struct draw *draw)
{
    if (draw_below(draw, 2) == 0)
        product(draw)->shutdown();
    else
        product(draw)->shutdown_vt(vthread(draw));
}

static void ask_option(struct draw *draw)
{
    static const char *const names[] = {"data-file", "max-data-size", "none such", "", NULL};
    product(draw)->get_option(SOME(names, draw));
}

static void ask_version(struct draw *draw)
{
    product(draw)->version();
}

static void register_method(struct draw *draw)
{
    qprof_LineInfo lines[8];
    for (int i = 0; i < 8; i++)
        lines[i] = (qprof_LineInfo){draw_below(draw, 16) == 0 ? draw_number(draw) : i * 2, i};
    int count = draw_below(draw, 32) == 0 ? -(int)draw_below(draw, 9) : (int)draw_below(draw, 9);
    const qprof_LineInfo *table = draw_below(draw, 16) == 0 ? NULL : lines;
    if (draw_below(draw, 2) == 0)
        product(draw)->register_method_id(method(draw), draw_text(draw), draw_text(draw), draw_number(draw),
                                          draw_file(draw), table, count);
    else
        product(draw)->register_method_id_vt(method(draw), draw_text(draw), draw_text(draw), draw_number(draw),
                                             draw_file(draw), table, count, vthread(draw));
}

static void register_source(struct draw *draw)
{
    static const char source[] = "one\ntwo\n";
    if (draw_below(draw, 2) == 0)
        product(draw)->register_source(draw_file(draw), source, draw_below(draw, sizeof source));
    else
        product(draw)->register_source(draw_file(draw), NULL, draw_below(draw, 9));
}

static void register_branches(struct draw *draw)
{
    qprof_BranchInfo branches[3];
    for (int i = 0; i < 3; i++)
        branches[i] =
            (qprof_BranchInfo){draw_number(draw), draw_below(draw, 16) == 0 ? draw_number(draw) : 8 + 2 * i, 2};
    product(draw)->register_branches(method(draw), draw_below(draw, 16) == 0 ? NULL : branches,
                                     (int)draw_below(draw, 4));
}

static void register_branch_targets(struct draw *draw)
{
    const int lines[6] = {draw_number(draw), 1, -1, 0, 5, draw_number(draw)};
    product(draw)->register_branch_targets(method(draw), draw_below(draw, 16) == 0 ? NULL : lines,
                                           2 * (int)draw_below(draw, 4));
}

static void exclude_lines(struct draw *draw)
{
    product(draw)->exclude_lines(draw_file(draw), draw_number(draw), draw_number(draw), draw_text(draw));
}

static void retire(struct draw *draw)
{
    product(draw)->retire_method_id(method(draw));
}

/* Increment block counters. Any thread may do this at any time, because the address of a counter never changes. */
static void count_blocks(struct draw *draw)
{
    static const qprof_CounterTerm terms[] = {{0, 0, 1}, {1, 1, 1}, {1, 0, -1}, {3, 1, 1}};
    qprof_BlockCounters counters = {
        .owner = draw_below(draw, 4),
        .stride = draw_below(draw, 4) == 0 ? QPROF_COUNTER_VALUE : QPROF_COUNTER_NUMBER,
    };
    if (draw_below(draw, 3) == 0) {
        counters.length = draw_number(draw);
        counters.term_count = draw_number(draw) % 5;
        counters.terms = terms;
    }
    if (product(draw)->block_counters(method(draw), &counters) != 0)
        return;
    for (unsigned i = counters.length > 0 ? draw_below(draw, 8) : 0; i > 0; i--) {
        size_t at = draw_below(draw, (unsigned)counters.length) * counters.stride;
        __atomic_fetch_add((uint64_t *)(void *)((char *)counters.base + at), 1, __ATOMIC_RELAXED);
    }
}

/* ---- contexts -------------------------------------------------------------------------------------------- */

static void set_context(struct draw *draw)
{
    product_here(draw)->context(draw_text(draw));
}

static void set_context_vt(struct draw *draw)
{
    product(draw)->context_vt(draw_text(draw), vthread(draw));
}

static void load_in_context(struct draw *draw)
{
    const struct qii *qii = product_here(draw);
    int before = qii->context_load(draw_file(draw));
    if (draw_below(draw, 2) == 0)
        qii->return_to_context(before);
}

static void return_to_context(struct draw *draw)
{
    product_here(draw)->return_to_context(draw_number(draw));
}

static void put_within(struct draw *draw)
{
    product(draw)->context_within(draw_text(draw), draw_text(draw));
}

/* ---- control --------------------------------------------------------------------------------------------- */

static void ask_state(struct draw *draw)
{
    product(draw)->is_running();
    product(draw)->is_recording_data();
}

static void pause_recording(struct draw *draw)
{
    product(draw)->stop_recording_data();
}

static void resume_recording(struct draw *draw)
{
    product(draw)->start_recording_data();
}

static void disable(struct draw *draw)
{
    product(draw)->disable_recording_data();
}

static void clear(struct draw *draw)
{
    product(draw)->clear_data();
}

static void save(struct draw *draw)
{
    product(draw)->save_data();
}

static void begin_phase(struct draw *draw)
{
    if (draw_below(draw, 2) == 0)
        product(draw)->new_phase();
    else
        product(draw)->new_phase_named(draw_text(draw));
}

static void annotate(struct draw *draw)
{
    product(draw)->add_annotation(draw_text(draw));
}

static void set_break(struct draw *draw)
{
    product(draw)->set_break_on_event(draw_below(draw, 3) == 0 ? draw_below(draw, 16) : 0,
                                      (void *)(uintptr_t)method(draw));
}

static struct call calls[] = {
    {"initialize", run_initialize, 40, false, 0},
    {"initialize badly", initialize_badly, 3, false, 0},
    {"shutdown", finish, 5, false, 0},
    {"get_option", ask_option, 5, false, 0},
    {"version", ask_version, 2, false, 0},
    {"register_method_id", register_method, 300, false, 0},
    {"register_source", register_source, 20, false, 0},
    {"register_branches", register_branches, 60, false, 0},
    {"register_branch_targets", register_branch_targets, 60, false, 0},
    {"exclude_lines", exclude_lines, 20, false, 0},
    {"retire_method_id", retire, 60, false, 0},
    {"is_running", ask_state, 10, false, 0},
    {"stop_recording_data", pause_recording, 15, false, 0},
    {"start_recording_data", resume_recording, 30, false, 0},
    {"disable_recording_data", disable, 1, false, 0},
    {"clear_data", clear, 15, false, 0},
    {"save_data", save, 4, false, 0},
    {"new_phase", begin_phase, 20, false, 0},
    {"add_annotation", annotate, 15, false, 0},
    {"set_break_on_event", set_break, 10, false, 0},
    {"block_counters", count_blocks, 40, false, 0},
    {"context", set_context, 40, true, 0},
    {"context_vt", set_context_vt, 30, true, 0},
    {"context_load", load_in_context, 10, false, 0},
    {"return_to_context", return_to_context, 30, true, 0},
    {"context_within", put_within, 10, false, 0},
    {"set_method_callback", set_callback, 15, false, 0},
};

const struct calls run_calls = {calls, sizeof calls / sizeof *calls};
