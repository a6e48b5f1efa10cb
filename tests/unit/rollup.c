/* rollup.c - virtual threads by their creators, resumers and wakers.
 *
 * main calls serve, which recurs and creates "acceptor" threads. In one of these threads, accept creates "handler"
 * threads. main also calls tick, which creates "handler" threads, too. main also calls pump, which is the first
 * function to resume each of these threads. Running time in ticks: acceptors 100, handlers of accept 1,000, handlers of
 * tick 10,000, a group without creator and resumer 5. */
#include "profile/tree/calltree.h"
#include "profile/query/rollup.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

enum { MAIN = 1, SERVE, ACCEPT, HANDLE, TICK, PUMP };

static struct test_query opened;
static struct qp_groups groups;
static struct qp_rollup rollup;

/* Add a group. Return the node of the first function that its threads enter. */
static uint32_t add_group(struct builder *builder, uint32_t thread, const char *name, uint32_t creator,
                          uint32_t resumer, uint64_t self)
{
    uint32_t group = builder_group(builder, QP_QPROF, name, creator ? SERVE : 0);
    struct qp_group_record *record = builder_at(builder, group);
    record->creator = creator;
    record->resumer = resumer;
    uint32_t root = builder_root(builder, QP_QPROF, thread, group, 0);
    uint32_t first = builder_node(builder, root, ACCEPT, 1, self - 1);
    builder_node(builder, first, HANDLE, 1, 1);
    uint32_t lives = builder_record(builder, QP_KIND_LIVES, sizeof(struct qp_lives_record));
    *(struct qp_lives_record *)builder_at(builder, lives) = (struct qp_lives_record){
        .root = builder_root_of(builder, root), .created = 2, .ended = 2, .life = self, .times = {self}};
    ((struct qp_root *)builder_at(builder, builder_root_of(builder, root)))->lives = lives;
    return first;
}

static void open_run(enum qp_rollup_to to, bool in_circles)
{
    static const char *const names[] = {"main", "serve", "accept", "handle", "tick", "pump"};
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = builder_header(&builder)->virtual_threads = 1u << QP_QPROF;
    for (uint64_t i = 0; i < sizeof names / sizeof *names; i++)
        builder_method(&builder, QP_QPROF, i + MAIN, names[i], NULL, NULL, 0);
    uint32_t thread = builder_thread(&builder, 1, NULL);
    uint32_t main = builder_node(&builder, builder_root(&builder, QP_QPROF, thread, 0, 0), MAIN, 1, 10);
    uint32_t serve = builder_node(&builder, builder_node(&builder, main, SERVE, 1, 10), SERVE, 1, 10);
    uint32_t tick = builder_node(&builder, main, TICK, 1, 10), pump = builder_node(&builder, main, PUMP, 1, 10);
    uint32_t accept = add_group(&builder, thread, "acceptor", serve, pump, 100);
    uint32_t handle = add_group(&builder, thread, "handler", accept, pump, 1000);
    add_group(&builder, thread, "handler", tick, pump, 10000);
    add_group(&builder, thread, "…", 0, 0, 5);
    if (in_circles) {
        uint32_t group =
            ((struct qp_root *)builder_at(
                 &builder, builder_root_of(&builder, ((struct qp_node *)builder_at(&builder, accept))->parent)))
                ->group;
        ((struct qp_group_record *)builder_at(&builder, group))->creator = handle;
    }
    builder_balance(&builder);
    test_open_phase(&opened, &builder, NULL);
    assert_int_equal(opened.profile.reader.damages, 0);
    assert_true(qp_groups_open(&groups, &opened.query));
    assert_true(qp_rollup_open(&rollup, &opened.query, &groups, to));
}

static void close_run(void)
{
    qp_rollup_close(&rollup);
    qp_groups_close(&groups);
    test_close_query(&opened);
}

/* Assert the rows, written as "name own/with of created; ...". `own` is the function's own running time, `with`
 * includes the running time of the threads created below the function, and `created` is the number of these threads. */
static void assert_rows(const char *expected)
{
    char text[300] = "", name[100];
    for (uint32_t i = 0; i < rollup.count; i++) {
        const struct qp_rollup_row *it = &rollup.items[i];
        strcpy(name, "nobody");
        if (it->method != QP_NONE)
            qp_profile_method_name(&opened.profile, it->method, name, sizeof name);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %d/%d of %d", i ? "; " : "", name,
                 (int)it->own.totals.self, (int)it->with.totals.self, (int)it->with.created);
    }
    assert_string_equal(text, expected);
}

/* Assert that the sum of all rows equals the sum of all groups exactly, in each part of the totals. */
static void assert_sum_is_that_of_groups(void)
{
    struct qp_totals own = {0}, all = {0};
    for (uint32_t i = 0; i < rollup.count; i++)
        qp_totals_add(&own, &rollup.items[i].own.totals);
    for (uint32_t i = 0; i < opened.profile.group_count; i++)
        qp_totals_add(&all, &groups.items[i].totals);
    assert_int_equal(all.self, 11105);
    assert_memory_equal(&own, &all, sizeof all);
}

TEST(threads_created_by_created_threads_count_too)
{
    open_run(QP_ROLLUP_TO_SPAWNER, false);
    assert_rows(
        "main 0/11100 of 6; tick 10000/10000 of 2; serve 100/1100 of 4; accept 1000/1000 of 2; nobody 5/5 of 2");
    assert_sum_is_that_of_groups();
    close_run();
}

TEST(all_resumed_work_is_under_the_loop)
{
    open_run(QP_ROLLUP_TO_RESUMER, false);
    assert_rows("pump 11100/11100 of 6; main 0/11100 of 6; nobody 5/5 of 2");
    assert_sum_is_that_of_groups();
    close_run();
}

/* In a damaged file, two groups created each other. */
TEST(cyclic_groups_end)
{
    open_run(QP_ROLLUP_TO_SPAWNER, true);
    assert_sum_is_that_of_groups();
    close_run();
}

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

/* Write a path as "main 11140(serve ...)": its total time, and its children in parentheses. */
static void describe(const struct qp_calltree *tree, uint32_t path, FILE *out)
{
    uint32_t children[20];
    char name[100];
    const struct qp_call_path *it = &tree->items[path];
    if (it->group != QP_NONE)
        qp_text_show(opened.profile.groups[it->group].name, name, sizeof name);
    else if (it->method != QP_NONE)
        qp_profile_method_name(&opened.profile, it->method, name, sizeof name);
    if (it->parent != QP_NONE)
        fprintf(out, "%s%s %d", it->group != QP_NONE ? "*" : "", name, (int)it->total);
    uint32_t count = qp_calltree_children(tree, path, children);
    for (uint32_t i = 0; i < count; i++) {
        fputs(i ? " " : it->parent == QP_NONE ? "" : "(", out);
        describe(tree, children[i], out);
    }
    if (count && it->parent != QP_NONE)
        fputc(')', out);
}

static void assert_tree(enum qp_calltree_shape shape, const char *expected)
{
    const struct qp_calltree_choice choice = {.shape = shape};
    struct qp_calltree tree;
    char text[1000] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_true(qp_calltree_open(&tree, &opened.query, &choice));
    assert_int_equal(tree.tops, 1);
    assert_int_equal(tree.items[0].total, opened.query.all.total);
    assert_int_equal(tree.items[0].elapsed, opened.query.all.elapsed);
    describe(&tree, 0, out);
    fclose(out);
    assert_string_equal(text, expected);
    qp_calltree_close(&tree);
}

TEST(trees_hang_below_their_creators_or_resumers)
{
    open_run(QP_ROLLUP_TO_SPAWNER, false);
    assert_tree(QP_CALLTREE_UNDER_SPAWNER,
                "main 11150(tick 10010(*handler 10000(accept 10000(handle 1))) "
                "serve 1120(serve 1110(*acceptor 1100(accept 1100(*handler 1000(accept 1000(handle 1)) handle 1)))) "
                "pump 10) *… 5(accept 5(handle 1))");
    assert_tree(QP_CALLTREE_UNDER_RESUMER,
                "main 11150(pump 11110(*handler 10000(accept 10000(handle 1)) *handler 1000(accept 1000(handle 1)) "
                "*acceptor 100(accept 100(handle 1))) serve 20(serve 10) tick 10) *… 5(accept 5(handle 1))");
    close_run();
}

/* In a damaged file, a group may appear at any position of the tree, but the tree must contain the time of all
 * groups. */
TEST(trees_of_cyclic_groups_end)
{
    open_run(QP_ROLLUP_TO_SPAWNER, true);
    assert_tree(QP_CALLTREE_UNDER_SPAWNER,
                "main 10050(tick 10010(*handler 10000(accept 10000(handle 1))) serve 20(serve 10) pump 10) "
                "accept 1100(*handler 1000(accept 1000(handle 1)) handle 1) *… 5(accept 5(handle 1))");
    close_run();
}
