/* top_threads.c - the virtual threads with the highest value of a measure. In the run of balanced.h, 0xa was kept in
 * both phases, and 0xb and 0xc are alive. */
#include "profile/query/top_threads.h"
#include "tests/support/balanced.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

/* Assert the list, such as "0xa 900 of 2000": value and wall time. */
static void assert_top(const char *phase, enum qp_top_by by, uint32_t most, uint32_t listed, const char *expected)
{
    struct balanced balanced;
    struct test_query opened;
    struct qp_top_threads top;
    char text[200] = "";
    balanced_build(&balanced);
    struct qp_kept_record *first = builder_at(&balanced.builder, balanced.kept[0]);
    struct qp_kept_record *second = builder_at(&balanced.builder, balanced.kept[1]);
    first->context = second->context = balanced.parked; /* this context belongs to another virtual thread by now */
    first->longest = 250;
    second->longest = 120;
    first->migrations = 3;
    second->migrations = 1;
    ((struct qp_context *)builder_at(&balanced.builder, balanced.parked))->longest = 200;
    test_open_phase(&opened, &balanced.builder, phase);
    assert_true(qp_top_threads_open(&top, &opened.query, NULL, by, most));
    for (uint32_t i = 0; i < top.count; i++) {
        const struct qp_top_thread *it = &top.items[i];
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%#llx %d of %d", i ? ", " : "",
                 (unsigned long long)opened.profile.threads[it->thread].virtual_id, (int)it->value,
                 (int)it->totals.wall);
    }
    assert_string_equal(text, expected);
    assert_int_equal(top.listed, listed);
    qp_top_threads_close(&top);
    test_close_query(&opened);
}

TEST(most_comes_first_and_phases_of_one_thread_are_a_row)
{
    assert_top(NULL, QP_TOP_BY_RUNNING, 10, 3, "0xc 900 of 900, 0xa 900 of 2000, 0xb 400 of 700");
    assert_top(NULL, QP_TOP_BY_SUSPENDED, 10, 3, "0xa 700 of 2000, 0xb 150 of 700, 0xc 0 of 900");
    assert_top(NULL, QP_TOP_BY_RUNNABLE, 10, 3, "0xa 300 of 2000, 0xb 103 of 700, 0xc 0 of 900");
    assert_top(NULL, QP_TOP_BY_MIGRATIONS, 1, 3, "0xa 4 of 2000");
    assert_top(NULL, QP_TOP_BY_LONGEST, 2, 3, "0xa 250 of 2000, 0xb 200 of 700");
    assert_top(NULL, QP_TOP_BY_LIFE, 1, 3, "0xa 2000 of 2000");
}

TEST(phase_has_the_threads_that_were_in_it)
{
    assert_top("0", QP_TOP_BY_RUNNING, 10, 1, "0xa 600 of 1500");
    assert_top("1", QP_TOP_BY_LONGEST, 10, 3, "0xb 200 of 700, 0xa 120 of 500, 0xc 0 of 900");
}

/* Assert how many virtual threads match a pattern, and the id of the first one. */
static void assert_listed(struct balanced *balanced, const struct qp_filter *filter, uint32_t listed, unsigned long id)
{
    struct test_query opened;
    struct qp_top_threads top;
    balanced_build(balanced);
    test_open_phase(&opened, &balanced->builder, NULL);
    assert_true(qp_top_threads_open(&top, &opened.query, filter, QP_TOP_BY_LIFE, 10));
    assert_int_equal(top.listed, listed);
    assert_int_equal(top.count, listed);
    if (listed)
        assert_int_equal(opened.profile.threads[top.items[0].thread].virtual_id, id);
    qp_top_threads_close(&top);
    test_close_query(&opened);
}

TEST(filter_takes_own_names_and_those_of_groups)
{
    struct balanced balanced;
    assert_listed(&balanced, &(const struct qp_filter){.only = {{"worker 1"}, 1}}, 1, 0xa);
    assert_listed(&balanced, &(const struct qp_filter){.only = {{"worker"}, 1}}, 3, 0xa);
    assert_listed(&balanced, &(const struct qp_filter){.only = {{"worker"}, 1}, .except = {{"* 1"}, 1}}, 2, 0xc);
    assert_listed(&balanced, &(const struct qp_filter){.except = {{"work?r"}, 1}}, 0, 0);
}

TEST(zero_threads_may_be_requested)
{
    assert_top(NULL, QP_TOP_BY_RUNNING, 0, 3, "");
}
