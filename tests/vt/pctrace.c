/* PCTRACE: events that are located automatically, checked by exact addresses. The functions that call libvt, and the
 * callers of these functions, are written in assembly, with labels at the return addresses. */
#include "tests/support/stage.h"

#include "VT.h"
#include "profile/log/events.h"
#include "profile/source/locations.h"

#include <string.h>

/* Define int name(a, b), which calls callee(a, b). The label name_place is the return address. */
#define CALLER(name, callee)                                                                                           \
    int name(int, int);                                                                                                \
    extern char name##_place[];                                                                                        \
    __asm__(".text\n.globl " #name "\n.type " #name ", @function\n" #name ":\n.cfi_startproc\n"                        \
            "sub $8, %rsp\n.cfi_adjust_cfa_offset 8\n"                                                                 \
            "call " #callee "@PLT\n.globl " #name "_place\n" #name "_place:\n"                                         \
            "add $8, %rsp\n.cfi_adjust_cfa_offset -8\nret\n.cfi_endproc\n.size " #name ", . - " #name "\n")

CALLER(begin, VT_begin);
CALLER(end, VT_end);
CALLER(enter, VT_enter);
CALLER(leave, VT_leave);
CALLER(outer_begin, begin);
CALLER(outer_end, end);
CALLER(outer_enter, enter);
CALLER(outer_leave, leave);
CALLER(outmost_leave, outer_leave);

static struct qp_profile profile;
static struct qp_locations places;
static struct qp_events events;

#define DEEPEST 4

/* An expected event and the names of its addresses, ended by NULL. */
struct expected {
    enum qp_event_kind kind;
    const char *place[DEEPEST];
};

static uint64_t address_of(const char *name)
{
    static const struct {
        const char *name;
        const char *place;
    } all[] = {{"begin", begin_place},
               {"end", end_place},
               {"enter", enter_place},
               {"leave", leave_place},
               {"outer begin", outer_begin_place},
               {"outer end", outer_end_place},
               {"outer enter", outer_enter_place},
               {"outer leave", outer_leave_place},
               {"outmost leave", outmost_leave_place}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return (uint64_t)(uintptr_t)all[i].place;
    fail();
    return 0;
}

static void expect_place(const struct qp_event *event, const struct expected *expected)
{
    const struct qp_location *place = qp_locations_find(&places, event->location);
    uint32_t count = 0;
    while (count < DEEPEST && expected->place[count] != NULL)
        count++;
    assert_int_equal(event->kind, expected->kind);
    if (count == 1 && strcmp(expected->place[0], "line") == 0) {
        assert_non_null(place);
        assert_int_equal(place->line, 17);
        return;
    }
    assert_int_equal(place == NULL ? 0 : place->count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(place->addresses[i], address_of(expected->place[i]));
}

/* Compare the located events of a scene. The scene is a fork of the test, so its functions have the same addresses. */
static void expect(void (*scene)(struct stage *), const struct expected *expected, size_t count)
{
    struct stage stage;
    struct qp_event event;
    struct qp_error error = {0};
    stage_play(&stage, scene);
    stage_read(&stage, "run.qii", &profile);
    assert_true(qp_locations_open(&places, &profile.reader));
    assert_int_equal(qp_events_open(&events, &profile, &error), 0);
    assert_true(qp_events_next(&events, &event));
    for (size_t i = 0; i < count; i++) {
        assert_true(qp_events_next(&events, &event));
        expect_place(&event, &expected[i]);
    }
    assert_false(qp_events_next(&events, &event));
    qp_events_close(&events);
    qp_locations_close(&places);
    qp_profile_close(&profile);
    stage_close(&stage);
}

#define EXPECT(scene, ...)                                                                                             \
    do {                                                                                                               \
        static const struct expected expected[] = {__VA_ARGS__};                                                       \
        expect(scene, expected, sizeof expected / sizeof *expected);                                                   \
    } while (0)

#define ENTER QP_EVENT_ENTER
#define LEAVE QP_EVENT_LEAVE

static int state(const char *name)
{
    int handle;
    STAGE_CHECK(VT_funcdef(name, VT_NOCLASS, &handle) == VT_OK);
    return handle;
}

static void start(const char *range)
{
    setenv("VT_PCTRACE", range, 1);
    setenv("VT_LOGFILE_NAME", "run.qii", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
}

static void call_all(void)
{
    int a = state("A:a");
    STAGE_CHECK(outer_begin(a, 0) == VT_OK && outer_end(a, 0) == VT_OK);
    STAGE_CHECK(outer_enter(a, VT_NOSCL) == VT_OK && outmost_leave(VT_NOSCL, 0) == VT_OK);
}

/* ---- degrees --------------------------------------------------------------------------------------------- */

static void on(struct stage *stage)
{
    (void)stage;
    start("on");
    call_all();
}

TEST(regions_are_located_at_their_calls_and_functions_leave_to_their_callers)
{
    EXPECT(on, {ENTER, {"begin"}}, {LEAVE, {"end"}}, {ENTER, {"enter"}}, {LEAVE, {"outer leave"}});
}

static void two(struct stage *stage)
{
    (void)stage;
    start("2");
    call_all();
}

TEST(number_of_pctrace_is_that_of_the_kept_addresses)
{
    EXPECT(two, {ENTER, {"begin", "outer begin"}}, {LEAVE, {"end", "outer end"}}, {ENTER, {"enter", "outer enter"}},
           {LEAVE, {"outer leave", "outmost leave"}});
}

static void skipping(struct stage *stage)
{
    (void)stage;
    start("1:1");
    call_all();
}

TEST(number_before_a_colon_is_that_of_the_skipped_addresses)
{
    EXPECT(skipping, {ENTER, {"outer begin"}}, {LEAVE, {"outer end"}}, {ENTER, {"outer enter"}},
           {LEAVE, {"outmost leave"}});
}

static void off(struct stage *stage)
{
    (void)stage;
    start("off");
    call_all();
}

TEST(off_locates_nothing)
{
    EXPECT(off, {ENTER, {0}}, {LEAVE, {0}}, {ENTER, {0}}, {LEAVE, {0}});
}

static void per_state(struct stage *stage)
{
    (void)stage;
    setenv("VT_STATE", "A:b 1:1\nA:c off\nA:d 0", 1);
    start("on");
    int b = state("A:b");
    int c = state("A:c");
    int d = state("A:d");
    STAGE_CHECK(outer_begin(b, 0) == VT_OK && outer_end(b, 0) == VT_OK);
    STAGE_CHECK(outer_begin(c, 0) == VT_OK && outer_end(c, 0) == VT_OK);
    STAGE_CHECK(outer_begin(d, 0) == VT_OK && outer_end(d, 0) == VT_OK);
    call_all();
}

TEST(rule_may_give_a_state_its_own_range)
{
    EXPECT(per_state, {ENTER, {"outer begin"}}, {LEAVE, {"outer end"}}, {ENTER, {0}}, {LEAVE, {0}}, {ENTER, {"begin"}},
           {LEAVE, {"end"}}, {ENTER, {"enter"}}, {LEAVE, {"outer leave"}});
}

/* ---- precedence ------------------------------------------------------------------------------------------ */

static void given(struct stage *stage)
{
    (void)stage;
    int a = state("A:a");
    int line;
    STAGE_CHECK(VT_scldef("a.c", 17, &line) == VT_OK);
    start("on");
    STAGE_CHECK(enter(a, line) == VT_OK && outer_leave(line, 0) == VT_OK);
    STAGE_CHECK(VT_thisloc(line) == VT_OK && begin(a, 0) == VT_OK && end(a, 0) == VT_OK);
    STAGE_CHECK(begin(a, 0) == VT_OK && VT_thisloc(line) == VT_OK && end(a, 0) == VT_OK);
    STAGE_CHECK(VT_thisloc(line) == VT_OK && enter(a, VT_NOSCL) == VT_OK && outer_leave(line, 0) == VT_OK);
}

TEST(explicit_location_wins)
{
    EXPECT(given, {ENTER, {"line"}}, {LEAVE, {"outer leave"}}, {ENTER, {"line"}}, {LEAVE, {"end"}}, {ENTER, {"begin"}},
           {LEAVE, {"line"}}, {ENTER, {"line"}}, {LEAVE, {"outer leave"}});
}

static void none_given(struct stage *stage)
{
    (void)stage;
    int a = state("A:a");
    int line;
    STAGE_CHECK(VT_scldef("a.c", 17, &line) == VT_OK);
    start("on");
    STAGE_CHECK(VT_thisloc(VT_NOSCL) == VT_OK && begin(a, 0) == VT_OK && end(a, 0) == VT_OK);
    STAGE_CHECK(VT_thisloc(VT_NOSCL) == VT_OK && VT_beginl(a, VT_NOSCL) == VT_OK && end(a, 0) == VT_OK);
    STAGE_CHECK(VT_thisloc(VT_NOSCL) == VT_OK && VT_beginl(a, line) == VT_OK && end(a, 0) == VT_OK);
    STAGE_CHECK(VT_thisloc(line) == VT_OK && VT_thisloc(VT_NOSCL) == VT_OK && enter(a, VT_NOSCL) == VT_OK);
    STAGE_CHECK(VT_thisloc(VT_NOSCL) == VT_OK && outer_leave(VT_NOSCL, 0) == VT_OK); /* calls without a location */
    STAGE_CHECK(VT_log_comment("nowhere") == VT_OK && begin(a, 0) == VT_OK && end(a, 0) == VT_OK);
}

TEST(explicit_location_may_be_none)
{
    EXPECT(none_given, {ENTER, {0}}, {LEAVE, {"end"}}, {ENTER, {0}}, {LEAVE, {"end"}}, {ENTER, {"line"}},
           {LEAVE, {"end"}}, {ENTER, {0}}, {LEAVE, {"outer leave"}}, {QP_EVENT_COMMENT, {0}}, {ENTER, {"begin"}},
           {LEAVE, {"end"}});
}

/* ---- VT_sclstack and messages ---------------------------------------------------------------------------- */

static void stack_defaults(struct stage *stage)
{
    (void)stage;
    int one;
    int two_deep;
    start("1:2");
    STAGE_CHECK(VT_sclstack(NULL, NULL, -1, -1, &one) == VT_OK && one != VT_NOSCL);
    STAGE_CHECK(VT_sclstack(NULL, NULL, 1, 2, &two_deep) == VT_OK);
    STAGE_CHECK(one == two_deep);
}

TEST(minus_one_as_skip_and_trace_means_pctrace)
{
    struct stage stage;
    stage_play(&stage, stack_defaults);
    stage_close(&stage);
}

static void no_log(struct stage *stage)
{
    (void)stage;
    setenv("VT_STATISTICS", "only", 1);
    start("15");
    call_all();
}

TEST(nothing_is_unwound_without_a_log)
{
    struct stage stage;
    stage_play(&stage, no_log);
    stage_read(&stage, "run.qii", &profile);
    assert_true(qp_locations_open(&places, &profile.reader));
    assert_null(qp_locations_find(&places, 1));
    qp_locations_close(&places);
    qp_profile_close(&profile);
    stage_close(&stage);
}
