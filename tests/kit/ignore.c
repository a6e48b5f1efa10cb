/* Tests of the comments that exclude lines, in a language whose comments begin with "rem " and end at the end of the
 * line. */
#include "bindings/kit/ignore.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

static char exclusions[1024];

/* Scanner for the comments of this language (kit_find_comments). */
static int find_rems(const char *text, size_t size, kit_comment *comment, void *data)
{
    int line = 1;
    for (const char *at = text, *end = text + size; at < end; line++) {
        size_t length = strcspn(at, "\n");
        const char *rem = strstr(at, "rem ");
        if (rem && rem < at + length)
            comment(data, rem + 4, (size_t)(at + length - rem) - 4, line, strspn(at, " ") < (size_t)(rem - at));
        at += length + (at[length] == '\n');
    }
    return line - 1;
}

static void add_exclusion(void *data, int first, int last, const char *reason)
{
    assert_ptr_equal(data, exclusions);
    snprintf(exclusions + strlen(exclusions), sizeof exclusions - strlen(exclusions), "%d-%d %s\n", first, last,
             reason ? reason : "none");
}

static const char *ranges(const char *text)
{
    exclusions[0] = '\0';
    kit_ignore_find(text, strlen(text), find_rems, add_exclusion, exclusions);
    return exclusions;
}

TEST(comment_applies_to_its_line_or_alone_on_a_line_to_the_next)
{
    assert_string_equal(ranges("go\nstop rem qii: ignore needs a full disk\ngo\n"), "2-2 needs a full disk\n");
    assert_string_equal(ranges("  rem qii: ignore\nstop\n"), "2-2 none\n");
    assert_string_equal(ranges("go rem  \tqii:\tignore: begin of the world  \t\n"), "1-1 begin of the world\n");
    assert_string_equal(ranges("go rem qii: ignore - - \n"), "1-1 none\n");
}

TEST(block_ends_at_its_end_or_with_the_text)
{
    assert_string_equal(ranges("rem qii: ignore begin old\ngo\nrem qii: ignore end\ngo\n"), "1-3 old\n");
    assert_string_equal(ranges("go\nrem qii: ignore begin\ngo\ngo\n"), "2-4 none\n");
    assert_string_equal(ranges("rem qii: ignore begin a\nrem qii: ignore begin b\nrem qii: ignore end\n"), "1-3 a\n");
    assert_string_equal(ranges("go\nrem qii: ignore end\ngo\n"), "");
}

TEST(whole_text_is_excluded_once_with_the_last_reason)
{
    assert_string_equal(ranges("go\nrem qii: ignore file written by a tool\ngo\n"), "1-3 written by a tool\n");
    assert_string_equal(ranges("rem qii: ignore file a\nrem qii: ignore file: b\n"), "1-2 b\n");
}

TEST(other_comments_and_words_exclude_nothing)
{
    assert_string_equal(ranges(""), "");
    assert_string_equal(ranges("rem ignore\nrem qii ignore\nrem qii: ignored\nrem Qii: ignore\nrem qii:\nrem \n"), "");
    assert_string_equal(ranges("go rem qii: ignore beginning\n"), "1-1 beginning\n");
}
