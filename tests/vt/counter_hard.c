/* Counters in hard conditions: in signal handlers, with forks, kills, full disks and thousands of threads. */
#include "tests/support/interrupt.h"
#include "tests/vt/counting.h"

#include "VT.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int define(const char *name, int target)
{
    return counting_define(name, VT_COUNT_INTEGER64, target);
}

/* ---- signal handlers ------------------------------------------------------------------------------------- */

static struct stage *played;
static int of_handler, of_program, between;

/* Store a value of a new counter in each handler. This takes locks and memory. numbers[0] counts handlers,
 * numbers[1] accepted values, numbers[2] refused values. */
static void count(const void *context)
{
    (void)context;
    long long value = SIGALRM;
    int result = VT_countval(1, &of_handler, &value);
    int fresh = of_handler + 1 + (int)(played->numbers[0] % 200);
    int second = VT_countval(1, &fresh, &value);
    stage_add(&played->numbers[1], (uint64_t)(result == VT_OK) + (second == VT_OK));
    stage_add(&played->numbers[2], (uint64_t)(result == VT_ERR_BADREQUEST) + (second == VT_ERR_BADREQUEST));
}

static void log_interrupted(struct stage *stage)
{
    char name[32];
    played = stage;
    of_program = define("of the program", VT_GROUP_PROCESS);
    between = define("between", VT_GROUP_PROCESS);
    of_handler = define("of the handler", VT_GROUP_PROCESS);
    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "fresh %d", i);
        define(name, VT_GROUP_THREAD);
    }
    counting_begin();
    interrupt_begin(200, count, &stage->numbers[0]);
    long long value = 0;
    for (; interrupt_continues((uint64_t)value, 100000); value++) {
        int pair[] = {of_program, between};
        long long values[] = {value, -value};
        STAGE_CHECK(VT_countval(2, pair, values) == VT_OK);
    }
    interrupt_end();
    stage->numbers[3] = (uint64_t)value;
}

TEST(handlers_values_are_logged_or_dropped_completely)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_interrupted, &stage, &counting);
    uint64_t values = stage.numbers[3], seen = 0, of_handlers = 0;
    uint32_t program = counting_item(&counting, "of the program")->index;
    for (uint32_t i = 0; i < counting.count; i++) {
        const struct qp_event *event = &counting.values[i];
        if (event->object == program) {
            assert_int_equal(event->value, seen++);
            assert_true(counting.values[i + 1].object == program + 1 && counting.values[i + 1].value == -event->value);
        } else if (event->object != program + 1) {
            assert_int_equal(event->value, SIGALRM);
            of_handlers++;
        }
    }
    assert_true(seen == values && of_handlers == stage.numbers[1] && stage.numbers[1] > 0);
    assert_true(stage.numbers[1] + stage.numbers[2] == 2 * stage.numbers[0]);
    assert_int_equal(counting_only(&counting, "of the program")->samples, values);
    assert_int_equal(counting_diagnostic(&counting, QP_DIAGNOSTIC_NESTED_EVENT), stage.numbers[2]);
    counting_end(&stage, &counting);
}

/* ---- processes ------------------------------------------------------------------------------------------- */

static void log_and_fork(struct stage *stage)
{
    int handle = define("value", VT_ME);
    long long value = 1;
    (void)stage;
    counting_begin();
    STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
    pid_t child = fork();
    if (child == 0) {
        value = 2;
        STAGE_CHECK(VT_countval(1, &handle, &value) == VT_ERR_NOTINITIALIZED);
        counting_option("VT_LOGFILE_NAME", "child.qii");
        STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
        for (value = 3; value < 6; value++)
            STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
        exit(VT_finalize());
    }
    int status;
    STAGE_CHECK(waitpid(child, &status, 0) == child && status == 0);
    value = 9;
    STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
}

TEST(forked_child_has_its_own_counts)
{
    struct stage stage;
    struct counting counting;
    char child[256], run[256];
    counting_play(log_and_fork, &stage, &counting);
    assert_true(counting.count == 2 && counting_value(&counting, "value", 1) == 9);
    counting_close(&counting);
    snprintf(child, sizeof child, "%s", stage_path(&stage, "child.qii"));
    snprintf(run, sizeof run, "%s", stage_path(&stage, "run.qii"));
    assert_int_equal(rename(child, run), 0);
    counting_open(&counting, &stage);
    assert_true(counting.count == 3 && counting_value(&counting, "value", 0) == 3);
    assert_int_equal(counting_only(&counting, "value")->samples, 3);
    counting_end(&stage, &counting);
}

/* Log values until the process is killed. numbers[0] counts them. */
static void log_until_killed(struct stage *stage)
{
    int handle = define("value", VT_ME);
    counting_begin();
    for (long long value = 0;; value++) {
        STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK);
        stage_add(&stage->numbers[0], 1);
    }
}

TEST(killed_run_has_lost_no_value)
{
    struct stage stage;
    struct counting counting;
    stage_begin(&stage, log_until_killed);
    stage_await(&stage.numbers[0], 50000);
    stage_kill(&stage);
    counting_open(&counting, &stage);
    assert_true(counting.count >= stage.numbers[0] && counting.count <= stage.numbers[0] + 1);
    for (uint32_t i = 0; i < counting.count; i++)
        assert_int_equal(counting.values[i].value, i);
    uint64_t samples = counting_only(&counting, "value")->samples;
    assert_true(samples >= stage.numbers[0] && samples <= stage.numbers[0] + 1);
    counting_end(&stage, &counting);
}

/* ---- a full file ----------------------------------------------------------------------------------------- */

#define VALUES 300000 /* 4.8 MB of events */

static void log_on_full_disk(struct stage *stage)
{
    const struct rlimit limit = {2 << 20, 2 << 20};
    int known = define("known", VT_GROUP_THREAD);
    char name[32];
    (void)stage;
    STAGE_CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    counting_begin();
    for (long long value = 0; value < VALUES; value++)
        STAGE_CHECK(VT_countval(1, &known, &value) == VT_OK);
    for (int i = 0; i < 5000; i++) {
        long long value = i;
        snprintf(name, sizeof name, "late %d", i);
        int late = define(name, VT_GROUP_THREAD);
        STAGE_CHECK(VT_countval(1, &late, &value) == VT_OK);
    }
    long long value = 77;
    STAGE_CHECK(VT_countval(1, &known, &value) == VT_OK);
}

TEST(totals_continue_when_the_disk_is_full)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_on_full_disk, &stage, &counting);
    assert_int_equal(counting_only(&counting, "known")->samples, VALUES + 1);
    assert_int_equal(counting_only(&counting, "known")->last, 77);
    assert_true(counting.count > 1000 && counting.count < VALUES);
    assert_true(counting_diagnostic(&counting, QP_DIAGNOSTIC_LOST_EVENT) > 0);
    assert_true(counting_diagnostic(&counting, QP_DIAGNOSTIC_NO_ROOM) > 0);
    counting_end(&stage, &counting);
}

/* ---- threads --------------------------------------------------------------------------------------------- */

#define THREADS  (STAGE_SANITIZED ? 500 : 10000)
#define COUNTERS 4

static int counters[COUNTERS];
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; /* locked until all threads have logged */

/* Log two values of each counter, and stay alive. numbers[0] counts the threads that have logged. */
static void *log_and_stay(void *data)
{
    long long values[COUNTERS];
    for (int i = 0; i < COUNTERS; i++)
        values[i] = (long long)(intptr_t)data;
    STAGE_CHECK(VT_countval(COUNTERS, counters, values) == VT_OK);
    STAGE_CHECK(VT_countval(COUNTERS, counters, values) == VT_OK);
    stage_add(&played->numbers[0], 1);
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return NULL;
}

/* Create up to THREADS threads that log values. numbers[2] is the number of created threads. */
static void log_on_many_threads(struct stage *stage)
{
    static const char *const names[COUNTERS] = {"a", "b", "c", "d"};
    static pthread_t threads[10000];
    pthread_attr_t small_stack;
    unsigned count = 0;
    played = stage;
    for (int i = 0; i < COUNTERS; i++)
        counters[i] = define(names[i], i == 0 ? VT_GROUP_PROCESS : VT_GROUP_THREAD);
    counting_begin();
    pthread_mutex_lock(&gate);
    pthread_attr_init(&small_stack);
    pthread_attr_setstacksize(&small_stack, STAGE_SANITIZED ? 1 << 20 : 32768);
    while (count < THREADS && pthread_create(&threads[count], &small_stack, log_and_stay, (void *)(intptr_t)count) == 0)
        count++;
    stage_await(&stage->numbers[0], count);
    pthread_mutex_unlock(&gate);
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    stage->numbers[2] = count;
}

TEST(ten_thousand_threads_count_in_little_memory)
{
    struct stage stage;
    struct counting counting;
    struct stat status;
    counting_play(log_on_many_threads, &stage, &counting);
    uint64_t threads = stage.numbers[2];
    assert_int_equal(counting_item(&counting, "b")->instance_count, threads);
    assert_int_equal(counting_item(&counting, "d")->totals.samples, 2 * threads);
    assert_int_equal(counting_only(&counting, "a")->samples, 2 * threads);
    assert_true(counting_only(&counting, "a")->sum == (double)threads * (double)(threads - 1));
    assert_int_equal(counting.count, 2 * COUNTERS * threads);
    assert_int_equal(stat(stage_path(&stage, "run.qii"), &status), 0);
    if (threads == 10000) /* space per thread: 4 KB for the log, 4 KB for nodes, and 1 KB for counters and records */
        assert_true(status.st_size < 120 << 20);
    counting_end(&stage, &counting);
}

#define RACERS 8
#define ROUNDS 2000

static void *define_and_log(void *data)
{
    char name[32];
    for (long long i = 0; i < ROUNDS; i++) {
        snprintf(name, sizeof name, "shared %lld", i % 50);
        int handle = define(name, VT_GROUP_PROCESS);
        STAGE_CHECK(VT_countval(1, &handle, &i) == VT_OK);
    }
    return data;
}

static void log_in_races(struct stage *stage)
{
    pthread_t threads[RACERS];
    (void)stage;
    counting_begin();
    for (int i = 0; i < RACERS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, define_and_log, NULL) == 0);
    for (int i = 0; i < RACERS; i++)
        pthread_join(threads[i], NULL);
}

TEST(racing_threads_define_one_counter_and_count_in_one_instance)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_in_races, &stage, &counting);
    assert_int_equal(counting.events.counters.item_count, 50);
    assert_int_equal(counting.count, RACERS * ROUNDS);
    for (uint32_t i = 0; i < 50; i++) {
        const struct qp_counter_item *item = &counting.events.counters.items[i];
        assert_int_equal(item->instance_count, 1);
        assert_int_equal(item->totals.samples, RACERS * ROUNDS / 50);
    }
    counting_end(&stage, &counting);
}
