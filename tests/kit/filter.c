#include "bindings/kit/filter.h"
#include "tests/support/test.h"

TEST(text_means_the_names_that_it_is_a_part_of)
{
    assert_true(kit_filter_means("acme", "com.acme.App"));
    assert_true(kit_filter_means("com.acme.App", "com.acme.App"));
    assert_true(kit_filter_means("App", "com.acme.App"));
    assert_false(kit_filter_means("Apps", "com.acme.App"));
}

TEST(glob_means_the_names_that_are_like_it)
{
    assert_true(kit_filter_means("com.acme.*", "com.acme.inside.App"));
    assert_true(kit_filter_means("*App", "com.acme.App"));
    assert_true(kit_filter_means("c?m.*.A*p", "com.acme.inside.App"));
    assert_true(kit_filter_means("*", ""));
    assert_false(kit_filter_means("acme.*", "com.acme.App"));
    assert_false(kit_filter_means("com.acme.?", "com.acme.App"));
    assert_false(kit_filter_means("com.acme.App?", "com.acme.App"));
}

TEST(one_of_several_is_enough)
{
    assert_true(kit_filter_means("org.*;com.*;net.*", "com.acme.App"));
    assert_true(kit_filter_means("org.;acme", "com.acme.App"));
    assert_false(kit_filter_means("org.*;net", "com.acme.App"));
}

TEST(nothing_means_nothing)
{
    assert_false(kit_filter_means(NULL, "com.acme.App"));
    assert_false(kit_filter_means("", "com.acme.App"));
    assert_false(kit_filter_means(";;", "com.acme.App"));
}
