/* A counter either has one series of values, which belongs to its target, or an instance with values of its own for
 * each member of the target. Any thread may log the values. */
#include "tests/vt/counting.h"

#include "VT.h"

#include <pthread.h>
#include <string.h>

static int by_thread, by_process, by_me, by_host, by_group, nested, by_process_id, by_other, by_thread_id;

static void *log_each(void *data)
{
    long long value = (long long)(intptr_t)data;
    counting_log_integer(by_thread, value);
    counting_log_integer(by_process, value);
    counting_log_integer(by_me, value);
    counting_log_integer(by_host, value);
    counting_log_integer(by_group, value);
    counting_log_integer(nested, value);
    counting_log_integer(by_process_id, value);
    counting_log_integer(by_other, value);
    counting_log_integer(by_thread_id, value);
    counting_log_integer(by_thread_id, value);
    return NULL;
}

static void *log_as_thread(void *data)
{
    STAGE_CHECK(VT_registerthread((int)(intptr_t)data) == VT_OK);
    return log_each(data);
}

static void run_thread(void *(*run)(void *), int number)
{
    pthread_t thread;
    STAGE_CHECK(pthread_create(&thread, NULL, run, (void *)(intptr_t)number) == 0);
    STAGE_CHECK(pthread_join(thread, NULL) == 0);
}

static void log_on_threads(struct stage *stage)
{
    int here, other, fifth, group, outer;
    (void)stage;
    STAGE_CHECK(VT_getprocid(0, &here) == VT_OK && VT_getprocid(1, &other) == VT_OK);
    STAGE_CHECK(VT_getthreadid(0, 5, &fifth) == VT_OK && fifth != here && fifth != other);
    STAGE_CHECK(VT_groupdef("some", 3, (int[]){other, fifth, other}, &group) == VT_OK && group > 0);
    STAGE_CHECK(VT_groupdef("outer", 2, (int[]){group, VT_ME}, &outer) == VT_OK && outer != group);
    by_thread = counting_define("by thread", VT_COUNT_INTEGER64, VT_GROUP_THREAD);
    by_process = counting_define("by process", VT_COUNT_INTEGER64, VT_GROUP_PROCESS);
    by_me = counting_define("by me", VT_COUNT_INTEGER64, VT_ME);
    by_host = counting_define("by host", VT_COUNT_INTEGER64, VT_GROUP_CLUSTER);
    by_group = counting_define("by group", VT_COUNT_INTEGER64, group);
    nested = counting_define("nested", VT_COUNT_INTEGER64, outer);
    by_process_id = counting_define("by process id", VT_COUNT_INTEGER64, here);
    by_other = counting_define("by other", VT_COUNT_INTEGER64, other);
    by_thread_id = counting_define("by thread id", VT_COUNT_INTEGER64, fifth);
    counting_begin();
    log_each((void *)1);
    run_thread(log_as_thread, 5);
    run_thread(log_as_thread, 6);
}

TEST(instances_are_those_of_the_target)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_on_threads, &stage, &counting);
    const struct qp_counters *counters = &counting.events.counters;
    const struct qp_counter_item *item = counting_item(&counting, "by thread");
    uint64_t samples = 0;
    for (uint32_t i = 0; i < item->instance_count; i++) {
        assert_int_equal(counters->instances[item->first_instance + i].kind, QP_INSTANCE_THREAD);
        samples += counters->instances[item->first_instance + i].totals.samples;
    }
    assert_true(item->instance_count >= 2 && samples == 3);
    static const char *const shared[] = {"by process", "by me", "by process id", "by host"};
    for (int i = 0; i < 4; i++) {
        const struct qp_counter_totals *totals = counting_only(&counting, shared[i]);
        assert_true(totals->samples == 3 && totals->sum == 12 && totals->last == 6 && totals->minimum == 1);
        assert_int_equal(counters->instances[counting_item(&counting, shared[i])->first_instance].kind,
                         i == 3 ? QP_INSTANCE_HOST : QP_INSTANCE_PROCESS);
    }
    counting_end(&stage, &counting);
}

TEST(values_of_other_threads_are_counted_and_dropped)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_on_threads, &stage, &counting);
    assert_int_equal(counting_item(&counting, "by other")->totals.samples, 0);
    assert_int_equal(counting_logged(&counting, "by other", COUNTING_NONE), 0);
    assert_int_equal(counting_only(&counting, "by thread id")->samples, 2);
    assert_int_equal(counting_only(&counting, "by thread id")->last, 5);
    assert_int_equal(counting_only(&counting, "by group")->samples, 1);
    assert_int_equal(counting_only(&counting, "by group")->last, 5);
    assert_int_equal(counting_item(&counting, "nested")->totals.samples, 3);
    assert_int_equal(counting_item(&counting, "nested")->instance_count, 2);
    assert_int_equal(counting_diagnostic(&counting, QP_DIAGNOSTIC_NOT_MEMBER), 3 + 2 + 2 * 2);
    counting_end(&stage, &counting);
}

static void *log_as_two(void *data)
{
    STAGE_CHECK(VT_registerthread(5) == VT_OK);
    counting_log_integer(by_thread_id, 1);
    STAGE_CHECK(VT_registerthread(7) == VT_OK);
    counting_log_integer(by_thread_id, 2);
    counting_log_integer(by_thread_id, 3);
    STAGE_CHECK(VT_registerthread(5) == VT_OK);
    counting_log_integer(by_thread_id, 4);
    return data;
}

static void log_with_numbers(struct stage *stage)
{
    int fifth;
    (void)stage;
    STAGE_CHECK(VT_getthreadid(0, 5, &fifth) == VT_OK);
    by_thread_id = counting_define("by thread id", VT_COUNT_INTEGER64, fifth);
    counting_begin();
    run_thread(log_as_two, 0);
}

TEST(thread_with_another_number_is_another_member)
{
    struct stage stage;
    struct counting counting;
    counting_play(log_with_numbers, &stage, &counting);
    assert_int_equal(counting_only(&counting, "by thread id")->samples, 2);
    assert_int_equal(counting_only(&counting, "by thread id")->sum, 5);
    assert_int_equal(counting_diagnostic(&counting, QP_DIAGNOSTIC_NOT_MEMBER), 2);
    counting_end(&stage, &counting);
}
