/* Registration and running of a program's tests. */
#include "tests/support/test.h"

#include "tests/support/own_folder.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ENDS 8

static struct test *tests; /* all tests of the program, sorted by line */
static void (*ends[MOST_ENDS])(void);
static size_t end_count;

void test_register(struct test *test)
{
    struct test **place = &tests;
    while (*place && (*place)->line < test->line)
        place = &(*place)->next;
    test->next = *place;
    *place = test;
}

void test_at_end(void (*end)(void))
{
    for (size_t i = 0; i < end_count; i++)
        if (ends[i] == end)
            return;
    assert_true(end_count < MOST_ENDS);
    ends[end_count++] = end;
}

static int end_all(void **state)
{
    (void)state;
    while (end_count > 0)
        ends[--end_count]();
    return 0;
}

/* True once a test has failed. A failed test jumps out of its body and leaks its allocations. The scene of a later test
 * is a copy of this process, in which the address sanitizer would report them as leaks. The sanitizer checks this flag
 * before it looks for leaks. */
static bool leaks_are_known;

__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return leaks_are_known;
}

void test_skip_leaks(void)
{
    leaks_are_known = true;
}

static void run_body(void **state)
{
    static bool is_inside;
    const struct test *test = *state;
    leaks_are_known |= is_inside;
    is_inside = true;
    test->body();
    is_inside = false;
}

int test_run(int argc, char **argv)
{
    test_enter_own_folder();
    const char *asked = argc > 1 ? argv[1] : "";
    size_t most = 0, count = 0;
    for (const struct test *test = tests; test; test = test->next)
        most++;
    struct CMUnitTest *chosen = calloc(most + 1, sizeof *chosen);
    if (!chosen)
        abort();
    for (struct test *test = tests; test; test = test->next)
        if (strstr(test->name, asked))
            chosen[count++] = (struct CMUnitTest){test->name, run_body, NULL, NULL, test};
    int failed = 1;
    if (count == 0)
        fprintf(stderr, "%s: no test has '%s' in its name\n", program_invocation_short_name, asked);
    else
        failed = _cmocka_run_group_tests(program_invocation_short_name, chosen, count, NULL, end_all);
    free(chosen);
    return failed;
}
