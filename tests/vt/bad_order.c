/* Programs that call functions before the start, after the end, twice, in the wrong order, or with meaningless
 * numbers. */
#include "tests/vt/picture.h"

#include "VT.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#if VT_VERSION < 4000 || VT_VERSION_COMPATIBILITY > VT_VERSION || VT_MAX_USERCODE <= 32500
#error "programs ask for these"
#endif

static int f;
static int scope;
static int counter;

static void define_all(void)
{
    STAGE_CHECK(VT_funcdef("f", VT_NOCLASS, &f) == VT_OK);
    STAGE_CHECK(VT_scopedef("s", VT_NOCLASS, VT_NOSCL, VT_NOSCL, &scope) == VT_OK);
    STAGE_CHECK(VT_countdef("c", VT_NOCLASS, VT_COUNT_INTEGER64 | VT_COUNT_ABSVAL | VT_COUNT_VALID_AFTER, VT_ME, NULL,
                            "#", &counter) == VT_OK);
}

/* ---- before and after ------------------------------------------------------------------------------------- */

static int enter(void)
{
    return VT_enter(f, VT_NOSCL);
}

static int leave(void)
{
    return VT_leave(VT_NOSCL);
}

static int begin(void)
{
    return VT_begin(f);
}

static int beginl(void)
{
    return VT_beginl(f, VT_NOSCL);
}

static int end(void)
{
    return VT_end(f);
}

static int endl(void)
{
    return VT_endl(f, VT_NOSCL);
}

static int enterstate(void)
{
    static int handle, truncated;
    return VT_enterstate("A:B", &handle, &truncated);
}

static int thisloc(void)
{
    return VT_thisloc(VT_NOSCL);
}

static int scopebegin(void)
{
    int number = 1;
    int result = VT_scopebegin(scope, VT_NOSCL, &number);
    return result != VT_OK && number != 0 ? VT_OK : result;
}

static int countval(void)
{
    INT64 value = 1;
    return VT_countval(1, &counter, &value);
}

static int sendmsg(void)
{
    return VT_log_sendmsg(1, 2, 3, VT_COMM_WORLD, VT_NOSCL);
}

static int recvmsg(void)
{
    return VT_log_recvmsg(1, 2, 3, VT_COMM_WORLD, VT_NOSCL);
}

static int comment(void)
{
    return VT_log_comment("comment");
}

static int registerthread(void)
{
    return VT_registerthread(0);
}

static int registernamed(void)
{
    return VT_registernamed("name", 0);
}

static int getthrank(void)
{
    int number;
    return VT_getthrank(&number);
}

static int (*const events[])(void) = {
    enter,   leave,   begin,   beginl,    endl,           end,           enterstate, thisloc, scopebegin, countval,
    sendmsg, recvmsg, comment, VT_wakeup, registerthread, registernamed, getthrank,
};

#define EVENTS (sizeof events / sizeof *events)

static void check_events(int expected)
{
    for (size_t i = 0; i < EVENTS; i++) {
        int result = events[i]();
        if (result != expected)
            fprintf(stderr, "event %zu: %d\n", i, result);
        STAGE_CHECK(result == expected);
    }
}

static void check_others(void)
{
    int number;
    STAGE_CHECK(VT_traceoff() == VT_OK && VT_tracestate(&number) == VT_OK && number == 0 && VT_traceon() == VT_OK);
    STAGE_CHECK(VT_symstate(f, &number) == VT_OK && VT_flush() == VT_OK && VT_timesync() == VT_OK);
    STAGE_CHECK(VT_getrank(&number) == VT_OK && VT_version() == VT_VERSION && VT_timestamp() > 0);
}

static void outside_of_the_run(struct stage *stage)
{
    (void)stage;
    define_all();
    check_events(VT_ERR_NOTINITIALIZED);
    check_others();
    picture_start("");
    VT_finalize();
    check_events(VT_ERR_NOTINITIALIZED);
    check_others();
    define_all();
    for (int i = 0; i < 3; i++)
        STAGE_CHECK(VT_finalize() == VT_OK && VT_initialize(NULL, NULL) == VT_OK);
    check_events(VT_ERR_NOTINITIALIZED);
}

TEST(events_outside_of_the_run_are_refused)
{
    struct stage stage;
    stage_play(&stage, outside_of_the_run);
    expect_log(&stage, "1 thread\n");
    expect_tree(&stage, "");
    picture_close();
    stage_close(&stage);
}

/* ---- pairs across the ends of the run --------------------------------------------------------------------- */

static void across_the_ends(struct stage *stage)
{
    (void)stage;
    define_all();
    STAGE_CHECK(VT_begin(f) == VT_ERR_NOTINITIALIZED && VT_enter(f, VT_NOSCL) == VT_ERR_NOTINITIALIZED);
    picture_start("");
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_BADREQUEST && VT_end(f) == VT_OK);
    STAGE_CHECK(VT_begin(f) == VT_OK && VT_enter(f, VT_NOSCL) == VT_OK);
    VT_finalize();
    STAGE_CHECK(VT_leave(VT_NOSCL) == VT_ERR_NOTINITIALIZED && VT_end(f) == VT_ERR_NOTINITIALIZED);
}

TEST(states_may_begin_before_the_start_and_end_after_the_end)
{
    struct stage stage;
    stage_play(&stage, across_the_ends);
    expect_log(&stage, "1 thread\n"
                       "1 enter Application:f\n"
                       "1 enter Application:f\n"
                       "1 leave Application:f\n"
                       "1 leave Application:f\n");
    assert_int_equal(stage_diagnostic(picture_profile(&stage), QP_VT, QP_DIAGNOSTIC_UNPAIRED), 2);
    assert_int_equal(stage_diagnostic(picture_profile(&stage), QP_VT, QP_DIAGNOSTIC_OPEN_STATE), 2);
    picture_close();
    stage_close(&stage);
}

static void end_in_the_middle(struct stage *stage)
{
    (void)stage;
    define_all();
    STAGE_CHECK(VT_finalize() == VT_OK);
    picture_start("");
    for (int i = 0; i < 10; i++) {
        VT_enter(f, VT_NOSCL);
        if (i == 5)
            STAGE_CHECK(VT_finalize() == VT_OK && VT_finalize() == VT_OK);
        VT_leave(VT_NOSCL);
    }
}

TEST(run_may_end_in_the_middle_of_the_program)
{
    struct stage stage;
    stage_play(&stage, end_in_the_middle);
    expect_tree(&stage, "Application:f 6\n");
    picture_close();
    stage_close(&stage);
}

static void no_end(struct stage *stage)
{
    (void)stage;
    define_all();
    picture_start("");
    VT_enter(f, VT_NOSCL);
    VT_leave(VT_NOSCL);
    VT_enter(f, VT_NOSCL);
}

TEST(run_ends_with_the_program)
{
    struct stage stage;
    stage_play(&stage, no_end);
    expect_log(&stage, "1 thread\n"
                       "1 enter Application:f\n"
                       "1 leave Application:f\n"
                       "1 enter Application:f\n"
                       "1 leave Application:f\n");
    assert_int_equal(picture_profile(&stage)->reader.header.state, QP_RUN_ENDED);
    expect_kinds(&stage, "open-state 1\n");
    picture_close();
    stage_close(&stage);
}

/* ---- meaningless numbers ---------------------------------------------------------------------------------- */

static const int numbers[] = {0,          1,          -1,         2,          77,         32767,
                              32768,      32769,      40000,      0x10000000, 0x10000001, 0x20000000,
                              0x20000001, 0x20000007, 0x30000000, 0x30000001, 0x30000007, 0x40000001,
                              0x50000000, 0x60000000, INT_MAX,    INT_MIN};

#define NUMBERS (sizeof numbers / sizeof *numbers)

static void call_all(int a, int b, int c)
{
    int given = a;
    INT64 values[2] = {b, c};
    VT_begin(a), VT_beginl(a, b), VT_enter(a, b), VT_thisloc(a), VT_leave(a), VT_end(a), VT_endl(a, b);
    VT_symdef(a, "s", "t"), VT_funcdef("n", a, &given), VT_symstate(a, &given);
    VT_scopedef("s", a, b, c, &given), VT_scopebegin(a, b, &given), VT_scopeend(a, b, c);
    VT_countdef("k", a, b, c, values, "u", &given);
    given = a;
    VT_countval(1, &given, values), VT_countval(a < 2 ? a : 0, &given, values);
    VT_groupdef("g", 1, &given, &given), VT_getprocid(a, &given), VT_getthreadid(a, b, &given);
    VT_log_sendmsg(a, b, c, a, b), VT_log_recvmsg(a, b, c, a, b);
    VT_registerthread(a), VT_registernamed("n", b), VT_registernamed(NULL, c);
    VT_sclstack(NULL, NULL, a, b, &given), VT_scldef("file", a, &given);
    VT_enterstate("A:B", &given, &given);
}

static void call_with_null(void)
{
    VT_symdef(1, NULL, NULL), VT_funcdef(NULL, 0, NULL), VT_classdef(NULL, NULL), VT_symstate(0, NULL);
    VT_scopedef(NULL, 0, 0, 0, NULL), VT_scopebegin(0, 0, NULL), VT_countdef(NULL, 0, 0, 0, NULL, NULL, NULL);
    VT_countval(1, NULL, NULL), VT_countval(-1, NULL, NULL), VT_groupdef(NULL, 1, NULL, NULL);
    VT_getprocid(0, NULL), VT_getthreadid(0, 0, NULL), VT_log_comment(NULL), VT_registernamed(NULL, -1);
    VT_sclstack(NULL, NULL, 0, 0, NULL), VT_scldef(NULL, 0, NULL), VT_enterstate(NULL, NULL, NULL);
    VT_getthrank(NULL), VT_getrank(NULL), VT_tracestate(NULL);
}

static void any_numbers(struct stage *stage)
{
    (void)stage;
    call_with_null();
    call_all(1, 2, 3);
    define_all();
    picture_start("-max-data-size=1G");
    call_with_null();
    for (size_t a = 0; a < NUMBERS; a++)
        for (size_t b = 0; b < NUMBERS; b++)
            call_all(numbers[a], numbers[b], numbers[(a + b) % NUMBERS]);
    VT_finalize();
    call_with_null();
    call_all(1, 2, 3);
}

TEST(any_numbers_leave_a_valid_file)
{
    struct stage stage;
    stage_play(&stage, any_numbers);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " check run.qii"), 0);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " trace run.qii"), 0);
    picture_profile(&stage);
    picture_close();
    stage_close(&stage);
}

/* ---- errno ------------------------------------------------------------------------------------------------ */

static void keep_errno(struct stage *stage)
{
    (void)stage;
    for (int round = 0; round < 3; round++) {
        errno = 4242;
        define_all();
        STAGE_CHECK(errno == 4242);
        if (round == 1)
            picture_start("");
        errno = 4242;
        for (size_t i = 0; i < EVENTS; i++) {
            events[i]();
            STAGE_CHECK(errno == 4242);
        }
        check_others();
        call_all(1, 2, 3);
        STAGE_CHECK(errno == 4242);
        if (round == 1)
            VT_finalize();
        STAGE_CHECK(errno == 4242);
    }
}

TEST(no_call_changes_errno)
{
    struct stage stage;
    stage_play(&stage, keep_errno);
    stage_close(&stage);
}
