/* Filter rules: which states and counters are recorded, and how. */
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

TEST(symbols_match_last_parts_and_activities_match_classes)
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

TEST(range_in_a_rule_replaces_that_of_pctrace)
{
    read_text("STATE A:* 2:3\nSTATE B:* off\nPCTRACE 5\nSTATE C:* 0\nSTATE A:on on\nSTATE D:* 4\nSTATE D:x off");
    assert_int_equal(vt_filter_state("A:x"), range(2, 3));
    assert_int_equal(vt_filter_state("A:on"), range(0, 5));
    assert_false(vt_filter_state("B:x") & QP_RULE_LOGGED);
    assert_int_equal(vt_filter_state("C:x"), range(0, 0));
    assert_int_equal(vt_filter_state("other:x"), range(0, 5));
    assert_false(vt_filter_state("D:x") & QP_RULE_LOGGED);
    assert_true(vt_filter_rules() & QP_RULE_LOCATED);
}

TEST(nothing_is_located_by_default)
{
    read_text("STATE A:* on\nPCTRACE 3:0\nSTATE B:* 0 FOLD");
    assert_false(vt_filter_rules() & QP_RULE_LOCATED);
    read_text("STATE A:* 1");
    assert_true(vt_filter_rules() & QP_RULE_LOCATED);
}

TEST(folding_is_independent_of_other_settings)
{
    read_text("STATE ** FOLD\nSTATE A:* 2\nSTATE A:open unfold\nSTATE A:gone off Fold\nSTATE A:both 1 fold UNFOLD");
    assert_int_equal(vt_filter_state("B:x"), QP_RULE_LOGGED | QP_RULE_FOLD);
    assert_int_equal(vt_filter_state("A:x"), range(0, 2) | QP_RULE_FOLD);
    assert_int_equal(vt_filter_state("A:open"), range(0, 2) | QP_RULE_UNFOLD);
    assert_int_equal(vt_filter_state("A:gone") & (QP_RULE_LOGGED | QP_RULE_FOLD | QP_RULE_UNFOLD), QP_RULE_FOLD);
    assert_int_equal(vt_filter_state("A:both"), range(0, 1) | QP_RULE_FOLD | QP_RULE_UNFOLD);
}

TEST(counters_are_on_by_default_except_system_counters)
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
