/* test.c - qii_load.h finds a library by name and by path, and names a missing function. */
#include <qii_load.h>

#include "tests/support/test.h"

/* Return the dynamic loader's symbol for an address. */
static const char *name_at(void *address)
{
    Dl_info info;
    return address && dladdr(address, &info) && info.dli_sname ? info.dli_sname : "";
}

static void assert_loaded(const struct qii *qii)
{
#define ASSERT_NAME(name)                                                                                              \
    {                                                                                                                  \
        void *address;                                                                                                 \
        memcpy(&address, &qii->name, sizeof address);                                                                  \
        assert_string_equal(name_at(address), "qprof_" #name);                                                         \
    }
#define ASSERT_NULL(name) assert_null(qii->name);
    QII_FUNCTIONS(ASSERT_NAME, ASSERT_NULL)
}

TEST(load_by_short_name_and_path_finds_each_function)
{
    static const char *const names[] = {"qii_fake", "libqii_fake", "libqii_fake.so.0", FAKE_PATH};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct qii qii;
        assert_int_equal(qii_load(&qii, names[i]), QII_LOADED);
        assert_null(qii.missing);
        assert_string_equal(qii.error, "");
        assert_loaded(&qii);
        qii_unload(&qii);
        assert_null(qii.library);
        assert_null(qii.initialize);
    }
}

TEST(load_of_an_old_library_names_the_first_missing_function)
{
    struct qii qii;
    assert_int_equal(qii_load(&qii, "qii_old"), QII_ERR_FUNCTION);
    assert_string_equal(qii.missing, "qprof_shutdown_vt");
    assert_string_equal(qii.error, "qii_old lacks qprof_shutdown_vt");
    assert_null(qii.library);
    assert_null(qii.initialize);
}

TEST(load_of_nothing_fails_with_a_reason)
{
    static const char *const names[] = {"no_such_library", "./no/such/path.so", "/dev/null"};
    struct qii qii;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(qii_load(&qii, names[i]), QII_ERR_LIBRARY);
        assert_non_null(strstr(qii.error, names[i]));
        assert_null(qii.missing);
        assert_null(qii.library);
    }
    assert_int_equal(qii_load(&qii, NULL), QII_ERR_LIBRARY);
    assert_int_equal(qii_load(&qii, ""), QII_ERR_LIBRARY);
}

TEST(load_of_a_very_long_name_fails_in_bounds)
{
    char name[2000];
    struct qii qii;
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = 0;
    assert_int_equal(qii_load(&qii, name), QII_ERR_LIBRARY);
    name[0] = '/';
    assert_int_equal(qii_load(&qii, name), QII_ERR_LIBRARY);
}
