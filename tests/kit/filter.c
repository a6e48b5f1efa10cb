#include "bindings/kit/filter.h"
#include "tests/support/test.h"

TEST(any_of_several_patterns_selects_a_name)
{
    assert_true(kit_filter_means("org.*;com.*;net.*", "com.acme.App"));
    assert_true(kit_filter_means("org.;acme", "com.acme.App"));
    assert_false(kit_filter_means("org.*;net", "com.acme.App"));
}

TEST(empty_patterns_select_nothing)
{
    assert_false(kit_filter_means(NULL, "com.acme.App"));
    assert_false(kit_filter_means("", "com.acme.App"));
    assert_false(kit_filter_means(";;", "com.acme.App"));
}
