/* test_text.c - cmocka tests of text.c. Under `qii run` each test is a context. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <string.h>

char *trim(char *text);
int count_words(const char *text);

/* From now on, what this thread runs belongs to the test of this name. Without `qii run`, do nothing. */
static int set_context(void **name)
{
    int (*context)(const char *name);
    void *address = dlsym(RTLD_DEFAULT, "qprof_context");
    memcpy(&context, &address, sizeof context);
    if (address)
        context(*name);
    return 0;
}

static void trims_both_ends(void **state)
{
    char text[] = "  two words ";
    (void)state;
    assert_string_equal(trim(text), "two words");
}

static void trims_blanks_to_nothing(void **state)
{
    char text[] = "   ";
    (void)state;
    assert_string_equal(trim(text), "");
}

static void counts_words(void **state)
{
    (void)state;
    assert_int_equal(count_words("one two"), 2);
    assert_int_equal(count_words(""), 0);
}

#define TEST(function) cmocka_unit_test_prestate_setup_teardown(function, set_context, NULL, #function)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(trims_both_ends), TEST(trims_blanks_to_nothing), TEST(counts_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
