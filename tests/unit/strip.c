/* strip.c - texts of a page without the prefixes of --strip-path. */
#include "page/tables.h"
#include "tests/support/test.h"

#include <string.h>

static void expect(const char *prefix, const char *text, const char *left)
{
    const struct qp_page_request request = {.strip_path = prefix};
    const struct qp_page page = {.request = &request};
    char shown[200];
    strcpy(shown, text);
    assert_string_equal(qp_page_strip(&page, shown), left);
}

TEST(path_loses_the_prefix_with_its_slash)
{
    expect("/home/me", "/home/me/src/a.lua", "src/a.lua");
    expect("/home/me/", "/home/me/src/a.lua", "src/a.lua");
    expect("/home/me", "/home/me", "");
    expect("/", "/a.lua", "a.lua");
}

TEST(path_keeps_a_part_of_a_name)
{
    expect("/home/me", "/home/meg/a.lua", "/home/meg/a.lua");
    expect("/home/me", "/home/me-too/a.lua", "/home/me-too/a.lua");
    expect("/home/me", "/mnt/home/me/a.lua", "/mnt/home/me/a.lua");
    expect("src/", "lib/src/a.lua", "lib/src/a.lua");
    expect("\xc3\xa4", "\xc3\xa4\xc3\xa4/a.lua", "\xc3\xa4\xc3\xa4/a.lua");
    expect("a", "\xc3\xa4/a", "\xc3\xa4/a");
}

TEST(path_loses_the_prefix_once)
{
    expect("src", "src/src/a.lua", "src/a.lua");
    expect("/", "//a.lua", "/a.lua");
}

TEST(paths_within_other_texts_lose_it_too)
{
    expect("/home/me", "fib (/home/me/a.lua:7)", "fib (a.lua:7)");
    expect("/home/me", "-data-file=/home/me/%p.qii -log=/home/me/log", "-data-file=%p.qii -log=log");
    expect("/tmp", "first /tmp, then /tmp/a and /tmpfs", "first , then a and /tmpfs");
}

TEST(without_a_prefix_nothing_changes)
{
    expect(NULL, "/home/me/a.lua", "/home/me/a.lua");
    expect("", "/home/me/a.lua", "/home/me/a.lua");
}
