/* For every n, the n-th allocation of libvt fails, or all allocations from the n-th on. The program continues,
 * begins and ends of states stay paired, and calls on known paths are still counted. */
#include "tests/fail/failing.h"

#include "VT.h"

#include <pthread.h>

#define AGAIN 1000

static int known;

static void call(int state)
{
    VT_enter(state, VT_NOSCL);
    VT_leave(VT_NOSCL);
}

static void *call_on_thread(void *data)
{
    VT_registernamed("worker", -1);
    call(known);
    VT_begin(known);
    return data;
}

static void define_and_call(int i)
{
    static const char *const names[] = {"A:f", "B:g", "C:D:h", "i"};
    char name[32];
    int handle = 0;
    int location = 0;
    INT64 value = i;
    snprintf(name, sizeof name, "%s%d", names[i % 4], i);
    VT_funcdef(name, VT_NOCLASS, &handle);
    VT_symdef(i + 1, name, "old");
    VT_scldef("toy.c", i, &location);
    VT_beginl(handle, location);
    VT_endl(handle, location);
    VT_scopedef(name, VT_NOCLASS, location, VT_NOSCL, &handle);
    VT_scopebegin(handle, location, &location);
    VT_scopeend(handle, location, VT_NOSCL);
    VT_countdef(name, VT_NOCLASS, VT_COUNT_INTEGER64 | VT_COUNT_ABSVAL | VT_COUNT_VALID_AFTER, VT_ME, NULL, "#",
                &handle);
    VT_countval(1, &handle, &value);
    VT_log_sendmsg(i, i, i, VT_COMM_WORLD, VT_NOSCL);
    VT_log_comment(name);
    VT_sclstack(NULL, NULL, 0, 5, &location);
}

/* numbers[0] is 1 if the run started, numbers[1] is 1 if the first state was known and called before the failure. */
static void record(struct stage *stage)
{
    pthread_t thread;
    setenv("VT_OPTIONS", "-data-file=run.qii -quiet", 1);
    setenv("VT_STATE", "**:hidden off", 1);
    failing_begin(stage);
    VT_funcdef("known", VT_NOCLASS, &known);
    stage->numbers[0] = VT_initialize(NULL, NULL) == VT_OK && VT_wakeup() == VT_OK;
    call(known);
    stage->numbers[1] = stage->numbers[0] && !failing_was_met();
    for (int i = 0; i < 12; i++)
        define_and_call(i);
    for (int i = 0; i < 200; i++)
        VT_enter(known, VT_NOSCL);
    for (int i = 0; i < 200; i++)
        STAGE_CHECK(VT_leave(VT_NOSCL) == VT_OK || !stage->numbers[0]);
    STAGE_CHECK(VT_leave(VT_NOSCL) != VT_OK);
    if (pthread_create(&thread, NULL, call_on_thread, NULL) == 0)
        pthread_join(thread, NULL);
    VT_timesync();
    for (int i = 0; i < AGAIN; i++)
        call(known);
    VT_finalize();
    failing_end(stage);
}

/* Check how often the state "known" was called. Its calls at the top must be complete. Its nested calls and its
 * calls on other threads may be on other call paths or lost. */
static uint64_t check(const struct stage *stage, uint64_t place)
{
    struct qp_profile profile;
    if (!stage->numbers[0])
        return 0;
    stage_read(stage, "run.qii", &profile);
    uint64_t calls = stage_calls(&profile, QP_VT, VT_MAX_USERCODE + 1);
    if (stage->numbers[1] && calls < 1 + AGAIN)
        fail_msg("place %d: %d calls", (int)place, (int)calls);
    qp_profile_close(&profile);
    return stage->numbers[1];
}

TEST(one_failed_allocation_is_harmless_to_libvt)
{
    failing_at_each_place(record, check, 0);
}

TEST(all_failed_allocations_from_one_on_are_harmless_to_libvt)
{
    failing_at_each_place(record, check, 1);
}
