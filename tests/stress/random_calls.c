#include "tests/stress/random.h"

#include "VT.h"

#include <qii_load.h>

#include <limits.h>
#include <stdlib.h>

enum { QPROF, CPROF, LOADED };

static struct qii products[LOADED];
static unsigned weights_of_product[LOADED + 1]; /* the last is libvt's */

#define SOME(array, draw) ((array)[draw_below((draw), sizeof(array) / sizeof *(array))])

/* ---- arguments ------------------------------------------------------------------------------------------- */

static const struct qii *product(struct draw *draw)
{
    unsigned both = weights_of_product[QPROF] + weights_of_product[CPROF];
    return &products[both != 0 && draw_below(draw, both) >= weights_of_product[QPROF] ? CPROF : QPROF];
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

static int number(struct draw *draw)
{
    static const int odd[] = {-1, INT_MAX, INT_MIN, 1000000, 255};
    return draw_below(draw, 16) == 0 ? SOME(odd, draw) : (int)draw_below(draw, 8);
}

static const char *text(struct draw *draw)
{
    static const char *const texts[] = {"main",       "worker", "a::b", "x/y/z",
                                        "A:B:c",      "",       NULL,   "…",
                                        "line\nline", ":",      "%s%n", "a rather long name of a thing"};
    return SOME(texts, draw);
}

static const char *file(struct draw *draw)
{
    static const char *const files[] = {"main.toy", "none/such.toy", "/dev/null", "", NULL, "/proc/self/maps", "."};
    return SOME(files, draw);
}

/* ---- libqprof and libcprof ------------------------------------------------------------------------------- */

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
        lines[i] = (qprof_LineInfo){draw_below(draw, 16) == 0 ? number(draw) : i * 2, i};
    int count = draw_below(draw, 32) == 0 ? -(int)draw_below(draw, 9) : (int)draw_below(draw, 9);
    const qprof_LineInfo *table = draw_below(draw, 16) == 0 ? NULL : lines;
    if (draw_below(draw, 2) == 0)
        product(draw)->register_method_id(method(draw), text(draw), text(draw), number(draw), file(draw), table, count);
    else
        product(draw)->register_method_id_vt(method(draw), text(draw), text(draw), number(draw), file(draw), table,
                                             count, vthread(draw));
}

static void register_source(struct draw *draw)
{
    static const char source[] = "one\ntwo\n";
    if (draw_below(draw, 2) == 0)
        product(draw)->register_source(file(draw), source, draw_below(draw, sizeof source));
    else
        product(draw)->register_source(file(draw), NULL, draw_below(draw, 9));
}

static void register_branches(struct draw *draw)
{
    qprof_BranchInfo branches[3];
    for (int i = 0; i < 3; i++)
        branches[i] = (qprof_BranchInfo){number(draw), draw_below(draw, 16) == 0 ? number(draw) : 8 + 2 * i, 2};
    product(draw)->register_branches(method(draw), draw_below(draw, 16) == 0 ? NULL : branches,
                                     (int)draw_below(draw, 4));
}

static void exclude_lines(struct draw *draw)
{
    product(draw)->exclude_lines(file(draw), number(draw), number(draw), text(draw));
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
    product(draw)->record_counts((qprof_Counts)number(draw));
}

static void count_vt(struct draw *draw)
{
    product(draw)->record_counts_vt((qprof_Counts)number(draw), vthread(draw));
}

static void block(struct draw *draw)
{
    product(draw)->record_bb_counts(number(draw), (qprof_Counts)number(draw));
}

static void block_vt(struct draw *draw)
{
    product(draw)->record_bb_counts_vt(number(draw), (qprof_Counts)number(draw), vthread(draw));
}

static void block_time(struct draw *draw)
{
    product(draw)->record_bb_time(number(draw));
}

static void block_time_vt(struct draw *draw)
{
    product(draw)->record_bb_time_vt(number(draw), vthread(draw));
}

static void execute(struct draw *draw)
{
    product(draw)->execute_byte_code(method(draw), NULL, number(draw));
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
    product(draw)->thread_create((qprof_ThreadID)number(draw));
}

static void create_thread_vt(struct draw *draw)
{
    product(draw)->thread_create_vt((qprof_ThreadID)number(draw), vthread(draw));
}

static void destroy_thread(struct draw *draw)
{
    product(draw)->thread_destroy((qprof_ThreadID)number(draw));
}

static void destroy_thread_vt(struct draw *draw)
{
    product(draw)->thread_destroy_vt(vthread(draw));
}

static void name_thread(struct draw *draw)
{
    product(draw)->set_thread_name(text(draw));
}

static void name_thread_vt(struct draw *draw)
{
    product(draw)->set_thread_name_vt(text(draw), vthread(draw));
}

static void suspend(struct draw *draw)
{
    product(draw)->vthread_suspend(vthread(draw), number(draw));
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
        product(draw)->new_phase_named(text(draw));
}

static void annotate(struct draw *draw)
{
    product(draw)->add_annotation(text(draw));
}

static void set_break(struct draw *draw)
{
    product(draw)->set_break_on_event(draw_below(draw, 3) == 0 ? draw_below(draw, 16) : 0,
                                      (void *)(uintptr_t)method(draw));
}

/* ---- libvt ----------------------------------------------------------------------------------------------- */

/* Handles count up from small numbers, per kind; some are nobody's. */
static int handle(struct draw *draw)
{
    return draw_below(draw, 16) == 0 ? number(draw) : (int)draw_below(draw, 40);
}

static void vt_initialize(struct draw *draw)
{
    (void)draw;
    VT_initialize(NULL, NULL);
}

static void vt_finalize(struct draw *draw)
{
    (void)draw;
    VT_finalize();
}

static void vt_register(struct draw *draw)
{
    int index;
    switch (draw_below(draw, 3)) {
    case 0:
        VT_registerthread(number(draw));
        break;
    case 1:
        VT_registernamed(text(draw), number(draw));
        break;
    default:
        VT_getthrank(&index);
        break;
    }
}

static void vt_switch(struct draw *draw)
{
    int on;
    if (draw_below(draw, 2) == 0)
        VT_traceoff();
    else
        VT_traceon();
    VT_tracestate(&on);
    VT_symstate(handle(draw), &on);
}

static void vt_sync(struct draw *draw)
{
    (void)draw;
    VT_flush();
    VT_timesync();
    VT_timestamp();
    VT_timestart();
}

static void vt_define_place(struct draw *draw)
{
    int place;
    VT_scldef(file(draw), number(draw), draw_below(draw, 16) == 0 ? NULL : &place);
}

static void vt_stack(struct draw *draw)
{
    int place;
    VT_sclstack(NULL, draw_below(draw, 2) == 0 ? __builtin_frame_address(0) : NULL, (int)draw_below(draw, 4) - 1,
                (int)draw_below(draw, 12) - 1, &place);
}

static void vt_stack_of_handler(struct draw *draw)
{
    int place;
    VT_sclstack(NULL, __builtin_frame_address(0), (int)draw_below(draw, 4) - 1, (int)draw_below(draw, 12), &place);
}

static void vt_here(struct draw *draw)
{
    VT_thisloc(handle(draw));
}

static void vt_define(struct draw *draw)
{
    int defined;
    switch (draw_below(draw, 6)) {
    case 0:
        VT_classdef(text(draw), &defined);
        break;
    case 1:
        VT_symdef(number(draw), text(draw), text(draw));
        break;
    case 2:
        VT_scopedef(text(draw), handle(draw), handle(draw), handle(draw), &defined);
        break;
    case 3:
        VT_countdef(text(draw), handle(draw), number(draw), number(draw), NULL, text(draw), &defined);
        break;
    default:
        VT_funcdef(text(draw), handle(draw), &defined);
        break;
    }
}

static void vt_group(struct draw *draw)
{
    int members[3], group;
    for (int i = 0; i < 3; i++)
        if (draw_below(draw, 2) == 0)
            VT_getthreadid(0, number(draw), &members[i]);
        else
            members[i] = number(draw);
    VT_groupdef(text(draw), (int)draw_below(draw, 4), members, &group);
}

static void vt_begin(struct draw *draw)
{
    if (draw_below(draw, 2) == 0)
        VT_begin(handle(draw));
    else
        VT_beginl(handle(draw), handle(draw));
}

static void vt_end(struct draw *draw)
{
    if (draw_below(draw, 2) == 0)
        VT_end(handle(draw));
    else
        VT_endl(handle(draw), handle(draw));
}

static void vt_enter(struct draw *draw)
{
    VT_enter(handle(draw), draw_below(draw, 4) == 0 ? handle(draw) : VT_NOSCL);
}

static void vt_leave(struct draw *draw)
{
    VT_leave(draw_below(draw, 4) == 0 ? handle(draw) : VT_NOSCL);
}

static void vt_enter_by_name(struct draw *draw)
{
    static int states[4];
    unsigned which = draw_below(draw, 4);
    static const char *const names[] = {"one", "two/deeper", "A:three", "four/a/b"};
    int truncated = 0;
    if (VT_enterstate(names[which], &states[which], &truncated) == 0)
        VT_leave(VT_NOSCL);
}

static void vt_wake(struct draw *draw)
{
    (void)draw;
    VT_wakeup();
}

static void vt_scope(struct draw *draw)
{
    int sequence = number(draw);
    if (draw_below(draw, 2) == 0)
        VT_scopebegin(handle(draw), handle(draw), &sequence);
    else
        VT_scopeend(handle(draw), sequence, handle(draw));
}

static void vt_value(struct draw *draw)
{
    int handles[3];
    double values[3] = {1, -2.5, 1e300};
    for (int i = 0; i < 3; i++)
        handles[i] = handle(draw);
    VT_countval((int)draw_below(draw, 5) - 1 > 3 ? 3 : (int)draw_below(draw, 4), handles, values);
}

static void vt_message(struct draw *draw)
{
    switch (draw_below(draw, 3)) {
    case 0:
        VT_log_sendmsg(number(draw), number(draw), number(draw), number(draw), handle(draw));
        break;
    case 1:
        VT_log_recvmsg(number(draw), number(draw), number(draw), number(draw), handle(draw));
        break;
    default:
        VT_log_comment(text(draw));
        break;
    }
}

/* ---- all of them ----------------------------------------------------------------------------------------- */

/* What a handler may call is an event. Rare calls are those that turn the whole run over. */
static struct call {
    const char *name;
    void (*make)(struct draw *);
    unsigned usual; /* how often among 10,000 or so */
    bool event;
    bool of_vt;
    unsigned now; /* the same in this run */
} calls[] = {
    {"initialize", initialize, 40, false, false, 0},
    {"initialize badly", initialize_badly, 3, false, false, 0},
    {"shutdown", finish, 5, false, false, 0},
    {"get_option", ask_option, 5, false, false, 0},
    {"version", ask_version, 2, false, false, 0},
    {"register_method_id", register_method, 300, false, false, 0},
    {"register_source", register_source, 20, false, false, 0},
    {"register_branches", register_branches, 60, false, false, 0},
    {"exclude_lines", exclude_lines, 20, false, false, 0},
    {"record_fn_entry", enter, 1500, true, false, 0},
    {"record_fn_entry_vt", enter_vt, 1500, true, false, 0},
    {"record_fn_exit", leave, 1000, true, false, 0},
    {"record_fn_exit_vt", leave_vt, 1000, true, false, 0},
    {"many record_fn_entry", descend, 30, true, false, 0},
    {"follow_fn_entry_vt", follow, 40, true, false, 0},
    {"verify_fn_exit", verify, 100, true, false, 0},
    {"verify_fn_exit_vt", verify_vt, 100, true, false, 0},
    {"current_method_id", ask_current, 30, true, false, 0},
    {"current_method_id_vt", ask_current_vt, 30, true, false, 0},
    {"record_counts", count, 150, true, false, 0},
    {"record_counts_vt", count_vt, 150, true, false, 0},
    {"record_bb_counts", block, 300, true, false, 0},
    {"record_bb_counts_vt", block_vt, 300, true, false, 0},
    {"record_bb_time", block_time, 100, true, false, 0},
    {"record_bb_time_vt", block_time_vt, 100, true, false, 0},
    {"execute_byte_code", execute, 150, true, false, 0},
    {"record_monitor_acquired", acquire, 30, true, false, 0},
    {"record_monitor_released", release, 30, true, false, 0},
    {"thread_create", create_thread, 20, true, false, 0},
    {"thread_create_vt", create_thread_vt, 60, true, false, 0},
    {"thread_destroy", destroy_thread, 20, true, false, 0},
    {"thread_destroy_vt", destroy_thread_vt, 100, true, false, 0},
    {"set_thread_name", name_thread, 20, true, false, 0},
    {"set_thread_name_vt", name_thread_vt, 60, true, false, 0},
    {"vthread_suspend", suspend, 150, true, false, 0},
    {"vthread_resume", resume, 150, true, false, 0},
    {"vthread_switch", switch_over, 200, true, false, 0},
    {"is_running", ask_state, 10, false, false, 0},
    {"stop_recording_data", pause_recording, 15, false, false, 0},
    {"start_recording_data", resume_recording, 30, false, false, 0},
    {"disable_recording_data", disable, 1, false, false, 0},
    {"clear_data", clear, 15, false, false, 0},
    {"save_data", save, 4, false, false, 0},
    {"new_phase", begin_phase, 20, false, false, 0},
    {"add_annotation", annotate, 15, false, false, 0},
    {"set_break_on_event", set_break, 10, false, false, 0},
    {"VT_initialize", vt_initialize, 40, false, true, 0},
    {"VT_finalize", vt_finalize, 5, false, true, 0},
    {"VT_registerthread", vt_register, 20, true, true, 0},
    {"VT_traceoff", vt_switch, 30, true, true, 0},
    {"VT_timesync", vt_sync, 10, false, true, 0},
    {"VT_scldef", vt_define_place, 50, false, true, 0},
    {"VT_sclstack", vt_stack, 50, false, true, 0},
    {"VT_sclstack with a frame", vt_stack_of_handler, 50, true, true, 0},
    {"VT_thisloc", vt_here, 50, true, true, 0},
    {"VT_funcdef", vt_define, 200, false, true, 0},
    {"VT_groupdef", vt_group, 20, false, true, 0},
    {"VT_begin", vt_begin, 400, true, true, 0},
    {"VT_end", vt_end, 400, true, true, 0},
    {"VT_enter", vt_enter, 900, true, true, 0},
    {"VT_leave", vt_leave, 900, true, true, 0},
    {"VT_enterstate", vt_enter_by_name, 50, false, true, 0},
    {"VT_wakeup", vt_wake, 20, true, true, 0},
    {"VT_scopebegin", vt_scope, 60, true, true, 0},
    {"VT_countval", vt_value, 100, true, true, 0},
    {"VT_log_sendmsg", vt_message, 100, true, true, 0},
};

#define CALLS (sizeof calls / sizeof *calls)

void calls_load(const char *qprof, const char *cprof)
{
    if (qii_load(&products[QPROF], qprof) == QII_LOADED && qii_load(&products[CPROF], cprof) == QII_LOADED)
        return;
    fprintf(stderr, "%s%s\n", products[QPROF].error, products[CPROF].error);
    exit(2);
}

/* Some functions more, some less, some never: runs that are all alike find less. */
void calls_plan(struct draw *draw)
{
    static const unsigned parts[][LOADED + 1] = {{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    static const unsigned times[] = {0, 1, 1, 1, 1, 2, 10};
    unsigned part = draw_below(draw, sizeof parts / sizeof *parts);
    for (int i = 0; i <= LOADED; i++)
        weights_of_product[i] = parts[part][i];
    bool any_qii = weights_of_product[QPROF] + weights_of_product[CPROF] > 0;
    for (size_t i = 0; i < CALLS; i++)
        calls[i].now = calls[i].usual * SOME(times, draw) * (calls[i].of_vt ? weights_of_product[LOADED] : any_qii);
}

void calls_begin(struct draw *draw)
{
    if (weights_of_product[QPROF] + weights_of_product[CPROF] > 0)
        initialize(draw);
    if (weights_of_product[LOADED] > 0)
        VT_initialize(NULL, NULL);
}

void calls_end(void)
{
    products[QPROF].shutdown();
    products[CPROF].shutdown();
    VT_finalize();
}

const char *calls_make(struct draw *draw, bool in_handler)
{
    unsigned sum = 0;
    for (size_t i = 0; i < CALLS; i++)
        sum += calls[i].event || !in_handler ? calls[i].now : 0;
    unsigned drawn = draw_below(draw, sum + 1);
    for (size_t i = 0; i < CALLS; i++) {
        unsigned weight = calls[i].event || !in_handler ? calls[i].now : 0;
        if (drawn < weight) {
            calls[i].make(draw);
            return calls[i].name;
        }
        drawn -= weight;
    }
    return "nothing";
}
