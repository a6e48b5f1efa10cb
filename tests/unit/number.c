#include "base/number.h"
#include "tests/support/test.h"

static void assert_time(uint64_t ns, const char *expected)
{
    assert_string_equal(qp_number_time(ns).text, expected);
}

TEST(time_has_three_digits_and_its_unit)
{
    assert_time(0, "0 ns");
    assert_time(999, "999 ns");
    assert_time(1000, "1.00 µs");
    assert_time(12345, "12.3 µs");
    assert_time(123456, "123 µs");
    assert_time(1500000, "1.50 ms");
    assert_time(61000000000, "61.0 s");
    assert_time(UINT64_MAX, "18446744074 s");
}

TEST(count_has_commas)
{
    assert_string_equal(qp_number_count(0).text, "0");
    assert_string_equal(qp_number_count(999).text, "999");
    assert_string_equal(qp_number_count(1000).text, "1,000");
    assert_string_equal(qp_number_count(UINT64_MAX).text, "18,446,744,073,709,551,615");
}

static void assert_share(uint64_t part, uint64_t whole, const char *expected)
{
    assert_string_equal(qp_number_share(part, whole).text, expected);
}

TEST(share_is_0_or_100_only_if_exact)
{
    assert_share(1, 1, "100.0%");
    assert_share(9999999, 10000000, "99.9%");
    assert_share(0, 5, "0.0%");
    assert_share(1, 1000000, "<0.1%");
    assert_share(1, 3, "33.3%");
    assert_share(0, 0, "-");
}

TEST(column_unit_leaves_digits)
{
    assert_string_equal(qp_unit_for(9999999999).name, "ms");
    assert_string_equal(qp_unit_for(10000000000).name, "s");
    assert_string_equal(qp_unit_for(5).name, "ns");
    assert_string_equal(qp_number_in_unit(1234567, qp_unit_for(50000000)).text, "1.235");
}

TEST(bytes_have_binary_units)
{
    assert_string_equal(qp_number_bytes(1023).text, "1023 bytes");
    assert_string_equal(qp_number_bytes(65536).text, "64 KiB");
    assert_string_equal(qp_number_bytes(1610612736).text, "1.5 GiB");
}
