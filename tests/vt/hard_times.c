/* Hard conditions: signal handlers at any moment, forks, a kill, a file that cannot grow. */
#include "tests/support/interrupt.h"
#include "tests/vt/picture.h"

#include "VT.h"
#include "profile/log/events.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int f;
static int of_handler;
static int scope;

static void define_all(void)
{
    STAGE_CHECK(VT_funcdef("f", VT_NOCLASS, &f) == VT_OK);
    STAGE_CHECK(VT_funcdef("of the handler", VT_NOCLASS, &of_handler) == VT_OK);
    STAGE_CHECK(VT_scopedef("s", VT_NOCLASS, VT_NOSCL, VT_NOSCL, &scope) == VT_OK);
}

/* Number of events in a log, by kind. Each leave must be of the state that is open. */
struct tally {
    uint64_t kinds[QP_EVENT_KINDS + 1];
    uint64_t of_f;
    uint64_t of_handler;
};

#define DEEPEST 64

static void tally(const struct stage *stage, struct tally *tally, int one_thread)
{
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    uint32_t open[DEEPEST];
    unsigned depth = 0;
    memset(tally, 0, sizeof *tally);
    if (qp_events_open(&events, (struct qp_profile *)picture_profile(stage), &error) != 0)
        fail_msg("%s", error.text);
    while (qp_events_next(&events, &event)) {
        tally->kinds[event.kind]++;
        if (event.kind == QP_EVENT_ENTER) {
            tally->of_f += event.object == (uint32_t)VT_MAX_USERCODE + 1;
            tally->of_handler += event.object == (uint32_t)VT_MAX_USERCODE + 2;
            assert_true(depth < DEEPEST);
            open[depth++] = event.object;
        }
        if (event.kind == QP_EVENT_LEAVE && one_thread) {
            assert_true(depth > 0);
            assert_int_equal(open[--depth], event.object);
        } else if (event.kind == QP_EVENT_LEAVE) {
            depth--;
        }
    }
    qp_events_close(&events);
}

/* ---- handlers --------------------------------------------------------------------------------------------- */

#define CALLS 200000

static uint64_t *logged;

/* Record four events that are all recorded or all dropped. */
static void report(const void *context)
{
    (void)context;
    int result = VT_enter(of_handler, VT_NOSCL);
    STAGE_CHECK(result == VT_OK || result == VT_ERR_BADREQUEST);
    STAGE_CHECK(VT_log_sendmsg(1, 2, 3, VT_COMM_WORLD, VT_NOSCL) == result);
    STAGE_CHECK(VT_scopebegin(scope, VT_NOSCL, NULL) == result);
    STAGE_CHECK(VT_leave(VT_NOSCL) == result);
    __atomic_fetch_add(logged, result == VT_OK, __ATOMIC_RELAXED);
}

static void one_turn(uint64_t i)
{
    static const int handles[] = {5, 6, 7};
    char name[32];
    int handle_of_new = 0;
    STAGE_CHECK(VT_enter(f, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_begin(f) == VT_OK);
    if (i % 50 == 0) {
        snprintf(name, sizeof name, "new %llu", (unsigned long long)i);
        STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &handle_of_new) == VT_OK);
        STAGE_CHECK(VT_symdef(handles[i % 3], name, "old") != VT_ERR_NOMEMORY);
        STAGE_CHECK(VT_enter(handle_of_new, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_log_recvmsg(1, 1, (int)i, VT_COMM_WORLD, VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_log_comment(name) == VT_OK && VT_timesync() == VT_OK);
    }
    STAGE_CHECK(VT_end(f) == VT_OK);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
}

/* Record events under a timer. numbers[0] counts handlers, numbers[1] handlers whose events were logged, numbers[2] the
 * turns of this loop. */
static void interrupted(struct stage *stage)
{
    logged = &stage->numbers[1];
    picture_start("-max-data-size=1G");
    define_all();
    STAGE_CHECK(VT_log_sendmsg(1, 2, 3, VT_COMM_WORLD, VT_NOSCL) == VT_OK);
    interrupt_begin(200, report, &stage->numbers[0]);
    uint64_t i = 0;
    for (; interrupt_continues(i, CALLS); i++)
        one_turn(i);
    interrupt_end();
    stage->numbers[2] = i;
    VT_finalize();
}

TEST(handlers_events_are_logged_or_counted_as_dropped)
{
    struct stage stage;
    struct tally found;
    stage_play(&stage, interrupted);
    tally(&stage, &found, 1);
    const struct qp_profile *profile = picture_profile(&stage);
    uint64_t turns = stage.numbers[2];
    assert_true(stage.numbers[0] >= INTERRUPTIONS && stage.numbers[1] > 0);
    assert_int_equal(found.of_handler, stage.numbers[1]);
    assert_int_equal(found.of_f, 2 * turns);
    assert_int_equal(found.kinds[QP_EVENT_SCOPE_BEGIN], stage.numbers[1]);
    assert_int_equal(found.kinds[QP_EVENT_SEND], stage.numbers[1] + 1);
    assert_int_equal(found.kinds[QP_EVENT_RECEIVE], (turns + 49) / 50);
    assert_int_equal(stage_calls(profile, QP_VT, VT_MAX_USERCODE + 1), 2 * turns);
    assert_int_equal(stage_calls(profile, QP_VT, VT_MAX_USERCODE + 2), stage.numbers[1]);
    assert_int_equal(stage_diagnostic(profile, QP_VT, QP_DIAGNOSTIC_NESTED_EVENT),
                     4 * (stage.numbers[0] - stage.numbers[1]));
    picture_close();
    stage_close(&stage);
}

/* ---- forks ------------------------------------------------------------------------------------------------ */

static void fork_quietly(struct stage *stage)
{
    int status = 0;
    define_all();
    picture_start("");
    VT_enter(f, VT_NOSCL);
    pid_t child = fork();
    if (child == 0) {
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_NOTINITIALIZED && VT_enter(f, VT_NOSCL) == VT_ERR_NOTINITIALIZED);
        STAGE_CHECK(VT_wakeup() == VT_ERR_NOTINITIALIZED && VT_timesync() == VT_OK && VT_timestart() == 0);
        STAGE_CHECK(VT_log_sendmsg(1, 2, 3, VT_COMM_WORLD, VT_NOSCL) == VT_ERR_NOTINITIALIZED);
        int number = 1, truncated = 0, handle = 0;
        STAGE_CHECK(VT_enterstate("A/B", &handle, &truncated) != VT_OK);
        STAGE_CHECK(VT_scopebegin(scope, VT_NOSCL, &number) == VT_ERR_NOTINITIALIZED && number == 0);
        STAGE_CHECK(VT_funcdef("of the child", VT_NOCLASS, &handle) == VT_OK);
        exit(0);
    }
    STAGE_CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    VT_leave(VT_NOSCL);
    VT_finalize();
    (void)stage;
}

TEST(forked_child_records_nothing_into_its_parents_file)
{
    expect_scene(fork_quietly, "1 thread\n1 enter Application:f\n1 leave Application:f\n", "");
}

static void fork_and_start(struct stage *stage)
{
    int status = 0;
    int number = -1;
    (void)stage;
    define_all();
    setenv("VT_OPTIONS", "-data-file=parent.qii -quiet", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    VT_enter(f, VT_NOSCL);
    STAGE_CHECK(VT_log_sendmsg(1, 2, 3, VT_COMM_WORLD, VT_NOSCL) == VT_OK && VT_registerthread(4) == VT_OK);
    pid_t child = fork();
    if (child == 0) {
        picture_start("");
        STAGE_CHECK(VT_getthrank(&number) == VT_OK && number == 0);
        STAGE_CHECK(VT_enter(f, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_log_sendmsg(1, 5, 3, VT_COMM_WORLD, VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_scopebegin(scope, VT_NOSCL, NULL) == VT_OK);
        VT_finalize();
        exit(0);
    }
    STAGE_CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    VT_leave(VT_NOSCL);
    VT_finalize();
}

TEST(child_may_start_a_run_of_its_own)
{
    expect_scene(fork_and_start,
                 "1 thread\n"
                 "1 enter Application:f\n"
                 "1 leave Application:f\n"
                 "1 send 1 tag 3 in 0: 5\n"
                 "1 begin Application:s 1\n",
                 "");
}

/* ---- kill ------------------------------------------------------------------------------------------------- */

#define THREADS 2
#define ENOUGH  100000

static void *call_forever(void *data)
{
    uint64_t *done = data;
    for (;;) {
        VT_enter(f, VT_NOSCL);
        stage_add(&done[0], 1);
        VT_log_sendmsg(1, 2, 3, VT_COMM_WORLD, VT_NOSCL);
        stage_add(&done[1], 1);
        VT_leave(VT_NOSCL);
        stage_add(&done[2], 1);
    }
    return NULL;
}

static void killed(struct stage *stage)
{
    pthread_t threads[THREADS];
    define_all();
    picture_start("-max-data-size=8G");
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, call_forever, &stage->numbers[i * 100]) == 0);
    pause();
}

TEST(every_completed_event_is_in_the_file_of_a_killed_program)
{
    struct stage stage;
    struct tally found;
    uint64_t done[3] = {0};
    stage_begin(&stage, killed);
    stage_await(&stage.numbers[2], ENOUGH);
    stage_await(&stage.numbers[102], ENOUGH);
    stage_kill(&stage);
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < 3; k++)
            done[k] += stage.numbers[i * 100 + k];
    tally(&stage, &found, 0);
    assert_in_range(found.kinds[QP_EVENT_ENTER], done[0], done[0] + THREADS);
    assert_in_range(found.kinds[QP_EVENT_SEND], done[1], done[1] + THREADS);
    assert_in_range(found.kinds[QP_EVENT_LEAVE], done[2], done[2] + THREADS);
    assert_in_range(stage_calls(picture_profile(&stage), QP_VT, 0), done[0], done[0] + THREADS);
    picture_close();
    stage_close(&stage);
}

/* ---- a file that cannot grow ------------------------------------------------------------------------------ */

#define MANY 500000

static void record_much(void)
{
    define_all();
    for (int i = 0; i < MANY; i++) {
        STAGE_CHECK(VT_enter(f, VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    }
    VT_finalize();
}

static void limited_by_the_system(struct stage *stage)
{
    const struct rlimit limit = {2 << 20, 2 << 20};
    (void)stage;
    signal(SIGXFSZ, SIG_IGN);
    STAGE_CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    picture_start("-max-data-size=1G");
    record_much();
}

static void limited_by_the_option(struct stage *stage)
{
    (void)stage;
    picture_start("-max-data-size=2M");
    record_much();
}

static void expect_totals_and_a_part_of_the_log(void (*scene)(struct stage *stage))
{
    struct stage stage;
    struct tally found;
    stage_play(&stage, scene);
    tally(&stage, &found, 1);
    const struct qp_profile *profile = picture_profile(&stage);
    uint64_t lost = stage_diagnostic(profile, QP_VT, QP_DIAGNOSTIC_LOST_EVENT);
    assert_int_equal(stage_calls(profile, QP_VT, 0), MANY);
    assert_int_equal(found.kinds[QP_EVENT_ENTER] + found.kinds[QP_EVENT_LEAVE] + lost, 2 * MANY);
    assert_true(lost > 0 && found.kinds[QP_EVENT_LEAVE] > 10000);
    picture_close();
    stage_close(&stage);
}

TEST(totals_continue_when_the_log_is_full)
{
    expect_totals_and_a_part_of_the_log(limited_by_the_option);
    if (!STAGE_SANITIZED)
        expect_totals_and_a_part_of_the_log(limited_by_the_system);
}

#define LATE 500

static int late[LATE];
static int late_counter;

static void *come_late(void *data)
{
    INT64 value = 7;
    for (int i = 0; i < LATE; i++) {
        STAGE_CHECK(VT_enter(late[i], VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    }
    STAGE_CHECK(VT_countval(1, &late_counter, &value) == VT_OK);
    return data;
}

static void define_late(void)
{
    char name[16];
    for (int i = 0; i < LATE; i++) {
        snprintf(name, sizeof name, "late %d", i);
        STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &late[i]) == VT_OK);
    }
    STAGE_CHECK(VT_countdef("late", VT_NOCLASS, VT_COUNT_INTEGER64, VT_GROUP_THREAD, NULL, NULL, &late_counter) ==
                VT_OK);
}

static void new_after_the_log(struct stage *stage)
{
    pthread_t thread;
    (void)stage;
    picture_start("-max-data-size=2M");
    STAGE_CHECK(VT_funcdef("f", VT_NOCLASS, &f) == VT_OK);
    for (int i = 0; i < MANY; i++) {
        STAGE_CHECK(VT_enter(f, VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    }
    define_late();
    come_late(NULL);
    STAGE_CHECK(pthread_create(&thread, NULL, come_late, NULL) == 0);
    pthread_join(thread, NULL);
    VT_finalize();
}

/* The log fills the file, but space for the totals of later states must be left. */
TEST(new_states_have_totals_when_the_log_is_full)
{
    struct stage stage;
    stage_play(&stage, new_after_the_log);
    const struct qp_profile *profile = picture_profile(&stage);
    assert_true(stage_diagnostic(profile, QP_VT, QP_DIAGNOSTIC_LOST_EVENT) > 0);
    assert_int_equal(stage_calls(profile, QP_VT, 0), MANY + 2 * LATE);
    assert_int_equal(profile->reader.header.folded, 0);
    assert_int_equal(stage_diagnostic(profile, QP_VT, QP_DIAGNOSTIC_NO_ROOM), 0);
    picture_close();
    stage_close(&stage);
}

/* ---- call paths without space, while the log continues ----------------------------------------------------------- */

#define STATES 4000
#define PAIRS  200000

static void crowd(struct stage *stage)
{
    static int handles[STATES];
    char name[16];
    (void)stage;
    setenv("VT_MEM_OVERWRITE", "on", 1);
    setenv("VT_MEM_MAXBLOCKS", "4", 1);
    picture_start("-max-data-size=3M");
    for (int i = 0; i < STATES; i++) {
        snprintf(name, sizeof name, "f%d", i);
        STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &handles[i]) == VT_OK);
    }
    for (int i = 0; i < PAIRS; i++) {
        STAGE_CHECK(VT_enter(handles[i % STATES], VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_begin(handles[(7 * i + i / STATES) % STATES]) == VT_OK);
        STAGE_CHECK(VT_end(0) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
    }
    VT_finalize();
}

TEST(states_without_room_for_their_path_are_logged_as_themselves)
{
    struct stage stage;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error;
    uint32_t open[2] = {0};
    unsigned depth = 0;
    unsigned leaves = 0;
    stage_play(&stage, crowd);
    const struct qp_profile *profile = picture_profile(&stage);
    assert_int_equal(stage_calls(profile, QP_VT, 0), 2 * PAIRS);
    assert_true(profile->reader.header.folded > 0);
    assert_int_equal(qp_events_open(&events, (struct qp_profile *)profile, &error), 0);
    while (qp_events_next(&events, &event)) {
        if (event.kind == QP_EVENT_ENTER) {
            assert_true(depth < 2);
            open[depth++] = event.object;
        } else if (event.kind == QP_EVENT_LEAVE && depth > 0) { /* the log may begin between an entry and its leave */
            assert_int_equal(event.object, open[--depth]);
            leaves++;
        }
    }
    assert_true(leaves > 10000);
    qp_events_close(&events);
    picture_close();
    stage_close(&stage);
}
