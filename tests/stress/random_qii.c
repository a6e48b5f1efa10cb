#include "tests/stress/random_argument.h"
#include "tests/stress/random_calls.h"

#include <qii_load.h>

#include <limits.h>

enum { QPROF, CPROF, LOADED };

static struct qii products[LOADED];
static unsigned shares[LOADED];

/* ---- arguments ------------------------------------------------------------------------------------------- */

static const struct qii *product(struct draw *draw)
{
    unsigned both = shares[QPROF] + shares[CPROF];
    return &products[both != 0 && draw_below(draw, both) >= shares[QPROF] ? CPROF : QPROF];
}

/* Mostly few, so that paths are met again; sometimes many, so that nodes get wide and the file grows. */
static qprof_MethodID method(struct draw *draw)
{
    static const qprof_MethodID odd[] = {
        0,         qprof_Start,   qprof_ClassLoader, qprof_GarbageCollector, qprof_JITCompiler,
        ULONG_MAX, ULONG_MAX - 1, 0x7fff00001234};
    switch (draw_below(draw, 16)) {
    case 0:
        return SOME(odd, draw);
    case 1:
    case 2:
        return 1 + draw_below(draw, 5000);
    default:
        return 1 + draw_below(draw, 20);
    }
}

static unsigned long stack(struct draw *draw)
{
    return draw_below(draw, 32) == 0 ? draw_word(draw) : draw_below(draw, 60);
}

static VthreadID vthread(struct draw *draw)
{
    static const VthreadID odd[] = {0, UINTPTR_MAX, 0x7fff00005678};
    switch (draw_below(draw, 16)) {
    case 0:
        return SOME(odd, draw);
    case 1:
        return 1 + draw_below(draw, 3000);
    default:
        return 1 + draw_below(draw, 6);
    }
}

/* ---- start and end ---------------------------------------------------------------------------------------- */

static void ask(qprof_MethodID id)
{
    static const qprof_LineInfo lines[] = {{0, 1}, {2, 3}, {4, 5}};
    products[id % 2 == 0 ? QPROF : CPROF].register_method_id(id, "asked", NULL, 0, "asked.toy", lines, 3);
}

static const char *const options[] = {
    "-quiet",
    "-quiet -record-min-max",
    "-quiet -max-data-size=1M",
    "-quiet -max-data-size=3M -granularity=line",
    "-quiet -follow-child-processes",
    "-quiet -follow-child-processes -record-min-max",
    "-quiet -record-data=no",
    "-quiet -record-in=elsewhere",
    "-quiet -measure-timed-calls=user+system",
    "-quiet -data-file=none",
    "-quiet -data-file=run.%n.qii",
    "-log-file=log",
};

static void initialize(struct draw *draw)
{
    qprof_InitInfo info = {
        .initial_options = SOME(options, draw),
        .callback_get_method_info = draw_below(draw, 4) == 0 ? ask : NULL,
        .usingVirtualThreads = draw_below(draw, 2) == 0,
    };
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

static void exclude_lines(struct draw *draw)
{
    product(draw)->exclude_lines(draw_file(draw), draw_number(draw), draw_number(draw), draw_text(draw));
}

static void enter(struct draw *draw)
{
    product(draw)->record_fn_entry(method(draw), stack(draw));
}

static void enter_vt(struct draw *draw)
{
    product(draw)->record_fn_entry_vt(method(draw), stack(draw), vthread(draw));
}

static void leave(struct draw *draw)
{
    product(draw)->record_fn_exit(stack(draw));
}

static void leave_vt(struct draw *draw)
{
    product(draw)->record_fn_exit_vt(stack(draw), vthread(draw));
}

static void enter_numbered(struct draw *draw)
{
    product(draw)->enter_method(method(draw));
}

static void leave_numbered(struct draw *draw)
{
    product(draw)->leave_method(method(draw));
}

static void return_to_numbered(struct draw *draw)
{
    product(draw)->return_to_method(method(draw));
}

/* Deep enough that stacks grow several times. */
static void descend(struct draw *draw)
{
    const struct qii *qii = product(draw);
    VthreadID id = vthread(draw);
    int by_name = draw_below(draw, 2) == 0;
    for (unsigned depth = draw_below(draw, 300); depth > 0; depth--)
        if (by_name)
            qii->record_fn_entry_vt(1 + depth % 7, depth, id);
        else
            qii->record_fn_entry(1 + depth % 7, depth);
}

static void follow(struct draw *draw)
{
    product(draw)->follow_fn_entry_vt(method(draw), stack(draw), vthread(draw));
}

static void verify(struct draw *draw)
{
    product(draw)->verify_fn_exit(method(draw));
}

static void verify_vt(struct draw *draw)
{
    product(draw)->verify_fn_exit_vt(method(draw), vthread(draw));
}

static void ask_current(struct draw *draw)
{
    product(draw)->current_method_id();
}

static void ask_current_vt(struct draw *draw)
{
    product(draw)->current_method_id_vt(vthread(draw));
}

static void count(struct draw *draw)
{
    product(draw)->record_counts((qprof_Counts)draw_number(draw));
}

static void count_vt(struct draw *draw)
{
    product(draw)->record_counts_vt((qprof_Counts)draw_number(draw), vthread(draw));
}

static void block(struct draw *draw)
{
    product(draw)->record_bb_counts(draw_number(draw), (qprof_Counts)draw_number(draw));
}

static void block_vt(struct draw *draw)
{
    product(draw)->record_bb_counts_vt(draw_number(draw), (qprof_Counts)draw_number(draw), vthread(draw));
}

static void block_time(struct draw *draw)
{
    product(draw)->record_bb_time(draw_number(draw));
}

static void block_time_vt(struct draw *draw)
{
    product(draw)->record_bb_time_vt(draw_number(draw), vthread(draw));
}

static void run_block(struct draw *draw)
{
    product(draw)->record_bb(draw_number(draw), (qprof_Counts)draw_number(draw));
}

static void run_block_vt(struct draw *draw)
{
    product(draw)->record_bb_vt(draw_number(draw), (qprof_Counts)draw_number(draw), vthread(draw));
}

static void retire(struct draw *draw)
{
    product(draw)->retire_method_id(method(draw));
}

static void execute_vt(struct draw *draw)
{
    product(draw)->execute_byte_code_vt(method(draw), NULL, draw_number(draw), vthread(draw));
}

static void acquire_vt(struct draw *draw)
{
    product(draw)->record_monitor_acquired_vt(vthread(draw));
    if (draw_below(draw, 2) == 0)
        product(draw)->record_monitor_released_vt(vthread(draw));
}

static void execute(struct draw *draw)
{
    product(draw)->execute_byte_code(method(draw), NULL, draw_number(draw));
}

static void acquire(struct draw *draw)
{
    product(draw)->record_monitor_acquired();
}

static void release(struct draw *draw)
{
    product(draw)->record_monitor_released();
}

static void create_thread(struct draw *draw)
{
    product(draw)->thread_create((qprof_ThreadID)draw_number(draw));
}

static void create_thread_vt(struct draw *draw)
{
    product(draw)->thread_create_vt((qprof_ThreadID)draw_number(draw), vthread(draw));
}

static void destroy_thread(struct draw *draw)
{
    product(draw)->thread_destroy((qprof_ThreadID)draw_number(draw));
}

static void destroy_thread_vt(struct draw *draw)
{
    product(draw)->thread_destroy_vt(vthread(draw));
}

static void name_thread(struct draw *draw)
{
    product(draw)->set_thread_name(draw_text(draw));
}

static void name_thread_vt(struct draw *draw)
{
    product(draw)->set_thread_name_vt(draw_text(draw), vthread(draw));
}

static void suspend(struct draw *draw)
{
    product(draw)->vthread_suspend(vthread(draw), draw_number(draw));
}

static void resume(struct draw *draw)
{
    product(draw)->vthread_resume(vthread(draw));
}

static void switch_over(struct draw *draw)
{
    product(draw)->vthread_switch(vthread(draw), (int)draw_below(draw, 4), vthread(draw));
}

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

/* ---- all of them ----------------------------------------------------------------------------------------- */

static struct call calls[] = {
    {"initialize", initialize, 40, false, 0},
    {"initialize badly", initialize_badly, 3, false, 0},
    {"shutdown", finish, 5, false, 0},
    {"get_option", ask_option, 5, false, 0},
    {"version", ask_version, 2, false, 0},
    {"register_method_id", register_method, 300, false, 0},
    {"register_source", register_source, 20, false, 0},
    {"register_branches", register_branches, 60, false, 0},
    {"exclude_lines", exclude_lines, 20, false, 0},
    {"record_fn_entry", enter, 1500, true, 0},
    {"record_fn_entry_vt", enter_vt, 1500, true, 0},
    {"record_fn_exit", leave, 1000, true, 0},
    {"record_fn_exit_vt", leave_vt, 1000, true, 0},
    {"enter_method", enter_numbered, 800, true, 0},
    {"leave_method", leave_numbered, 800, true, 0},
    {"return_to_method", return_to_numbered, 100, true, 0},
    {"many record_fn_entry", descend, 30, true, 0},
    {"follow_fn_entry_vt", follow, 40, true, 0},
    {"verify_fn_exit", verify, 100, true, 0},
    {"verify_fn_exit_vt", verify_vt, 100, true, 0},
    {"current_method_id", ask_current, 30, true, 0},
    {"current_method_id_vt", ask_current_vt, 30, true, 0},
    {"record_counts", count, 150, true, 0},
    {"record_counts_vt", count_vt, 150, true, 0},
    {"record_bb_counts", block, 300, true, 0},
    {"record_bb_counts_vt", block_vt, 300, true, 0},
    {"record_bb_time", block_time, 100, true, 0},
    {"record_bb_time_vt", block_time_vt, 100, true, 0},
    {"record_bb", run_block, 100, true, 0},
    {"record_bb_vt", run_block_vt, 100, true, 0},
    {"execute_byte_code", execute, 150, true, 0},
    {"execute_byte_code_vt", execute_vt, 50, true, 0},
    {"record_monitor_acquired_vt", acquire_vt, 30, true, 0},
    {"retire_method_id", retire, 15, false, 0},
    {"record_monitor_acquired", acquire, 30, true, 0},
    {"record_monitor_released", release, 30, true, 0},
    {"thread_create", create_thread, 20, true, 0},
    {"thread_create_vt", create_thread_vt, 60, true, 0},
    {"thread_destroy", destroy_thread, 20, true, 0},
    {"thread_destroy_vt", destroy_thread_vt, 100, true, 0},
    {"set_thread_name", name_thread, 20, true, 0},
    {"set_thread_name_vt", name_thread_vt, 60, true, 0},
    {"vthread_suspend", suspend, 150, true, 0},
    {"vthread_resume", resume, 150, true, 0},
    {"vthread_switch", switch_over, 200, true, 0},
    {"is_running", ask_state, 10, false, 0},
    {"stop_recording_data", pause_recording, 15, false, 0},
    {"start_recording_data", resume_recording, 30, false, 0},
    {"disable_recording_data", disable, 1, false, 0},
    {"clear_data", clear, 15, false, 0},
    {"save_data", save, 4, false, 0},
    {"new_phase", begin_phase, 20, false, 0},
    {"add_annotation", annotate, 15, false, 0},
    {"set_break_on_event", set_break, 10, false, 0},
};

const struct calls qii_calls = {calls, sizeof calls / sizeof *calls};

bool qii_calls_load(const char *qprof, const char *cprof)
{
    if (qii_load(&products[QPROF], qprof) == QII_LOADED && qii_load(&products[CPROF], cprof) == QII_LOADED)
        return true;
    fprintf(stderr, "%s%s\n", products[QPROF].error, products[CPROF].error);
    return false;
}

void qii_calls_share(unsigned qprof, unsigned cprof)
{
    shares[QPROF] = qprof;
    shares[CPROF] = cprof;
}

void qii_calls_begin(struct draw *draw)
{
    initialize(draw);
}

void qii_calls_end(void)
{
    products[QPROF].shutdown();
    products[CPROF].shutdown();
}
