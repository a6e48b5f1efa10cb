/* The tests of a program: their list, and running it. */
#include "tests/support/test.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_ENDS 8

static struct test *tests; /* by line */
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

static void run_body(void **state)
{
    const struct test *test = *state;
    test->body();
}

void test_enter_own_folder(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        abort();
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    if (chdir(path) != 0)
        abort();
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
