/* Tests of signal handlers that record events while they interrupt other events. Other tests check that no call
 * changes the host program's signal handlers, signal mask, errno and descriptors. */
#include "tests/support/interrupt.h"
#include "tests/support/stage.h"

#include "qprof.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define CALLS 400000

static void do_nothing(int number)
{
    (void)number;
}

/* Record two events. An event is dropped exactly if it interrupts another event. The interrupted event cannot
 * continue before the handler ends, so either both events are recorded or both are dropped. */
static void report_pair(const void *context)
{
    (void)context;
    qprof_record_fn_entry(1, 77);
    qprof_verify_fn_exit(1);
}

/* Enter a new method and record cycles in it. This needs locks of the library. */
static void report_new(const void *context)
{
    static unsigned long method = 1000000;
    (void)context;
    qprof_record_fn_entry(++method, 77);
    qprof_record_counts(1);
    qprof_verify_fn_exit(method);
}

/* Record events under a timer. numbers[0] counts the handler's runs, numbers[1] the rounds of this loop. */
static void interrupted(struct stage *stage)
{
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    interrupt_begin(200, report_pair, &stage->numbers[0]);
    uint64_t i = 0;
    for (; interrupt_continues(i, CALLS); i++) {
        qprof_record_fn_entry(10 + i % 20000, 1);
        qprof_record_fn_entry(2, 2);
        qprof_record_fn_exit(1);
        qprof_record_fn_exit(0);
    }
    interrupt_end();
    stage->numbers[1] = i;
    qprof_shutdown();
}

TEST(events_of_handlers_are_recorded_or_counted_as_dropped)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, interrupted);
    stage_read(&stage, "run.qii", &profile);
    assert_true(stage.numbers[0] >= INTERRUPTIONS);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), stage.numbers[1]);
    uint64_t dropped = stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_NESTED_EVENT);
    assert_int_equal(dropped % 2, 0);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), stage.numbers[0] - dropped / 2);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 2 * stage.numbers[1] + stage.numbers[0] - dropped / 2);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_NESTED_EVENT), 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* Interrupt the definition of methods, which holds a lock that the handler's events may need. */
static void interrupted_definitions(struct stage *stage)
{
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    qprof_record_fn_entry(2, 1);
    interrupt_begin(200, report_new, &stage->numbers[0]);
    for (unsigned long i = 0; interrupt_continues(i, CALLS); i++)
        qprof_register_method_id(10 + i % 100000, "defined", NULL, 0, NULL, NULL, 0);
    interrupt_end();
    STAGE_CHECK(qprof_current_method_id() == 2);
    qprof_shutdown();
}

TEST(handlers_do_not_wait_for_interrupted_code)
{
    struct stage stage;
    stage_play(&stage, interrupted_definitions);
    assert_true(stage.numbers[0] >= INTERRUPTIONS);
    stage_close(&stage);
}

/* ---- state that no call changes ------------------------------------------------------------------------------ */

struct host {
    struct sigaction actions[NSIG];
    sigset_t mask;
};

static void look(struct host *host)
{
    memset(host, 0, sizeof *host);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, NULL, &host->actions[number]);
    sigprocmask(SIG_SETMASK, NULL, &host->mask);
}

static const qprof_LineInfo lines[] = {{0, 1}, {4, 2}};

static void initialize(void)
{
    qprof_InitInfo info = {0, "-data-file=run.%n.qii -nonsense -log-file=log -run-at-exit=true", NULL, 1};
    qprof_initialize_ex(&info);
}

static void define(void)
{
    static unsigned long id;
    id++;
    qprof_register_method_id(id, "method", NULL, 0, "nowhere.toy", lines, 2);
}

static void enter_new(void)
{
    static unsigned long id = 1000;
    for (int i = 0; i < 3000; i++, id++)
        qprof_record_fn_entry_vt(id, 1, 1 + id % 50);
}

static void enter(void)
{
    qprof_record_fn_entry_vt(1, 9, 1);
}

static void block(void)
{
    qprof_record_bb_counts_vt(0, 1, 1);
}

static void block_time(void)
{
    qprof_record_bb_time_vt(1, 1);
}

static void bad_block(void)
{
    qprof_record_bb_counts_vt(99, 1, 1);
}

static void count_cycles(void)
{
    qprof_record_counts_vt(5, 1);
}

static void leave(void)
{
    qprof_record_fn_exit_vt(0, 1);
}

static void suspend(void)
{
    qprof_vthread_suspend(1, QPROF_REASON_WAITING);
}

static void switch_over(void)
{
    qprof_vthread_switch(1, QPROF_REASON_BLOCKED, 2);
    qprof_vthread_switch(2, QPROF_REASON_WAITING, 1);
}

static void wrong_flavour(void)
{
    qprof_record_fn_entry(1, 1);
}

static void annotate(void)
{
    qprof_add_annotation("note");
}

static void save(void)
{
    qprof_save_data();
}

static void pause_and_resume(void)
{
    qprof_stop_recording_data();
    qprof_start_recording_data();
}

static void next_phase(void)
{
    qprof_new_phase();
    qprof_clear_data();
}

static void ask(void)
{
    qprof_get_option("data-file");
    qprof_is_running();
    qprof_current_method_id_vt(1);
}

static void end_vthread(void)
{
    qprof_thread_destroy_vt(1);
}

static void (*const calls[])(void) = {
    enter,     initialize,       initialize, define,  enter,       enter_new,   block,          block_time,
    bad_block, count_cycles,     leave,      suspend, switch_over, switch_over, wrong_flavour,  annotate,
    save,      pause_and_resume, next_phase, enter,   ask,         end_vthread, qprof_shutdown, qprof_shutdown,
    enter,
};

static void call_each(struct stage *stage)
{
    static struct host before, after;
    sigset_t some;
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    sigaddset(&some, SIGXFSZ);
    sigprocmask(SIG_BLOCK, &some, NULL);
    signal(SIGUSR2, do_nothing);
    signal(SIGCHLD, SIG_DFL);
    (void)stage;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        look(&before);
        errno = 4242;
        calls[i]();
        int changed = errno;
        look(&after);
        if (changed != 4242)
            fprintf(stderr, "call %zu changes errno to %d\n", i, changed);
        STAGE_CHECK(changed == 4242);
        for (int number = 1; number < NSIG; number++)
            STAGE_CHECK(before.actions[number].sa_handler == after.actions[number].sa_handler &&
                        before.actions[number].sa_flags == after.actions[number].sa_flags);
        STAGE_CHECK(memcmp(&before.mask, &after.mask, sizeof before.mask) == 0);
    }
}

TEST(no_call_changes_signal_handlers_signal_mask_or_errno)
{
    struct stage stage;
    stage_play(&stage, call_each);
    stage_close(&stage);
}

/* Return the number of open descriptors. During a run, check that all of them are closed at exec. */
static unsigned count_descriptors(void)
{
    unsigned count = 0;
    DIR *directory = opendir("/proc/self/fd");
    STAGE_CHECK(directory != NULL);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        int fd = atoi(entry->d_name);
        if (entry->d_name[0] == '.' || fd == dirfd(directory))
            continue;
        STAGE_CHECK(fd <= STDERR_FILENO || fcntl(fd, F_GETFD) & FD_CLOEXEC);
        count++;
    }
    closedir(directory);
    return count;
}

static void run_and_count_descriptors(struct stage *stage)
{
    (void)stage;
    close_range(STDERR_FILENO + 1, UINT32_MAX, 0); /* close the descriptors of the test runner */
    unsigned before = count_descriptors();
    for (int i = 0; i < 3; i++) {
        initialize();
        define();
        enter_new();
        count_descriptors();
        save();
        qprof_shutdown();
        STAGE_CHECK(count_descriptors() == before);
    }
}

TEST(no_descriptor_is_left_open)
{
    struct stage stage;
    stage_play(&stage, run_and_count_descriptors);
    stage_close(&stage);
}
