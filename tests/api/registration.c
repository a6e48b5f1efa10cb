/* Registration of methods, sources and excluded lines, and the handling of bad input. */
#include "tests/support/run.h"

#include <stdio.h>

static void names(void)
{
    run_start("");
    qii.register_method_id(1, "plain", NULL, 0, NULL, NULL, 0);
    qii.register_method_id(2, "method", "Class", 0, "file.toy", NULL, 0);
    qii.register_method_id(3, NULL, NULL, 0, NULL, NULL, 0);
    qii.register_method_id(4, "", "", 0, "", NULL, 0);
    qii.register_method_id(0, "zero", NULL, 0, NULL, NULL, 0);
    qii.register_method_id(5, "flags", NULL, 0xff, NULL, NULL, 0);
    qii.register_method_id_vt(6, "both", NULL, QPROF_METHOD_FLAGS_BLOCKS | QPROF_METHOD_FLAGS_WAITS, NULL, NULL, 0, 9);
    for (qprof_MethodID method = 1; method <= 3; method++) {
        qii.record_fn_entry(method, 1);
        qii.record_fn_exit(0);
    }
    qii.record_fn_entry(0, 1);
    qii.shutdown();
}

TEST(method_has_its_name_and_class_or_is_shown_by_its_number)
{
    run_client(names);
    expect_tree("plain 1\n"
                "Class.method 1\n"
                "0x3 1\n");
    expect_kinds("null-name 1\n"
                 "bad-method-id 2\n"
                 "wrong-flavour 1\n"
                 "bad-argument 1\n");
}

static void named_late(void)
{
    static const qprof_LineInfo lines[] = {{0, 1}, {4, 2}};
    run_start("");
    qii.register_method_id(1, NULL, NULL, 0, NULL, NULL, 0);
    qii.record_fn_entry(1, 1);
    qii.register_method_id(1, "f", "C", 0, "a.toy", lines, 2);
    qii.execute_byte_code(1, NULL, 4);
    qii.record_fn_exit(0);
    qii.register_method_id(2, NULL, "D", 0, "b.toy", lines, 2);
    qii.register_method_id(2, "g", NULL, 0, NULL, NULL, 0);
    qii.register_method_id(2, "h", NULL, 0, NULL, NULL, 0);
    qii.register_method_id(3, NULL, "E", 0, NULL, NULL, 0);
    qii.register_method_id(3, "i", "F", 0, NULL, NULL, 0);
    qii.record_fn_entry(2, 1);
    qii.record_fn_entry(3, 2);
    qii.shutdown();
}

TEST(method_may_get_a_missing_name_and_other_missing_fields_later)
{
    run_client(named_late);
    expect_tree("C.f 1\n"
                "D.g 1\n"
                "  0x3 1\n");
    expect_lines("C.f 1:0 2:1\n"
                 "D.g 1:0 2:0\n");
    expect_kinds("null-name 3\n"
                 "method-changed 2\n");
}

static void again(void)
{
    static const qprof_LineInfo lines[] = {{0, 1}, {4, 2}};
    static const qprof_LineInfo other[] = {{0, 1}, {4, 3}};
    run_start("");
    qii.register_method_id(1, "f", "C", 1, "a.toy", lines, 2);
    qii.register_method_id(1, "f", "C", 1, "a.toy", lines, 2);
    report("same");
    qii.register_method_id(1, "g", "C", 1, "a.toy", lines, 2);
    qii.register_method_id(1, "f", NULL, 1, "a.toy", lines, 2);
    qii.register_method_id(1, "f", "C", 2, "a.toy", lines, 2);
    qii.register_method_id(1, "f", "C", 1, "b.toy", lines, 2);
    qii.register_method_id(1, "f", "C", 1, "a.toy", lines, 1);
    qii.register_method_id(1, "f", "C", 1, "a.toy", other, 2);
    qii.record_fn_entry(1, 1);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(method_registered_again_keeps_its_first_content_and_differences_are_counted)
{
    run_client(again);
    expect_tree("C.f 1\n");
    expect_lines("C.f 1:0 2:0\n");
    expect_diagnostics("method-changed 6 method 0x1, now as g\n");
}

static void odd_names(void)
{
    run_start("");
    define(1, "a \"b\" & <c>\n\t\xff\xc3\xa4");
    qii.record_fn_entry(1, 1);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(name_may_be_any_bytes)
{
    run_client(odd_names);
    expect_tree("a \"b\" & <c>\\x0a\\x09\\xff\xc3\xa4 1\n");
}

static void sources(void)
{
    FILE *file = fopen("file.toy", "we");
    fputs("one\ntwo\n", file);
    fclose(file);
    run_start("");
    report("%d", qii.register_source("chunk", "x = 1\n", 6));
    report("%d", qii.register_source("file.toy", NULL, 0));
    report("%d", qii.register_source("missing.toy", NULL, 0));
    report("%d", qii.register_source(NULL, "x", 1));
    qii.shutdown();
}

static const struct qp_profile_source *source_of(const char *name)
{
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->file_count; i++)
        if (qp_text_equal(profile->files[i].name, qp_text_of(name)) && profile->files[i].source != QP_NONE)
            return &profile->sources[profile->files[i].source];
    return NULL;
}

TEST(source_is_kept_as_text_or_as_the_hash_of_its_file)
{
    run_client(sources);
    expect_messages("0\n0\n0\n-1\n");
    assert_true(qp_text_equal(source_of("chunk")->text, qp_text_of("x = 1\n")));
    assert_true(source_of("file.toy")->hashed);
    assert_int_equal(source_of("file.toy")->size, 8);
    expect_kinds("null-name 1\n");
}

static void exclusions(void)
{
    static const qprof_LineInfo lines[] = {{0, 1}, {1, 2}, {2, 3}};
    run_start("");
    qii.register_method_id(1, "f", NULL, 0, "a.toy", lines, 3);
    report("%d", qii.exclude_lines("a.toy", 2, 2, "never mind"));
    report("%d", qii.exclude_lines("a.toy", 3, 3, NULL));
    report("%d", qii.exclude_lines("a.toy", 2, 2, "never mind"));
    report("%d", qii.exclude_lines("a.toy", 3, 3, NULL));
    report("%d", qii.exclude_lines(NULL, 1, 1, NULL));
    report("%d", qii.exclude_lines("a.toy", 0, 1, NULL));
    report("%d", qii.exclude_lines("a.toy", 2, 1, NULL));
    qii.shutdown();
}

TEST(excluded_lines_have_a_range_and_a_reason_and_are_recorded_once)
{
    run_client(exclusions);
    expect_messages("0\n0\n0\n0\n-1\n-1\n-1\n");
    const struct qp_profile *profile = run_profile();
    assert_int_equal(profile->exclusion_count, 2);
    assert_int_equal(profile->exclusions[0].first, 2);
    assert_true(qp_text_equal(profile->exclusions[0].reason, qp_text_of("never mind")));
    expect_kinds("null-name 1\n"
                 "bad-argument 2\n");
}

static void many(void)
{
    run_start("");
    for (qprof_MethodID method = 1; method <= 50000; method++) {
        char name[32];
        snprintf(name, sizeof name, "method %lu", method);
        define(method << 20, name);
    }
    qii.record_fn_entry(40000ul << 20, 1);
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(each_of_50000_methods_is_known)
{
    run_client(many);
    expect_tree("method 40000 1\n");
    uint32_t registered = 0;
    for (uint32_t i = 0; i < run_profile()->method_count; i++)
        registered += run_profile()->methods[i].registered;
    assert_int_equal(registered, 50000);
}
