#include "base/text.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static void assert_shown(const char *bytes, const char *shown)
{
    char text[200];
    qp_text_show((struct qp_text){bytes, (uint32_t)strlen(bytes)}, text, sizeof text);
    assert_string_equal(text, shown);
}

TEST(show_of_utf8_keeps_it)
{
    assert_shown("", "");
    assert_shown("plain", "plain");
    assert_shown("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
}

TEST(show_of_other_bytes_escapes_them)
{
    assert_shown("bad\xffname", "bad\\xffname");
    assert_shown("\xc3", "\\xc3");
    assert_shown("\xc0\x80", "\\xc0\\x80");                   /* overlong */
    assert_shown("\xe0\x80\x80", "\\xe0\\x80\\x80");          /* overlong */
    assert_shown("\xed\xa0\x80", "\\xed\\xa0\\x80");          /* a surrogate */
    assert_shown("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"); /* beyond U+10FFFF */
    assert_shown("\xe2\x82", "\\xe2\\x82");                   /* cut off */
}

TEST(show_of_controls_escapes_them)
{
    assert_shown("\033[31mred\n", "\\x1b[31mred\\x0a");
    assert_shown("\x7f\xc2\x9b", "\\x7f\\xc2\\x9b"); /* U+009B is a C1 control character, which some terminals obey */
}

TEST(show_of_bidirectional_controls_escapes_them)
{
    assert_shown("a\u202eb", "a\\xe2\\x80\\xaeb");
    assert_shown("\u2066x\u2069", "\\xe2\\x81\\xa6x\\xe2\\x81\\xa9");
    assert_shown("\u200f\u061c", "\\xe2\\x80\\x8f\\xd8\\x9c");
    assert_shown("one\u2028two", "one\\xe2\\x80\\xa8two");
    assert_shown("\u2013\u200d\u0627", "\u2013\u200d\u0627"); /* a dash, a joiner and a letter; none of them is a
                                                               * bidirectional control */
}

TEST(show_of_noncharacters_escapes_their_bytes)
{
    char text[40];
    qp_text_show(qp_text_of("a\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd"), text, sizeof text);
    assert_string_equal(text, "a\\xef\\xbf\\xbe\\xef\\xbf\\xbf\xef\xbf\xbd");
}

TEST(show_without_room_cuts_between_characters)
{
    char text[6];
    assert_int_equal(qp_text_show(qp_text_of("abc\xe2\x82\xac"), text, sizeof text), 3);
    assert_string_equal(text, "abc");
    assert_int_equal(qp_text_show(qp_text_of("ab\xff"), text, sizeof text), 2);
}

TEST(width_is_the_width_in_a_terminal)
{
    assert_int_equal(qp_text_width("\xc2\xb5s"), 2);
    assert_int_equal(qp_text_width("计算"), 4);
    assert_int_equal(qp_text_width("a🚀b"), 4);
    assert_int_equal(qp_text_width("e\xcc\x81t\xcc\x81"), 2);
    assert_int_equal(qp_text_width("\xff\xe8z"), 3);
    assert_int_equal(qp_text_character_width("\x07", 1), -1);
    assert_int_equal(qp_text_character_width("\xee\x80\x80", 3), 1); /* for private use */
}

TEST(compare_orders_by_bytes_then_length)
{
    assert_true(qp_text_compare(qp_text_of("a"), qp_text_of("b")) < 0);
    assert_true(qp_text_compare(qp_text_of("a"), qp_text_of("aa")) < 0);
    assert_int_equal(qp_text_compare(qp_text_of("aa"), qp_text_of("aa")), 0);
    assert_true(qp_text_equal(qp_text_of(NULL), qp_text_of("")));
    assert_true(qp_text_contains(qp_text_of("src/main.lua"), "main"));
    assert_false(qp_text_contains(qp_text_of(NULL), "main"));
}
