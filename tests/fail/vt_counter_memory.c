/* For every n, a program records counters while the n-th allocation of libvt fails, or all allocations from the n-th
 * on. The program continues, and a counter that was defined and logged before the failure has the right totals. */
#include "tests/fail/failing.h"

#include "VT.h"
#include "profile/log/counters.h"

#define OTHERS 20 /* number of counters; more than a carrier can have without allocating a table for them */
#define AGAIN  500

static void log_value(int handle)
{
    INT64 value = 2;
    VT_countval(1, &handle, &value);
}

static int define(const char *name, int target)
{
    int handle = 0;
    VT_countdef(name, VT_NOCLASS, VT_COUNT_INTEGER64, target, NULL, "unit", &handle);
    return handle;
}

/* numbers[0] is 1 if the run started, numbers[1] is 1 if the counter was known and logged before the failure. */
static void record(struct stage *stage)
{
    int group = 0;
    char name[32];
    setenv("VT_OPTIONS", "-data-file=run.qii -quiet", 1);
    setenv("VT_COUNTER", "OS:* on", 1);
    failing_begin(stage);
    int known = define("known", VT_GROUP_PROCESS);
    stage->numbers[0] = VT_initialize(NULL, NULL) == VT_OK && VT_wakeup() == VT_OK;
    log_value(known);
    stage->numbers[1] = stage->numbers[0] && !failing_was_met();
    VT_groupdef("group", 2, (int[]){VT_ME, VT_GROUP_THREAD}, &group);
    VT_groupdef("outer", 1, &group, &group);
    for (int i = 0; i < OTHERS; i++) {
        snprintf(name, sizeof name, "other %d", i);
        int other = define(name, i % 2 == 0 ? VT_GROUP_THREAD : group);
        log_value(other);
        log_value(other);
    }
    for (int i = 0; i < AGAIN; i++)
        log_value(known);
    VT_finalize();
    failing_end(stage);
}

static uint64_t check(const struct stage *stage, uint64_t place)
{
    struct qp_profile profile;
    struct qp_counters counters;
    struct qp_error error = {0};
    uint64_t samples = 0;
    if (!stage->numbers[0])
        return 0;
    stage_read(stage, "run.qii", &profile);
    assert_int_equal(qp_counters_open(&counters, &profile, &error), 0);
    for (uint32_t i = 0; i < counters.item_count; i++)
        if (qp_text_equal(counters.items[i].name, qp_text_of("known")))
            samples = counters.items[i].totals.samples;
    if (stage->numbers[1] && samples != 1 + AGAIN)
        fail_msg("place %d: %d values", (int)place, (int)samples);
    assert_int_equal(profile.reader.damages, 0);
    qp_counters_close(&counters);
    qp_profile_close(&profile);
    return stage->numbers[1];
}

TEST(one_failed_allocation_is_harmless_to_counters)
{
    failing_at_each_place(record, check, 0);
}

TEST(all_failed_allocations_from_one_on_are_harmless_to_counters)
{
    failing_at_each_place(record, check, 1);
}
