#include "bindings/kit/filter.h"
#include "tests/support/test.h"

TEST(any_of_several_patterns_selects_a_name)
{
    assert_true(kit_filter_matches("org.*;com.*;net.*", "com.acme.App"));
    assert_true(kit_filter_matches("org.;acme", "com.acme.App"));
    assert_false(kit_filter_matches("org.*;net", "com.acme.App"));
}

TEST(empty_patterns_select_nothing)
{
    assert_false(kit_filter_matches(NULL, "com.acme.App"));
    assert_false(kit_filter_matches("", "com.acme.App"));
    assert_false(kit_filter_matches(";;", "com.acme.App"));
}
