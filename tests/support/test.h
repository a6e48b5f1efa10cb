/* test.h - a test registers itself; a test program has no other list of tests:
 *
 *     TEST(text_is_cut_at_its_end)
 *     {
 *         assert_string_equal(cut("abc", 2), "ab");
 *     }
 *
 * The program runs its tests in the order of the file. With an argument it runs only the tests whose names contain the
 * argument:
 *
 *     build/tests/unit/unit_text cut_at
 *
 * The main function is in the library qp_test. A program that needs preparations has its own main function, which calls
 * test_run. The assertions are those of cmocka. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct test {
    const char *name;
    void (*body)(void);
    int line;
    struct test *next;
};

#define TEST(test_name) TEST_IF(1, test_name)

/* Define a test that is omitted if the condition is false. */
#define TEST_IF(condition, test_name)                                                                                  \
    static void test_name(void);                                                                                       \
    __attribute__((constructor)) static void register_##test_name(void)                                                \
    {                                                                                                                  \
        static struct test test = {#test_name, test_name, __LINE__, NULL};                                             \
        if (condition)                                                                                                 \
            test_register(&test);                                                                                      \
    }                                                                                                                  \
    static void test_name(void)

/* Add a test to the list, ordered by line. TEST uses this. The caller owns the test. */
void test_register(struct test *test);

/* Disable the leak check of the address sanitizer at the end of this process. Use it in a forked child of a process
 * with several threads: another thread may have held the sanitizer's memory lock at the fork, and the check would wait
 * for that lock forever. */
void test_skip_leaks(void);

/* Make the program's folder the working directory, and run the program's tests. If there is an argument, run only
 * the tests whose names contain it. Return the exit code for main: 0 if all passed. */
int test_run(int argc, char **argv);

/* Register a function to be called after the last test. The functions are called in reverse order of registration.
 * If a function is registered twice, it is called once. */
void test_at_end(void (*end)(void));
