/* Counters: their definitions, and their contents in the data file. */
#include "tests/vt/counting.h"

#include "VT.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int define(const char *name, int genre)
{
    return counting_define(name, genre, VT_GROUP_PROCESS);
}

static void expect_text(struct qp_text text, const char *expected)
{
    assert_int_equal(text.length, strlen(expected));
    assert_memory_equal(text.bytes, expected, text.length);
}

/* ---- definitions ----------------------------------------------------------------------------------------- */

static void define_one(struct stage *stage)
{
    static const double bounds[] = {-1.5, 100};
    int class_handle, handle = 0;
    (void)stage;
    STAGE_CHECK(VT_classdef("Solver:Inner", &class_handle) == VT_OK);
    STAGE_CHECK(VT_countdef("flops", class_handle, VT_COUNT_FLOAT | VT_COUNT_RATE | VT_COUNT_VALID_SAMPLE,
                            VT_GROUP_THREAD, bounds, "MFlop/sec", &handle) == VT_OK);
    STAGE_CHECK(handle > 0);
    STAGE_CHECK(VT_countdef("plain", VT_NOCLASS, 0, VT_ME, NULL, NULL, NULL) == VT_OK);
    counting_begin();
    STAGE_CHECK(VT_finalize() == VT_OK);
}

TEST(definition_is_recorded_completely)
{
    struct stage stage;
    struct counting counting;
    counting_play(define_one, &stage, &counting);
    const struct qp_counter_item *flops = counting_item(&counting, "flops");
    expect_text(flops->class_name, "Solver:Inner");
    expect_text(flops->unit, "MFlop/sec");
    assert_int_equal(flops->genre, VT_COUNT_FLOAT | VT_COUNT_RATE | VT_COUNT_VALID_SAMPLE);
    assert_int_equal(flops->target, VT_GROUP_THREAD);
    assert_true(flops->bounded && flops->lower == counting_bits(-1.5) && flops->upper == counting_bits(100));
    assert_int_equal(flops->instance_count, 0);
    const struct qp_counter_item *plain = counting_item(&counting, "plain");
    expect_text(plain->class_name, "Application");
    assert_int_equal(plain->unit.length, 0);
    assert_int_equal(plain->genre, VT_COUNT_INTEGER | VT_COUNT_ABSVAL | VT_COUNT_VALID_BEFORE);
    assert_false(plain->bounded);
    counting_end(&stage, &counting);
}

static void define_every_genre(struct stage *stage)
{
    static const int data[] = {VT_COUNT_INTEGER, VT_COUNT_FLOAT, VT_COUNT_INTEGER64};
    static const int display[] = {VT_COUNT_ABSVAL, VT_COUNT_RATE};
    static const int scope[] = {VT_COUNT_VALID_BEFORE, VT_COUNT_VALID_POINT, VT_COUNT_VALID_AFTER,
                                VT_COUNT_VALID_SAMPLE};
    char name[32];
    (void)stage;
    for (int i = 0; i < 24; i++) {
        snprintf(name, sizeof name, "genre %x", data[i % 3] | display[i / 3 % 2] | scope[i / 6]);
        define(name, data[i % 3] | display[i / 3 % 2] | scope[i / 6]);
    }
    counting_begin();
}

TEST(masks_select_one_genre_of_each_kind)
{
    struct stage stage;
    struct counting counting;
    char name[32];
    counting_play(define_every_genre, &stage, &counting);
    const struct qp_counters *counters = &counting.events.counters;
    assert_int_equal(counters->item_count, 24);
    for (uint32_t i = 0; i < 24; i++) {
        uint32_t genre = counters->items[i].genre;
        snprintf(name, sizeof name, "genre %x",
                 (genre & VT_COUNT_DATA) | (genre & VT_COUNT_DISPLAY) | (genre & VT_COUNT_SCOPE));
        expect_text(counters->items[i].name, name);
    }
    assert_int_equal(VT_COUNT_DATA & VT_COUNT_DISPLAY, 0);
    assert_int_equal((VT_COUNT_DATA | VT_COUNT_DISPLAY) & VT_COUNT_SCOPE, 0);
    counting_end(&stage, &counting);
}

TEST(bad_definitions_are_refused)
{
    static const int bad[] = {VT_COUNT_INTEGER | VT_COUNT_FLOAT,
                              VT_COUNT_ABSVAL | VT_COUNT_RATE,
                              VT_COUNT_VALID_POINT | VT_COUNT_VALID_AFTER,
                              0x008,
                              0x040,
                              0x1000,
                              -1,
                              INT_MIN};
    static const int targets[] = {0, 1, -5, INT_MIN, INT_MAX, 0x40000001, 0x20000001};
    int handle;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        handle = 7;
        assert_int_equal(VT_countdef("bad", VT_NOCLASS, bad[i], VT_ME, NULL, "", &handle), VT_ERR_BADARG);
        assert_int_equal(handle, 0);
    }
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        handle = 7;
        assert_int_equal(VT_countdef("bad", VT_NOCLASS, 0, targets[i], NULL, "", &handle), VT_ERR_BADARG);
        assert_int_equal(handle, 0);
    }
    assert_int_equal(VT_countdef("bad", 12345, 0, VT_ME, NULL, "", &handle), VT_ERR_BADSYMBOLID);
    assert_int_equal(VT_countdef("bad", -1, 0, VT_ME, NULL, "", &handle), VT_ERR_BADSYMBOLID);
    assert_int_equal(VT_countdef(NULL, VT_NOCLASS, 0, VT_ME, NULL, "", &handle), VT_ERR_BADARG);
    assert_int_equal(VT_countdef("", VT_NOCLASS, 0, VT_ME, NULL, "", &handle), VT_ERR_BADFORMAT);
    assert_int_equal(handle, 0);
}

static void define_twice(struct stage *stage)
{
    static const double bounds[] = {0, 1};
    int other, first = define("same", VT_COUNT_FLOAT), second;
    (void)stage;
    STAGE_CHECK(VT_classdef("Other", &other) == VT_OK);
    STAGE_CHECK(define("same", VT_COUNT_FLOAT) == first);
    STAGE_CHECK(VT_countdef("same", other, VT_COUNT_FLOAT, VT_GROUP_PROCESS, NULL, "", &second) == VT_OK);
    STAGE_CHECK(second == first);
    STAGE_CHECK(VT_countdef("same", VT_NOCLASS, VT_COUNT_FLOAT, VT_ME, NULL, "", &second) == VT_OK && second == first);
    STAGE_CHECK(define("same", VT_COUNT_INTEGER64) == first);
    STAGE_CHECK(VT_countdef("same", VT_NOCLASS, VT_COUNT_FLOAT, VT_GROUP_PROCESS, bounds, "", &second) == VT_OK);
    STAGE_CHECK(VT_countdef("same", VT_NOCLASS, VT_COUNT_FLOAT, VT_GROUP_PROCESS, NULL, "x", &second) == VT_OK);
    STAGE_CHECK(second == first && define("other", VT_COUNT_FLOAT) != first);
    counting_begin();
}

TEST(counters_are_distinguished_by_name_alone)
{
    struct stage stage;
    struct counting counting;
    counting_play(define_twice, &stage, &counting);
    assert_int_equal(counting.events.counters.item_count, 2);
    assert_int_equal(counting_item(&counting, "same")->genre & VT_COUNT_DATA, VT_COUNT_FLOAT);
    expect_text(counting_item(&counting, "same")->class_name, "Application");
    assert_int_equal(counting_diagnostic(&counting, QP_DIAGNOSTIC_OTHER_DEFINITION), 5);
    counting_end(&stage, &counting);
}

/* ---- bounds ---------------------------------------------------------------------------------------------- */

static void bound(const char *name, int genre, const void *bounds)
{
    int handle;
    STAGE_CHECK(VT_countdef(name, VT_NOCLASS, genre, VT_ME, bounds, "", &handle) == VT_OK && handle > 0);
}

static void define_bounds(struct stage *stage)
{
    static const int halves[] = {-1, -5, 1, 2};
    static const long long wide[] = {LLONG_MIN, LLONG_MAX}, none[] = {5, LLONG_MIN};
    static const double point[] = {2, 2}, swapped[] = {2, 1}, not_a_number[] = {NAN, 1};
    long page = sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)stage;
    STAGE_CHECK(pages != MAP_FAILED && mprotect(pages + page, (size_t)page, PROT_NONE) == 0);
    bound("halves", VT_COUNT_INTEGER, halves);
    bound("wide", VT_COUNT_INTEGER64, wide);
    bound("point", VT_COUNT_FLOAT, point);
    bound("upper below lower", VT_COUNT_INTEGER64, none);
    bound("swapped", VT_COUNT_FLOAT, swapped);
    bound("not a number", VT_COUNT_FLOAT, not_a_number);
    bound("eight bytes", VT_COUNT_FLOAT, pages + page - 8);
    bound("nowhere", VT_COUNT_FLOAT, (void *)8);
    counting_begin();
}

TEST(bounds_are_checked)
{
    static const char *const without[] = {"upper below lower", "swapped", "not a number", "eight bytes", "nowhere"};
    struct stage stage;
    struct counting counting;
    counting_play(define_bounds, &stage, &counting);
    const struct qp_counter_item *halves = counting_item(&counting, "halves");
    assert_true(halves->bounded && halves->lower == (uint64_t)-5 && halves->upper == (1ull << 32 | 2));
    const struct qp_counter_item *wide = counting_item(&counting, "wide");
    assert_true(wide->bounded && wide->lower == (uint64_t)INT64_MIN && wide->upper == (uint64_t)INT64_MAX);
    assert_true(counting_item(&counting, "point")->bounded);
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        assert_false(counting_item(&counting, without[i])->bounded);
    counting_end(&stage, &counting);
}

/* ---- names ----------------------------------------------------------------------------------------------- */

#define LONG 65536

static void define_odd_names(struct stage *stage)
{
    char *name = malloc(LONG + 1);
    STAGE_CHECK(name != NULL);
    (void)stage;
    for (int i = 0; i < LONG; i++)
        name[i] = (char)(i % 255 + 1);
    name[LONG] = '\0';
    double value = 1;
    int handle = define(name, VT_COUNT_FLOAT);
    int colons = define("::a::b:", VT_COUNT_FLOAT);
    int long_unit;
    STAGE_CHECK(VT_countdef("unit", VT_NOCLASS, 0, VT_ME, NULL, name, &long_unit) == VT_OK);
    counting_begin();
    STAGE_CHECK(VT_countval(1, &handle, &value) == VT_OK && VT_countval(1, &colons, &value) == VT_OK);
    STAGE_CHECK(VT_finalize() == VT_OK);
    free(name);
}

TEST(names_have_any_length_and_bytes)
{
    struct stage stage;
    struct counting counting;
    counting_play(define_odd_names, &stage, &counting);
    const struct qp_counter_item *items = counting.events.counters.items;
    assert_int_equal(items[0].name.length, LONG);
    for (uint32_t i = 0; i < LONG; i++)
        assert_int_equal((unsigned char)items[0].name.bytes[i], i % 255 + 1);
    assert_int_equal(items[0].totals.samples, 1);
    assert_int_equal(counting_only(&counting, "::a::b:")->samples, 1);
    assert_int_equal(counting_item(&counting, "unit")->unit.length, LONG);
    counting_end(&stage, &counting);
}

/* ---- ids and groups -------------------------------------------------------------------------------------- */

static void define_groups(struct stage *stage)
{
    int here, other, thread, other_thread, group, outer, again, id = 7;
    (void)stage;
    STAGE_CHECK(VT_getprocid(0, &here) == VT_OK && VT_getprocid(1, &other) == VT_OK); /* neither process exists yet */
    STAGE_CHECK(VT_getprocid(-1, &id) == VT_ERR_BADINDEX && id == 0 && VT_getprocid(0, NULL) == VT_OK);
    STAGE_CHECK(VT_getthreadid(9, 16383, &other_thread) == VT_OK);
    STAGE_CHECK(VT_countdef("of other", VT_NOCLASS, 0, other_thread, NULL, "", NULL) == VT_OK);
    counting_begin();
    STAGE_CHECK(VT_getprocid(1, &id) == VT_ERR_BADINDEX && VT_getprocid(INT_MAX, &id) == VT_ERR_BADINDEX);
    STAGE_CHECK(VT_getthreadid(0, 3, &thread) == VT_OK && thread != here && VT_getthreadid(0, 3, &id) == VT_OK);
    STAGE_CHECK(id == thread && VT_getthreadid(0, 4, &id) == VT_OK && id != thread);
    STAGE_CHECK(VT_getthreadid(1, 0, &id) == VT_ERR_BADINDEX && VT_getthreadid(0, -1, &id) == VT_ERR_BADINDEX);
    STAGE_CHECK(VT_getthreadid(0, 1 << 14, &id) == VT_ERR_BADINDEX && VT_getthreadid(-1, 0, &id) == VT_ERR_BADINDEX);
    STAGE_CHECK(VT_groupdef("group", 3, (int[]){thread, VT_ME, thread}, &group) == VT_OK && group > 0);
    STAGE_CHECK(VT_groupdef("group", 2, (int[]){VT_ME, thread}, &again) == VT_OK && again == group);
    STAGE_CHECK(VT_groupdef("group", 1, &thread, &again) == VT_OK && again != group);
    STAGE_CHECK(VT_groupdef("outer", 2, (int[]){group, here}, &outer) == VT_OK && outer != group);
    STAGE_CHECK(VT_groupdef("bad", 1, &other, &id) == VT_ERR_BADINDEX && id == 0);
    STAGE_CHECK(VT_groupdef("bad", 1, (int[]){12345}, &id) == VT_ERR_BADARG);
    STAGE_CHECK(VT_groupdef("bad", 1, (int[]){outer + 1}, &id) == VT_ERR_BADARG);
    STAGE_CHECK(VT_groupdef("bad", 0, &here, &id) == VT_ERR_BADARG && VT_groupdef("bad", -1, &here, &id) < 0);
    STAGE_CHECK(VT_groupdef("bad", 1, NULL, &id) == VT_ERR_BADARG && VT_groupdef(NULL, 1, &here, &id) < 0);
    STAGE_CHECK(VT_countdef("of outer", VT_NOCLASS, 0, outer, NULL, "", NULL) == VT_OK);
    STAGE_CHECK(VT_countdef("of thread", VT_NOCLASS, 0, thread, NULL, "", NULL) == VT_OK);
    STAGE_CHECK(VT_countdef("of process", VT_NOCLASS, 0, here, NULL, "", NULL) == VT_OK);
}

static void expect_target(const struct counting *counting, const char *name, const char *expected)
{
    char target[64];
    qp_counters_target(&counting->events.counters, counting_item(counting, name)->target, target, sizeof target);
    assert_string_equal(target, expected);
}

TEST(ids_and_groups_must_exist)
{
    struct stage stage;
    struct counting counting;
    counting_play(define_groups, &stage, &counting);
    const struct qp_counters *counters = &counting.events.counters;
    assert_int_equal(counters->group_count, 3);
    expect_text(counters->groups[0].name, "group");
    assert_int_equal(counters->groups[0].member_count, 2);
    expect_text(counters->groups[2].name, "outer");
    assert_int_equal(counters->groups[2].member_count, 3);
    expect_target(&counting, "of outer", "group outer");
    expect_target(&counting, "of thread", "thread 0.3");
    expect_target(&counting, "of other", "thread 9.16383");
    expect_target(&counting, "of process", "process 0");
    counting_end(&stage, &counting);
}
