/* Tests with extreme programs: a deep stack, a node with many callees, a million methods, and exits to frames that
 * do not exist. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <string.h>

#define MANY    100000
#define MILLION (STAGE_SANITIZED ? 100000 : 1000000)

static void nest(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii", NULL) > 0);
    for (int again = 0; again < 2; again++) {
        for (unsigned long i = 0; i < MANY; i++)
            qprof_record_fn_entry(1 + i % 2, i + 1);
        for (unsigned long i = MANY; i > MANY / 2; i--)
            qprof_record_fn_exit(i - 1);
        STAGE_CHECK(qprof_current_method_id() == 2);
        qprof_record_fn_exit(1);
        STAGE_CHECK(qprof_current_method_id() == 1);
        qprof_record_fn_exit(0);
    }
    qprof_shutdown();
}

TEST(deep_calls_are_counted)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, nest);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), MANY);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), MANY);
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    assert_int_equal(stage_run(&stage, QII_PROGRAM " tree run.qii >/dev/null"), 0);
    stage_close(&stage);
}

static void spread(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    qprof_record_fn_entry(1, 1);
    for (int again = 0; again < 3; again++)
        for (unsigned long i = 0; i < MANY; i++) {
            qprof_record_fn_entry(10 + (again == 1 ? i * 7919 % MANY : i), 2);
            qprof_record_fn_exit(1);
        }
    qprof_shutdown();
}

TEST(wide_calls_are_counted)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, spread);
    stage_read(&stage, "run.qii", &profile);
    uint32_t children = 0;
    for (uint32_t i = 0; i < profile.node_count; i++)
        if (profile.nodes[i].calls == 3)
            children++;
    assert_int_equal(children, MANY);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), 3 * MANY + 1);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* Define so many methods that the file has more than 3,072 extents. Its directory of extents must then continue in
 * another extent. */
static void define_many(struct stage *stage)
{
    static const qprof_LineInfo lines[12] = {{0, 1}, {1, 2}, {2, 3}, {3, 4},  {4, 5},   {5, 6},
                                             {6, 7}, {7, 8}, {8, 9}, {9, 10}, {10, 11}, {11, 12}};
    char name[32];
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -quiet", NULL) > 0);
    for (unsigned long i = 1; i <= MILLION; i++) {
        snprintf(name, sizeof name, "method %lu", i);
        qprof_register_method_id(i, name, "Class", 0, "many.toy", lines, 12);
        qprof_record_fn_entry(i, 1);
        qprof_record_fn_exit(0);
    }
    qprof_shutdown();
}

TEST(a_million_methods_are_counted)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, define_many);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(profile.method_count, MILLION);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), MILLION);
    assert_true(STAGE_SANITIZED || profile.reader.extent_count > QP_HEADER_EXTENTS);
    for (uint32_t i = 0; i < profile.method_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "method %lu", (unsigned long)profile.methods[i].recorded_id);
        assert_true(profile.methods[i].name.length == strlen(name) &&
                    memcmp(profile.methods[i].name.bytes, name, strlen(name)) == 0);
    }
    assert_int_equal(stage_diagnostics_but(&profile, QP_QPROF, QP_DIAGNOSTIC_COUNT), 0);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* Exit to frames that do not exist. Each such exit ends all open calls, and is reported as misuse. The number of
 * calls stays exact. */
static void exit_to_nowhere(struct stage *stage)
{
    uint64_t *unmatched = &stage->numbers[0], *empty = &stage->numbers[1], *entered = &stage->numbers[2];
    unsigned seed = 1;
    unsigned long depth = 0;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii", NULL) > 0);
    for (unsigned i = 0; i < 3 * MANY; i++) {
        seed = seed * 1103515245 + 12345;
        switch (seed >> 16 & 7) {
        case 0:
            qprof_record_fn_exit(1000000);
            *unmatched += depth > 1;
            *empty += depth == 0;
            depth = 0;
            break;
        case 1:
            if (depth > 1)
                qprof_record_fn_exit(--depth);
            break;
        default:
            qprof_record_fn_entry(1 + (seed >> 20) % 3, ++depth);
            ++*entered;
            break;
        }
    }
    qprof_shutdown();
}

TEST(exits_to_unknown_stack_ids_are_counted)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, exit_to_nowhere);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), stage.numbers[2]);
    assert_int_equal(stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_UNMATCHED_EXIT), stage.numbers[0]);
    assert_int_equal(stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_EMPTY_STACK), stage.numbers[1]);
    assert_true(stage.numbers[0] > 100 && stage.numbers[1] > 100);
    qp_profile_close(&profile);
    assert_int_equal(stage_lines(&stage, "err", "unmatched-exit"), 1);
    stage_close(&stage);
}
