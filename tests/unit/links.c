/* links.c - walking a tree: each node is entered before its children and left after them. */
#include "profile/query/links.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

static void enter(void *of, uint32_t node)
{
    char *text = of;
    snprintf(text + strlen(text), 8, "(%u", node);
}

static void leave(void *of, uint32_t node)
{
    (void)node;
    strcat(of, ")");
}

static void assert_walk(const uint32_t *parents, uint32_t count, uint32_t top, const char *expected)
{
    struct qp_links links;
    char text[200] = "";
    assert_true(qp_links_open(&links, (struct qp_by_node){parents, sizeof *parents}, count));
    qp_links_walk(&links, top, enter, leave, text);
    assert_string_equal(text, expected);
    qp_links_close(&links);
}

TEST(walk_goes_down_and_up_and_stays_below_its_top)
{
    static const uint32_t parents[] = {UINT32_MAX, UINT32_MAX, 0, 0, 2, 1, 2};
    assert_walk(parents, 7, 0, "(0(2(4)(6))(3))");
    assert_walk(parents, 7, 1, "(1(5))");
    assert_walk(parents, 7, 2, "(2(4)(6))");
    assert_walk(parents, 7, 6, "(6)");
}
