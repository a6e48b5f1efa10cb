/* test.h - a test registers itself where it is written, and a program of tests has no other list of them:
 *
 *     TEST(text_is_cut_at_its_end)
 *     {
 *         assert_string_equal(cut("abc", 2), "ab");
 *     }
 *
 * The program runs them in the order of its file. With an argument it runs those whose names contain it:
 *
 *     build/tests/unit/unit_text cut_at
 *
 * Its main comes with the library qp_test; a program that has to prepare something has a main of its own, which calls
 * test_run. The assertions are those of cmocka. */
#ifndef QP_TESTS_SUPPORT_TEST_H
#define QP_TESTS_SUPPORT_TEST_H

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

/* A test that some builds leave out. */
#define TEST_IF(condition, test_name)                                                                                  \
    static void test_name(void);                                                                                       \
    __attribute__((constructor)) static void register_##test_name(void)                                                \
    {                                                                                                                  \
        static struct test test = {#test_name, test_name, __LINE__, NULL};                                             \
        if (condition)                                                                                                 \
            test_register(&test);                                                                                      \
    }                                                                                                                  \
    static void test_name(void)

/* For TEST: put a test, which stays the caller's, among the others by its line. */
void test_register(struct test *test);

/* The address sanitizer looks for no leaks at the end of this process. For the child of a process with threads: one of
 * these may have had the lock of the sanitizer's memory when it forked, and the search waits for that lock. */
void test_skip_leaks(void);

/* Run the program's tests, or those that its first argument names, in the program's folder. The result is what main
 * returns: 0 when all passed. */
int test_run(int argc, char **argv);

/* Have a function called when the last test has run, the one that was named last first. Naming it again does nothing.
 */
void test_at_end(void (*end)(void));

#endif
