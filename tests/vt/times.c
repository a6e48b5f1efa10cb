/* Exact times and totals, by a clock that stands still until the test moves it, and the tool's output of these times
 * and totals. */
#include "tests/support/sums.h"
#include "tests/support/clock.h"
#include "tests/vt/picture.h"

#include "VT.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Number of seconds that the test adds to the time of day. The monotonic clock is the system's. */
static time_t day_shift;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && clock == CLOCK_REALTIME)
        now->tv_sec += day_shift;
    return result;
}

static int defined(const char *name)
{
    int handle = 0;
    STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &handle) == VT_OK);
    return handle;
}

static void enter(int state, uint64_t tick)
{
    clock_at(tick);
    STAGE_CHECK(VT_enter(state, VT_NOSCL) == VT_OK);
}

static void leave(uint64_t tick)
{
    clock_at(tick);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
}

static void expect_times(void (*scene)(struct stage *stage), const char *expected)
{
    struct stage stage;
    stage_play(&stage, scene);
    expect_tree(&stage, expected);
    picture_close();
    stage_close(&stage);
}

/* ---- states ----------------------------------------------------------------------------------------------- */

static void self_times(struct stage *stage)
{
    (void)stage;
    clock_at(1000);
    picture_start("");
    int outer = defined("outer");
    int inner = defined("Class:inner");
    enter(outer, 1010);
    enter(inner, 1030);
    leave(1035);
    enter(inner, 1038);
    leave(1040);
    leave(1100);
    enter(outer, 1101);
    clock_at(1110);
    VT_finalize();
}

TEST(state_has_its_time_without_its_callees)
{
    expect_times(self_times, "outside 11\n"
                             "Application:outer 2 92\n"
                             "  Class:inner 2 7\n");
}

static void regions(struct stage *stage)
{
    (void)stage;
    clock_at(0);
    picture_start("");
    int f = defined("f");
    int region = defined("region");
    enter(f, 0);
    clock_at(5);
    VT_begin(region);
    clock_at(12);
    VT_wakeup();
    clock_at(20);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_BADREQUEST);
    clock_at(25);
    VT_end(0);
    leave(27);
    VT_finalize();
}

TEST(call_that_pops_nothing_takes_no_time_from_its_state)
{
    expect_times(regions, "Application:f 1 7\n"
                          "  Application:region 1 20\n");
}

static void wake_and_wait(struct stage *stage)
{
    clock_at(100);
    picture_start("");
    enter(defined("f"), 0);
    clock_at(110);
    STAGE_CHECK(VT_wakeup() == VT_OK);
    clock_at(130);
    stage_add(&stage->numbers[0], 1);
    for (;;)
        pause();
}

TEST(wakeup_charges_the_open_state_and_logs_nothing)
{
    struct stage stage;
    stage_begin(&stage, wake_and_wait);
    stage_await(&stage.numbers[0], 1);
    stage_kill(&stage);
    expect_tree(&stage, "Application:f 1 10\n");
    expect_log(&stage, "1 thread\n1 enter Application:f\n");
    picture_close();
    stage_close(&stage);
}

/* ---- states that are not logged --------------------------------------------------------------------------- */

static void filtered(struct stage *stage)
{
    (void)stage;
    setenv("VT_STATE", "**:hidden off", 1);
    clock_at(0);
    picture_start("");
    int f = defined("f");
    int hidden = defined("hidden");
    enter(f, 0);
    enter(hidden, 10);
    enter(f, 15);
    leave(18);
    leave(30);
    leave(50);
    VT_finalize();
}

TEST(time_of_a_filtered_state_is_its_callers)
{
    expect_times(filtered, "Application:f 1 47\n"
                           "  Application:f 1 3\n");
}

static void folded(struct stage *stage)
{
    (void)stage;
    setenv("VT_CONFIG", "rules", 1);
    FILE *rules = fopen("rules", "w");
    STAGE_CHECK(rules != NULL && fputs("STATE **:fold FOLD\nSTATE **:open UNFOLD\n", rules) >= 0);
    STAGE_CHECK(fclose(rules) == 0);
    clock_at(0);
    picture_start("");
    int fold = defined("fold");
    int open = defined("open");
    int f = defined("f");
    enter(fold, 0);
    enter(f, 10);
    enter(fold, 12);
    leave(15);
    enter(open, 20);
    enter(f, 23);
    leave(24);
    leave(30);
    enter(f, 31);
    leave(35);
    leave(40);
    leave(50);
    enter(f, 60);
    leave(61);
    VT_finalize();
}

TEST(folded_state_has_the_time_of_its_callees_except_unfolded_ones)
{
    struct stage stage;
    stage_play(&stage, folded);
    expect_tree(&stage, "outside 10\n"
                        "Application:fold 1 40\n"
                        "  Application:open 1 9\n"
                        "    Application:f 1 1\n"
                        "Application:f 1 1\n");
    expect_log(&stage, "1 thread\n"
                       "1 enter Application:fold\n"
                       "1 enter Application:open\n"
                       "1 enter Application:f\n"
                       "1 leave Application:f\n"
                       "1 leave Application:open\n"
                       "1 leave Application:fold\n"
                       "1 enter Application:f\n"
                       "1 leave Application:f\n");
    picture_close();
    stage_close(&stage);
}

static void silent(struct stage *stage)
{
    (void)stage;
    clock_at(0);
    picture_start("");
    int f = defined("f");
    int g = defined("g");
    enter(f, 0);
    clock_at(10);
    VT_traceoff();
    enter(g, 15);
    leave(20);
    enter(g, 25);
    clock_at(30);
    VT_traceon();
    leave(37);
    leave(40);
    VT_finalize();
}

TEST(time_while_a_thread_is_off_belongs_to_no_state)
{
    struct stage stage;
    stage_play(&stage, silent);
    expect_tree(&stage, "Application:f 1 13\n"
                        "  Application:g 0 7\n");
    assert_int_equal(sums_ledger(picture_profile(&stage), 0, QP_VT).paused, 20);
    picture_close();
    stage_close(&stage);
}

static void totals_only(struct stage *stage)
{
    (void)stage;
    setenv("VT_STATISTICS", "only", 1);
    clock_at(0);
    picture_start("");
    int f = defined("f");
    for (uint64_t i = 0; i < 1000; i++) {
        enter(f, 10 * i);
        leave(10 * i + 3);
    }
    VT_finalize();
}

TEST(totals_are_kept_without_a_log)
{
    struct stage stage;
    stage_play(&stage, totals_only);
    expect_tree(&stage, "outside 6993\n"
                        "Application:f 1000 3000\n");
    expect_log(&stage, "");
    picture_close();
    stage_close(&stage);
}

/* ---- threads ---------------------------------------------------------------------------------------------- */

static void *run_thread(void *data)
{
    const int *states = data;
    STAGE_CHECK(VT_registernamed("worker", 1) == VT_OK);
    enter(states[1], 110);
    enter(states[0], 120);
    leave(150);
    clock_at(160);
    return NULL;
}

static void two_threads(struct stage *stage)
{
    pthread_t thread;
    (void)stage;
    clock_at(100);
    picture_start("");
    int states[] = {defined("f"), defined("Solver:step")};
    enter(states[0], 100);
    STAGE_CHECK(pthread_create(&thread, NULL, run_thread, states) == 0);
    pthread_join(thread, NULL);
    leave(200);
    VT_finalize();
}

static void expect_tool(const struct stage *stage, const char *command, const char *line)
{
    char whole[512];
    snprintf(whole, sizeof whole, QII_PROGRAM " %s run.qii", command);
    assert_int_equal(stage_run(stage, whole), 0);
    if (stage_lines(stage, "tool", line) != 1) {
        char *text = stage_text(stage, "tool");
        fail_msg("%s: no line with '%s' in\n%s", command, line, text);
    }
}

TEST(each_thread_has_its_totals_and_the_tool_shows_them)
{
    struct stage stage;
    stage_play(&stage, two_threads);
    expect_tree(&stage, "Application:f 1 100\n"
                        "outside 10\n"
                        "Solver:step 1 20\n"
                        "  Application:f 1 30\n");
    expect_tool(&stage, "report --product=vt", "130 ns   86.7%  130 ns      2     65 ns  Application:f");
    expect_tool(&stage, "report --threads", "worker");
    expect_tool(&stage, "tree", " 50 ns    33.3%   20 ns      1  Solver:step");
    expect_tool(&stage, "export --format=json", "\"name\":\"step\",\"class\":\"Solver\"");
    picture_close();
    stage_close(&stage);
}

/* ---- growth of the log ------------------------------------------------------------------------------------ */

#define PAIRS 4000 /* their 8000 words fill the first block of the log, which is small, but not the second one */

static void pairs(int state, int count)
{
    for (int i = 0; i < count; i++) {
        STAGE_CHECK(VT_enter(state, VT_NOSCL) == VT_OK);
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK);
    }
}

static void fill_a_block(struct stage *stage)
{
    (void)stage;
    clock_at(1000);
    picture_start("");
    int state = defined("state");
    pairs(state, 1); /* the first call of a state reads the clock several times */
    clock_moves_by(1);
    pairs(state, PAIRS);
    clock_moves_by(0);
    VT_finalize();
}

/* Each event has one tick. The event that takes a block reads the clock more often. */
TEST(time_to_take_a_block_of_the_log_is_the_recorders)
{
    struct stage stage;
    stage_play(&stage, fill_a_block);
    expect_tree(&stage, "outside 4000\n"
                        "Application:state 4001 4000\n");
    assert_true(sums_ledger(picture_profile(&stage), 0, QP_VT).recorder > 0);
    picture_close();
    stage_close(&stage);
}

/* ---- setting the time of day ------------------------------------------------------------------------------ */

static void set_after_a_timestamp(struct stage *stage)
{
    (void)stage;
    clock_at(0);
    double before = VT_timestamp();
    day_shift = 7200;
    picture_start("");
    STAGE_CHECK(VT_timestamp() - before < 3600 && VT_timestart() - before < 3600);
    day_shift = -7200;
    STAGE_CHECK(VT_timestamp() >= before);
    VT_finalize();
}

static void set_before_the_run(struct stage *stage)
{
    (void)stage;
    clock_at(0);
    day_shift = 7200;
    picture_start("");
    VT_finalize();
}

static uint64_t start_of(void (*scene)(struct stage *stage))
{
    struct stage stage;
    stage_play(&stage, scene);
    uint64_t seconds = picture_profile(&stage)->reader.header.start_realtime_ns / 1000000000;
    picture_close();
    stage_close(&stage);
    return seconds;
}

TEST(time_does_not_jump_after_a_timestamp)
{
    uint64_t now = (uint64_t)time(NULL);
    assert_in_range(start_of(set_after_a_timestamp), now - 1, now + 600);
    assert_in_range(start_of(set_before_the_run), now + 7199, now + 7800);
}
