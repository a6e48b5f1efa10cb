/* Events of libqprof and libcprof. */
#include "tests/stress/random_qii.h"

static void enter(struct draw *draw)
{
    product_here(draw)->record_fn_entry(method(draw), stack(draw));
}

static void enter_vt(struct draw *draw)
{
    product(draw)->record_fn_entry_vt(method(draw), stack(draw), vthread(draw));
}

static void leave(struct draw *draw)
{
    product_here(draw)->record_fn_exit(stack(draw));
}

static void leave_vt(struct draw *draw)
{
    product(draw)->record_fn_exit_vt(stack(draw), vthread(draw));
}

static void enter_numbered(struct draw *draw)
{
    product_here(draw)->enter_method(method(draw));
}

static void follow_numbered(struct draw *draw)
{
    product_here(draw)->follow_method(method(draw));
}

static void enter_since(struct draw *draw)
{
    product_here(draw)->enter_method_since(method(draw), draw_below(draw, 3) * draw_below(draw, 100000));
}

static void leave_numbered(struct draw *draw)
{
    product_here(draw)->leave_method(method(draw));
}

/* Places on a machine stack of 16 frames. */
static void enter_function(struct draw *draw)
{
    uintptr_t stack = 0x7000 - 16 * (uintptr_t)draw_below(draw, 16);
    product_here(draw)->enter_function(method(draw), (void *)stack, (void *)(uintptr_t)draw_below(draw, 3));
}

static void leave_function(struct draw *draw)
{
    product_here(draw)->leave_function(method(draw));
}

static void unwind(struct draw *draw)
{
    const void *from = (void *)(0x7000 - 16 * (uintptr_t)draw_below(draw, 16));
    product_here(draw)->unwind(from, (void *)(0x7000 - 16 * (uintptr_t)draw_below(draw, 16)));
}

static void return_to_numbered(struct draw *draw)
{
    product_here(draw)->return_to_method(method(draw));
}

/* Record nested calls, so many that the shadow stack's memory grows several times. */
static void descend(struct draw *draw)
{
    bool by_name = draw_below(draw, 2) == 0;
    const struct qii *qii = by_name ? product(draw) : product_here(draw);
    VthreadID id = vthread(draw);
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
    product_here(draw)->verify_fn_exit(method(draw));
}

static void verify_vt(struct draw *draw)
{
    product(draw)->verify_fn_exit_vt(method(draw), vthread(draw));
}

static void ask_current(struct draw *draw)
{
    product_here(draw)->current_method_id();
}

static void ask_current_vt(struct draw *draw)
{
    product(draw)->current_method_id_vt(vthread(draw));
}

static void count(struct draw *draw)
{
    product_here(draw)->record_counts((qprof_Counts)draw_number(draw));
}

static void count_vt(struct draw *draw)
{
    product(draw)->record_counts_vt((qprof_Counts)draw_number(draw), vthread(draw));
}

static void block(struct draw *draw)
{
    product_here(draw)->record_bb_counts(draw_number(draw), (qprof_Counts)draw_number(draw));
}

static void block_vt(struct draw *draw)
{
    product(draw)->record_bb_counts_vt(draw_number(draw), (qprof_Counts)draw_number(draw), vthread(draw));
}

static void block_time(struct draw *draw)
{
    product_here(draw)->record_bb_time(draw_number(draw));
}

static void block_time_vt(struct draw *draw)
{
    product(draw)->record_bb_time_vt(draw_number(draw), vthread(draw));
}

static void run_block(struct draw *draw)
{
    product_here(draw)->record_bb(draw_number(draw), (qprof_Counts)draw_number(draw));
}

static void run_block_vt(struct draw *draw)
{
    product(draw)->record_bb_vt(draw_number(draw), (qprof_Counts)draw_number(draw), vthread(draw));
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
    product_here(draw)->execute_byte_code(method(draw), NULL, draw_number(draw));
}

static void acquire(struct draw *draw)
{
    product_here(draw)->record_monitor_acquired();
}

static void release(struct draw *draw)
{
    product_here(draw)->record_monitor_released();
}

static void create_thread(struct draw *draw)
{
    product_here(draw)->thread_create((qprof_ThreadID)draw_number(draw));
}

static void create_thread_vt(struct draw *draw)
{
    product(draw)->thread_create_vt((qprof_ThreadID)draw_number(draw), vthread(draw));
}

static void destroy_thread(struct draw *draw)
{
    product_here(draw)->thread_destroy((qprof_ThreadID)draw_number(draw));
}

static void destroy_thread_vt(struct draw *draw)
{
    product(draw)->thread_destroy_vt(vthread(draw));
}

static void name_thread(struct draw *draw)
{
    product_here(draw)->set_thread_name(draw_text(draw));
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

static void wake(struct draw *draw)
{
    product(draw)->vthread_wake(vthread(draw));
}

static void wake_since(struct draw *draw)
{
    product(draw)->vthread_wake_since(vthread(draw), draw_below(draw, 3) * draw_below(draw, 100000));
}

static void sample(struct draw *draw)
{
    product_here(draw)->record_sample(draw_number(draw));
}

static void sample_vt(struct draw *draw)
{
    product(draw)->record_sample_vt(draw_number(draw), vthread(draw));
}

static struct call calls[] = {
    {"record_fn_entry", enter, 1500, true, 0},
    {"record_fn_entry_vt", enter_vt, 1500, true, 0},
    {"record_fn_exit", leave, 1000, true, 0},
    {"record_fn_exit_vt", leave_vt, 1000, true, 0},
    {"enter_method", enter_numbered, 800, true, 0},
    {"follow_method", follow_numbered, 200, true, 0},
    {"enter_method_since", enter_since, 100, true, 0},
    {"leave_method", leave_numbered, 800, true, 0},
    {"enter_function", enter_function, 800, true, 0},
    {"leave_function", leave_function, 500, true, 0},
    {"unwind", unwind, 100, true, 0},
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
    {"vthread_wake", wake, 60, true, 0},
    {"vthread_wake_since", wake_since, 20, true, 0},
    {"record_sample", sample, 60, true, 0},
    {"record_sample_vt", sample_vt, 60, true, 0},
};

const struct calls event_calls = {calls, sizeof calls / sizeof *calls};
