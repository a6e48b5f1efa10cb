/* wakers.c - edges from waking to woken functions, over all threads and call paths. If two carriers have edges
 * between the same functions, these are one edge. */
#include "profile/query/wakers.h"
#include "tests/support/builder.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

enum { RECEIVE = 1, SEND, TIMER };

static void add_edge(struct builder *builder, uint32_t waiter, uint32_t waker, uint64_t suspended)
{
    uint32_t edge = builder_record(builder, QP_KIND_EDGE, sizeof(struct qp_edge_record));
    *(struct qp_edge_record *)builder_at(builder, edge) =
        (struct qp_edge_record){.waiter = waiter, .waker = waker, .count = 2, .suspended = suspended, .delayed = 1};
}

static void build(struct builder *builder)
{
    static const char *const names[] = {"receive", "send", "timer"};
    builder_begin(builder);
    builder_header(builder)->products = builder_header(builder)->virtual_threads = 1u << QP_QPROF;
    for (uint64_t i = 0; i < sizeof names / sizeof *names; i++)
        builder_method(builder, QP_QPROF, i + RECEIVE, names[i], NULL, NULL, 0);
    builder_mark(builder, QP_QPROF, QP_MARK_PHASE, 1000, 1, NULL);
    for (uint32_t i = 1; i <= 2; i++) {
        uint32_t thread = builder_thread(builder, i, NULL);
        uint32_t own = builder_root(builder, QP_QPROF, thread, 0, i - 1);
        uint32_t receive = builder_node(builder, own, RECEIVE, 1, 10), send = builder_node(builder, own, SEND, 1, 10);
        add_edge(builder, receive, send, 100);
        add_edge(builder, receive, own, 300);
        add_edge(builder, receive, 0, 50);
        add_edge(builder, builder_node(builder, receive, RECEIVE, 1, 0), builder_node(builder, own, TIMER, 1, 1), 90);
    }
    builder_balance(builder);
}

/* Assert the edges, written as "name suspended+delayed of count; ...". `name` is the waker, `suspended` and
 * `delayed` are times of the woken function, and `count` is the number of its wake-ups. */
static void assert_wakers(const char *phase, const char *expected)
{
    struct builder builder;
    struct test_query opened;
    struct qp_wakers wakers;
    char text[300] = "", waker[50];
    build(&builder);
    test_open_phase(&opened, &builder, phase);
    assert_true(qp_wakers_open(&wakers, &opened.query));
    for (uint32_t i = 0; i < wakers.count; i++) {
        const struct qp_waker *it = &wakers.items[i];
        strcpy(waker, "nobody");
        if (it->waker != QP_NONE)
            qp_profile_method_name(&opened.profile, it->waker, waker, sizeof waker);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %d+%d of %d", i ? "; " : "", waker,
                 (int)it->suspended, (int)it->delayed, (int)it->count);
    }
    assert_string_equal(text, expected);
    qp_wakers_close(&wakers);
    test_close_query(&opened);
}

TEST(edges_of_all_threads_are_one_by_function)
{
    assert_wakers(NULL, "nobody 700+4 of 8; send 200+2 of 4; timer 180+2 of 4");
}

TEST(phase_has_its_own_edges)
{
    assert_wakers("1", "nobody 350+2 of 4; send 100+1 of 2; timer 90+1 of 2");
}
