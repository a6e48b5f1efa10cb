/* top_names.c - unique names of threads and groups in qii top. */
#include "profile/load/profile.h"
#include "export/top_names.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

static void expect(const struct qp_top_names *names, uint32_t thread, uint32_t group, const char *expected)
{
    char shown[QP_TOP_NAME_SIZE];
    qp_top_names_text(names, thread, group, shown);
    assert_string_equal(shown, expected);
}

static void open_names(const struct qp_profile *profile, struct qp_labels *labels, struct qp_top_names *names)
{
    assert_true(qp_labels_open(labels, profile, (struct qp_labels_style){.reserved = {';', ':'}}));
    assert_true(qp_top_names_open(names, labels));
}

static void close_names(struct qp_labels *labels, struct qp_top_names *names, struct qp_profile *profile, int fd)
{
    qp_top_names_close(names);
    qp_labels_close(labels);
    qp_profile_close(profile);
    close(fd);
}

TEST(groups_of_one_name_are_distinguished_by_their_creator_or_number)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_labels labels;
    struct qp_top_names names;
    static const int line = 1;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    builder_method(&builder, QP_QPROF, 1, "serve", "one.lua", &line, 1);
    builder_method(&builder, QP_QPROF, 2, "serve", "two.lua", &line, 1);
    builder_group(&builder, QP_QPROF, "worker", 1);
    builder_group(&builder, QP_QPROF, "worker", 2);
    builder_group(&builder, QP_QPROF, "timer;s", 2);
    builder_group(&builder, QP_QPROF, "timer:s", 2);
    builder_group(&builder, QP_QPROF, "", 0);
    builder_thread(&builder, 1, "main\n");
    builder_thread(&builder, 2, "");
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    open_names(&profile, &labels, &names);
    expect(&names, QP_NONE, 0, "virtual threads worker, created in serve (one.lua)");
    expect(&names, QP_NONE, 1, "virtual threads worker, created in serve (two.lua)");
    expect(&names, QP_NONE, 2, "virtual threads timer:s, created in serve (two.lua) #2");
    expect(&names, QP_NONE, 3, "virtual threads timer:s, created in serve (two.lua) #3");
    expect(&names, QP_NONE, 4, "virtual threads");
    expect(&names, 0, QP_NONE, "thread 1 main\\x0a");
    expect(&names, 1, QP_NONE, "thread 2");
    close_names(&labels, &names, &profile, fd);
}

TEST(long_name_keeps_the_distinction_of_a_group)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_labels labels;
    struct qp_top_names names;
    static char name[3001];
    char one[QP_TOP_NAME_SIZE], two[QP_TOP_NAME_SIZE];
    memset(name, 'x', sizeof name - 1);
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    builder_group(&builder, QP_QPROF, name, 0);
    name[sizeof name - 2] = 'y';
    builder_group(&builder, QP_QPROF, name, 0);
    int fd = test_open_builder(&profile, &builder);
    assert_true(fd >= 0);
    open_names(&profile, &labels, &names);
    qp_top_names_text(&names, QP_NONE, 0, one);
    qp_top_names_text(&names, QP_NONE, 1, two);
    assert_string_not_equal(one, two);
    close_names(&labels, &names, &profile, fd);
}
