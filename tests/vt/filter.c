/* Patterns and rules: which states and counters are recorded, and how. */
#include "vt/filter.h"
#include "tests/support/test.h"

#include "core/log/symbol.h"
#include "vt/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_text(const char *text)
{
    vt_config_reset();
    vt_config_read_text("a.conf", text, strlen(text));
    assert_int_equal(vt_config.bad, 0);
}

/* ---- patterns -------------------------------------------------------------------------------------------- */

TEST(stars_and_question_marks_stop_at_colons)
{
    assert_true(vt_filter_matches("A:*", "A:x"));
    assert_true(vt_filter_matches("A:*", "A:"));
    assert_false(vt_filter_matches("A:*", "A:B:x"));
    assert_false(vt_filter_matches("*", "A:x"));
    assert_true(vt_filter_matches("*:*", "A:x"));
    assert_true(vt_filter_matches("A?x", "Abx"));
    assert_false(vt_filter_matches("A?x", "A:x"));
    assert_true(vt_filter_matches("a:*SEND*", "A:MPI_Send_init"));
}

TEST(two_stars_do_not)
{
    assert_true(vt_filter_matches("**", "A:B:x"));
    assert_true(vt_filter_matches("A:**", "A:B:x"));
    assert_true(vt_filter_matches("**:x", "A:B:x"));
    assert_true(vt_filter_matches("A**x", "A:B:x"));
    assert_true(vt_filter_matches("**:*y:?", "A:by:B:ay:x"));
    assert_false(vt_filter_matches("**:y", "A:B:x"));
}

/* The plain definition, of exponential cost. */
static int covers(const char *pattern, const char *path)
{
    if (*pattern == '\0')
        return *path == '\0';
    if (*pattern == '*') {
        int wide = pattern[1] == '*';
        const char *rest = pattern + (wide ? strspn(pattern, "*") : 1);
        for (;; path++) {
            if (covers(rest, path))
                return 1;
            if (*path == '\0' || (*path == ':' && !wide))
                return 0;
        }
    }
    return *path != '\0' && (*pattern == *path || (*pattern == '?' && *path != ':')) && covers(pattern + 1, path + 1);
}

TEST(any_pattern_covers_what_its_definition_says)
{
    uint64_t number = 88172645463325252u;
    unsigned covered = 0;
    for (int round = 0; round < 300000; round++) {
        char text[2][10];
        for (int k = 0; k < 2; k++) {
            size_t length = (size_t)(number >> 40) % 9;
            for (size_t i = 0; i < length; i++) {
                number ^= number << 13;
                number ^= number >> 7;
                number ^= number << 17;
                text[k][i] = (k == 0 ? "ab:*?*:" : "ab:ab:a")[(number >> 20) % 7];
            }
            text[k][length] = '\0';
            number = number * 6364136223846793005u + 1442695040888963407u;
        }
        int expected = covers(text[0], text[1]);
        covered += (unsigned)expected;
        if (vt_filter_matches(text[0], text[1]) != expected)
            fail_msg("%s %s: not %d", text[0], text[1], expected);
    }
    assert_in_range(covered, 5000, 295000);
}

TEST(long_names_and_many_stars_take_no_time)
{
    char *path = calloc(1, 65537);
    memset(path, 'a', 65536);
    assert_false(vt_filter_matches("*a*a*a*a*a*a*a*a*b", path));
    assert_true(vt_filter_matches("**a*a*a*a*a**a", path));
    free(path);
}

/* ---- rules ----------------------------------------------------------------------------------------------- */

static uint32_t range(unsigned skip, unsigned trace)
{
    return QP_RULE_LOGGED | skip << QP_RULE_SKIP_SHIFT | trace << QP_RULE_TRACE_SHIFT |
           (trace > 0 ? QP_RULE_LOCATED : 0);
}

TEST(later_rules_win)
{
    read_text("STATE ** off\nSTATE MPI:* on\nSTATE MPI:Barrier off");
    assert_int_equal(vt_filter_state("A:x"), 0);
    assert_int_equal(vt_filter_state("MPI:Send"), QP_RULE_LOGGED);
    assert_int_equal(vt_filter_state("MPI:T:Send"), 0);
    assert_int_equal(vt_filter_state("MPI:Barrier"), 0);
}

TEST(symbols_are_last_parts_and_activities_classes)
{
    read_text("SYMBOL step* off\nACTIVITY IO off\nACTIVITY \"Two Words\" off");
    assert_int_equal(vt_filter_state("A:stepping"), 0);
    assert_int_equal(vt_filter_state("A:B:STEP"), 0);
    assert_int_equal(vt_filter_state("step:x"), QP_RULE_LOGGED);
    assert_int_equal(vt_filter_state("IO:read"), 0);
    assert_int_equal(vt_filter_state("IO:disk:read"), QP_RULE_LOGGED);
    assert_int_equal(vt_filter_state("A:IO:read"), QP_RULE_LOGGED);
    assert_int_equal(vt_filter_state("Two Words:x"), 0);
}

TEST(ranges_replace_that_of_pctrace)
{
    read_text("STATE A:* 2:3\nSTATE B:* off\nPCTRACE 5\nSTATE C:* 0\nSTATE A:on on\nSTATE D:* 4\nSTATE D:x off");
    assert_int_equal(vt_filter_state("A:x"), range(2, 3));
    assert_int_equal(vt_filter_state("A:on"), range(0, 5));
    assert_false(vt_filter_state("B:x") & QP_RULE_LOGGED);
    assert_int_equal(vt_filter_state("C:x"), range(0, 0));
    assert_int_equal(vt_filter_state("other:x"), range(0, 5));
    assert_false(vt_filter_state("D:x") & QP_RULE_LOGGED);
    assert_true(vt_filter_locates());
}

TEST(nothing_locates_by_itself)
{
    read_text("STATE A:* on\nPCTRACE 3:0\nSTATE B:* 0 FOLD");
    assert_false(vt_filter_locates());
    read_text("STATE A:* 1");
    assert_true(vt_filter_locates());
}

TEST(folding_is_told_apart_from_the_rest)
{
    read_text("STATE ** FOLD\nSTATE A:* 2\nSTATE A:open unfold\nSTATE A:gone off Fold\nSTATE A:both 1 fold UNFOLD");
    assert_int_equal(vt_filter_state("B:x"), QP_RULE_LOGGED | QP_RULE_FOLD);
    assert_int_equal(vt_filter_state("A:x"), range(0, 2) | QP_RULE_FOLD);
    assert_int_equal(vt_filter_state("A:open"), range(0, 2) | QP_RULE_UNFOLD);
    assert_int_equal(vt_filter_state("A:gone") & (QP_RULE_LOGGED | QP_RULE_FOLD | QP_RULE_UNFOLD), QP_RULE_FOLD);
    assert_int_equal(vt_filter_state("A:both"), range(0, 1) | QP_RULE_FOLD | QP_RULE_UNFOLD);
}

TEST(counters_are_on_unless_they_are_the_systems)
{
    read_text("COUNTER cpu_* on\nCOUNTER A:* off\nCOUNTER A:b\nCOUNTER **:C:* off");
    assert_true(vt_filter_counter("OS:cpu_usr", 0));
    assert_false(vt_filter_counter("OS:disk_io", 0));
    assert_true(vt_filter_counter("B:x", 1));
    assert_false(vt_filter_counter("A:x", 1));
    assert_true(vt_filter_counter("A:b", 1));
    assert_false(vt_filter_counter("B:C:x", 1));
}

int main(int argc, char **argv)
{
    int failed = test_run(argc, argv);
    vt_config_reset();
    return failed;
}
