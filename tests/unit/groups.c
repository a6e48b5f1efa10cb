/* groups.c - sums of a group and of its virtual threads, in all phases and in one phase. balanced.h describes the
 * run. */
#include "profile/query/groups.h"
#include "profile/query/own_cost.h"
#include "tests/support/balanced.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

static struct test_query opened;
static struct qp_groups groups;

static void open_run(const char *phase, void (*change)(struct balanced *balanced))
{
    struct balanced balanced;
    balanced_build(&balanced);
    if (change)
        change(&balanced);
    test_open_phase(&opened, &balanced.builder, phase);
    assert_int_equal(opened.profile.reader.damages, 0);
    assert_true(qp_groups_open(&groups, &opened.query));
}

static void close_run(void)
{
    qp_groups_close(&groups);
    test_close_query(&opened);
}

/* Assert totals, written as "running/runnable/blocked/waiting uncounted recorder paused = wall". */
static void assert_totals(const struct qp_totals *totals, const char *expected)
{
    char text[200];
    snprintf(text, sizeof text, "%d/%d/%d/%d %d %d %d = %d", (int)totals->self, (int)totals->runnable,
             (int)totals->blocked, (int)totals->waiting, (int)totals->uncounted, (int)totals->recorder,
             (int)totals->paused, (int)totals->wall);
    assert_string_equal(text, expected);
}

TEST(group_is_the_sum_of_its_trees_and_lives)
{
    open_run(NULL, NULL);
    assert_totals(&groups.items[0].totals, "2700/403/600/250 40 7 100 = 4100");
    assert_int_equal(groups.items[0].created, 2);
    assert_int_equal(groups.items[0].ended, 1);
    assert_int_equal(groups.items[0].living, 2);
    close_run();
}

TEST(phase_shows_its_part_of_a_group)
{
    static const char *const expected[] = {"1100/100/500/200 0 0 100 = 2000", "1600/303/100/50 40 7 0 = 2100"};
    for (int i = 0; i < 2; i++) {
        open_run(i ? "1" : "0", NULL);
        assert_totals(&groups.items[0].totals, expected[i]);
        close_run();
    }
}

/* An ended virtual thread has one row per epoch in which it was kept, a living one has one row. A phase includes
 * only its own part. */
TEST(virtual_threads_have_their_own_numbers)
{
    static const struct {
        uint64_t id;
        const char *all, *first, *second;
        bool ended;
    } threads[] = {
        {0xb, "400/103/100/50 40 7 0 = 700", "0/0/0/0 0 0 0 = 0", "400/103/100/50 40 7 0 = 700", false},
        {0xc, "900/0/0/0 0 0 0 = 900", "0/0/0/0 0 0 0 = 0", "900/0/0/0 0 0 0 = 900", false},
        {0xa, "600/100/500/200 0 0 100 = 1500", "600/100/500/200 0 0 100 = 1500", "0/0/0/0 0 0 0 = 0", false},
        {0xa, "300/200/0/0 0 0 0 = 500", "0/0/0/0 0 0 0 = 0", "300/200/0/0 0 0 0 = 500", true},
    };
    static const char *const phases[] = {NULL, "0", "1"};
    for (int k = 0; k < 3; k++) {
        open_run(phases[k], NULL);
        assert_int_equal(opened.profile.thread_count - opened.profile.carrier_count, 4);
        for (uint32_t i = 0; i < 4; i++) {
            const struct qp_profile_thread *thread = &opened.profile.threads[opened.profile.carrier_count + i];
            struct qp_totals totals = qp_thread_totals(&opened.query, opened.profile.carrier_count + i);
            assert_int_equal(thread->virtual_id, threads[i].id);
            assert_int_equal(thread->ended, threads[i].ended);
            assert_totals(&totals, k == 0 ? threads[i].all : k == 1 ? threads[i].first : threads[i].second);
        }
        close_run();
    }
}

static void live_longer(struct balanced *balanced)
{
    struct qp_lives_record *lives = builder_at(&balanced->builder, balanced->lives[0]);
    lives->longest_life = 1900;
    lives->longest_delay = 190;
}

/* If no phase is selected, all phases are included, otherwise only the selected phase. */
TEST(group_has_the_longest_life_and_delay_of_all_its_carriers_and_phases)
{
    static const struct {
        const char *phase;
        uint64_t life, delay;
    } cases[] = {{NULL, 1900, 190}, {"0", 1900, 190}, {"1", 500, 150}};
    for (int i = 0; i < 3; i++) {
        open_run(cases[i].phase, live_longer);
        assert_int_equal(groups.items[0].longest_life, cases[i].life);
        assert_int_equal(groups.items[0].longest_delay, cases[i].delay);
        close_run();
    }
}

static void cost_10_a_call(struct balanced *balanced)
{
    builder_header(&balanced->builder)->own_cost[QP_QPROF] = (struct qp_own_cost){10 * QP_OWN_COST_UNIT, 0, 0, 0};
}

/* The overhead is 10 ticks per call: 30 of the group's 2,700 ticks, and 20 of its 1,100 ticks in phase 0. The
 * overhead of the call that counts cycles is also subtracted, but not from running time. */
TEST(overhead_is_subtracted_from_virtual_threads_and_their_group)
{
    static const char *const expected[2][2] = {{"890/0/0/0 0 10 0 = 900", "594/100/500/200 0 6 100 = 1500"},
                                               {"0/0/0/0 0 0 0 = 0", "590/100/500/200 0 10 100 = 1500"}};
    for (int k = 0; k < 2; k++) {
        open_run(k ? "0" : NULL, cost_10_a_call);
        struct qp_totals living = qp_thread_totals(&opened.query, opened.profile.carrier_count + 1);
        struct qp_totals kept = qp_thread_totals(&opened.query, opened.profile.carrier_count + 2);
        assert_totals(&living, expected[k][0]);
        assert_totals(&kept, expected[k][1]);
        if (k == 0) /* of the recorder's 47 ticks, 40 were subtracted, and 7 are callbacks */
            assert_totals(&groups.items[0].totals, "2670/403/600/250 30 47 100 = 4100");
        close_run();
    }
}

TEST(kept_thread_is_listed_once_with_its_own_name)
{
    open_run(NULL, NULL);
    const struct qp_profile_thread *kept = &opened.profile.threads[opened.profile.thread_count - 1];
    assert_int_equal(kept->kept, 1u << QP_KEPT_BY_RUNNING);
    assert_true(qp_text_equal(kept->name, qp_text_of("worker 1")));
    close_run();
}

static void keep_twice(struct balanced *balanced)
{
    struct qp_kept_record *kept = builder_at(&balanced->builder, balanced->kept[1]);
    kept[(size_t)QP_KEPT_BY_MIGRATIONS * QP_KEPT + 3] = *kept;
}

TEST(thread_kept_in_two_lists_is_one)
{
    open_run(NULL, keep_twice);
    assert_int_equal(opened.profile.thread_count - opened.profile.carrier_count, 4);
    assert_int_equal(opened.profile.threads[opened.profile.thread_count - 1].kept,
                     1u << QP_KEPT_BY_RUNNING | 1u << QP_KEPT_BY_MIGRATIONS);
    close_run();
}

static void keep_another(struct balanced *balanced)
{
    struct qp_kept_record *kept = builder_at(&balanced->builder, balanced->kept[1]);
    kept[1] = *kept;
    kept[1].start = kept[1].begin = 2100;
    kept[1].times[0] -= 100;
}

TEST(reused_context_is_another_thread)
{
    open_run(NULL, keep_another);
    assert_int_equal(opened.profile.thread_count - opened.profile.carrier_count, 5);
    close_run();
}

TEST(clock_of_a_carrier_has_its_current_interval)
{
    open_run(NULL, NULL);
    assert_int_equal(opened.query.threads[1].wall, 900);
    close_run();
}

TEST(spawner_is_shown_until_its_context_is_reused)
{
    open_run(NULL, NULL);
    assert_int_equal(opened.profile.threads[opened.profile.carrier_count + 1].spawner, opened.profile.carrier_count);
    close_run();
}

static void use_again(struct balanced *balanced)
{
    struct qp_rare_record *rare = builder_at(&balanced->builder, balanced->rare);
    rare->created = 2600;
}

TEST(spawner_younger_than_its_child_is_another_thread)
{
    open_run(NULL, use_again);
    assert_int_equal(opened.profile.threads[opened.profile.carrier_count + 1].spawner, QP_NONE);
    close_run();
}

static void estimate(struct balanced *balanced)
{
    ((struct qp_group_record *)builder_at(&balanced->builder, balanced->group))->flags = QP_GROUP_ESTIMATED;
}

TEST(estimates_are_reported)
{
    open_run(NULL, NULL);
    assert_false(groups.items[0].totals.estimated);
    close_run();
    open_run(NULL, estimate);
    assert_true(groups.items[0].totals.estimated);
    close_run();
}
