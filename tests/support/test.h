/* test.h - a test registers itself; a test program has no other list of tests:
 *
 *     TEST(text_is_cut_at_its_end)
 *     {
 *         assert_string_equal(cut("abc", 2), "ab");
 *     }
 *
 * The program runs them in the order of its file. With an argument it runs the tests whose names contain it:
 *
 *     build/tests/unit/unit_text cut_at
 *
 * Its main function is in the library qp_test; a program that needs preparations has a main function of its own, which
 * calls test_run. The assertions are those of cmocka. */
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

/* A test that some builds omit. */
#define TEST_IF(condition, test_name)                                                                                  \
    static void test_name(void);                                                                                       \
    __attribute__((constructor)) static void register_##test_name(void)                                                \
    {                                                                                                                  \
        static struct test test = {#test_name, test_name, __LINE__, NULL};                                             \
        if (condition)                                                                                                 \
            test_register(&test);                                                                                      \
    }                                                                                                                  \
    static void test_name(void)

/* For TEST: insert a test by its line. The caller owns it. */
void test_register(struct test *test);

/* Disable the address sanitizer's leak check at the end of this process. For a forked child of a process with threads:
 * another thread may have held the sanitizer's memory lock at the fork, and the check would wait for it forever. */
void test_skip_leaks(void);

/* Run the program's tests, or those that match its first argument, in the program's folder. Return the exit code for
 * main: 0 if all passed. */
int test_run(int argc, char **argv);

/* Register a function to be called after the last test, in reverse order of registration. A second registration is
 * ignored. */
void test_at_end(void (*end)(void));
