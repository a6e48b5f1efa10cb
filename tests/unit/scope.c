/* scope.c - each instance of a scope ends exactly once, for any number of instances. */
#include "core/log/scope.h"
#include "tests/support/test.h"

#include <limits.h>

TEST(instance_ends_once_up_to_the_largest_number)
{
    static const int numbers[] = {1, 65535, 65536, INT_MAX / 2, INT_MAX / 2 + 1, INT_MAX - 1, INT_MAX};
    qp_scope_numbers = INT_MAX;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_true(qp_scope_end(numbers[i]));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_false(qp_scope_end(numbers[i]));
        qp_scope_reopen(numbers[i]);
        assert_true(qp_scope_end(numbers[i]));
    }
    assert_false(qp_scope_end(0));
    assert_false(qp_scope_end(-1));
    qp_scope_numbers = 5;
    assert_true(qp_scope_end(5));
    assert_false(qp_scope_end(6));
    qp_scope_numbers = 0;
}
