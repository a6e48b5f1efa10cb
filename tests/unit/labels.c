#include "profile/source/labels.h"
#include "profile/load/profile.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

struct run {
    struct builder builder;
    struct qp_profile profile;
    struct qp_labels labels;
    int fd;
};

static void begin(struct run *run)
{
    builder_begin(&run->builder);
    builder_header(&run->builder)->products = 1u << QP_QPROF;
}

static void define(struct run *run, uint64_t id, const char *name, const char *file, int line)
{
    builder_method(&run->builder, QP_QPROF, id, name, file, &line, line != 0);
}

static void finish_styled(struct run *run, struct qp_labels_style style)
{
    run->fd = test_open_builder(&run->profile, &run->builder);
    assert_true(run->fd >= 0);
    assert_true(qp_labels_open(&run->labels, &run->profile, style));
}

static void finish(struct run *run)
{
    finish_styled(run, (struct qp_labels_style){0});
}

static void expect(const struct run *run, uint64_t id, const char *label)
{
    char shown[QP_LABEL_SIZE];
    uint32_t method = (uint32_t)qp_map_get(&run->profile.method_map[QP_QPROF], id) - 1;
    size_t length = qp_labels_text(&run->labels, method, shown, sizeof shown);
    assert_string_equal(shown, label);
    assert_int_equal(length, strlen(label));
}

static void end(struct run *run)
{
    qp_labels_close(&run->labels);
    qp_profile_close(&run->profile);
    close(run->fd);
}

TEST(unique_name_is_its_own_label)
{
    struct run run;
    begin(&run);
    define(&run, 1, "main", "/app/src/main.lua", 1);
    define(&run, 2, "print", NULL, 0);
    finish(&run);
    expect(&run, 1, "main");
    expect(&run, 2, "print");
    end(&run);
}

TEST(functions_of_one_name_get_the_shortest_distinction)
{
    struct run run;
    begin(&run);
    define(&run, 1, "run", "/app/one.lua", 1);
    define(&run, 2, "run", "/app/two.lua", 1);
    define(&run, 3, "init", "/app/one/init.lua", 1);
    define(&run, 4, "init", "/app/two/init.lua", 1);
    define(&run, 5, "open", "/a/x/io.lua", 5);
    define(&run, 6, "open", "/b/x/io.lua", 5);
    define(&run, 7, "f", "/app/one.lua", 7);
    define(&run, 8, "f", "/app/one.lua", 9);
    finish(&run);
    expect(&run, 1, "run (one.lua)");
    expect(&run, 2, "run (two.lua)");
    expect(&run, 3, "init (one/init.lua)");
    expect(&run, 4, "init (two/init.lua)");
    expect(&run, 5, "open (/a/x/io.lua)");
    expect(&run, 6, "open (/b/x/io.lua)");
    expect(&run, 7, "f (/app/one.lua:7)");
    expect(&run, 8, "f (/app/one.lua:9)");
    end(&run);
}

TEST(indistinguishable_functions_are_numbered)
{
    struct run run;
    begin(&run);
    define(&run, 1, "f", "a.lua", 1);
    define(&run, 2, "f", "a.lua", 1);
    define(&run, 3, "native", NULL, 0);
    define(&run, 4, "native", NULL, 0);
    define(&run, 5, "native", "n.lua", 3); /* no number, since its file distinguishes it */
    finish(&run);
    expect(&run, 1, "f (a.lua:1) #0");
    expect(&run, 2, "f (a.lua:1) #1");
    expect(&run, 3, "native #2");
    expect(&run, 4, "native #3");
    expect(&run, 5, "native (n.lua)");
    end(&run);
}

TEST(function_of_two_libraries_is_one_function)
{
    struct run run;
    static const int line = 7;
    begin(&run);
    define(&run, 1, "run", "/app/one.lua", 7);
    builder_method(&run.builder, QP_CPROF, 1, "run", "/app/one.lua", &line, 1);
    finish(&run);
    expect(&run, 1, "run");
    end(&run);
}

TEST(name_that_equals_another_label_is_distinguished_too)
{
    struct run run;
    begin(&run);
    define(&run, 1, "run", "/app/one.lua", 1);
    define(&run, 2, "run", "/app/two.lua", 1);
    define(&run, 3, "run (one.lua)", "/app/three.lua", 1);
    finish(&run);
    expect(&run, 1, "run (app/one.lua)");
    expect(&run, 2, "run (two.lua)");
    expect(&run, 3, "run (one.lua) (three.lua)");
    end(&run);
}

TEST(truncated_names_are_distinguished)
{
    struct run run;
    static char long_name[5001], other[5001];
    memset(long_name, 'x', 5000);
    memset(other, 'x', 5000);
    other[4999] = 'y';
    begin(&run);
    define(&run, 1, long_name, "a.lua", 1);
    define(&run, 2, other, "b.lua", 1);
    finish(&run);
    char one[QP_LABEL_SIZE], two[QP_LABEL_SIZE];
    qp_labels_text(&run.labels, 0, one, sizeof one);
    qp_labels_text(&run.labels, 1, two, sizeof two);
    assert_string_not_equal(one, two);
    assert_non_null(strstr(one, "(a.lua)"));
    end(&run);
}

TEST(functions_below_their_files_are_distinguished_by_lines)
{
    struct run run;
    begin(&run);
    define(&run, 1, "run", "/app/one.lua", 1);
    define(&run, 2, "run", "/app/two.lua", 1);
    define(&run, 3, "f", "/app/one.lua", 7);
    define(&run, 4, "f", "/app/one.lua", 9);
    define(&run, 5, "g", "/app/one.lua", 3);
    define(&run, 6, "g", "/app/one.lua", 3);
    define(&run, 7, "f:9", "/app/one.lua", 20);
    finish_styled(&run, (struct qp_labels_style){.in_files = true});
    expect(&run, 1, "run");
    expect(&run, 2, "run");
    expect(&run, 3, "f:7");
    expect(&run, 4, "f:9 #3");
    expect(&run, 5, "g:3 #4");
    expect(&run, 6, "g:3 #5");
    expect(&run, 7, "f:9:20");
    end(&run);
}

TEST(reserved_character_is_replaced_before_labels_are_made)
{
    struct run run;
    begin(&run);
    define(&run, 1, "a;b", "/app/x;y/one.lua", 1);
    define(&run, 2, "a:b", "/app/x:y/two.lua", 1);
    define(&run, 3, "f", "p;q.lua", 1);
    define(&run, 4, "f", "p:q.lua", 2);
    finish_styled(&run, (struct qp_labels_style){.reserved = {';', ':'}});
    expect(&run, 1, "a:b (one.lua)");
    expect(&run, 2, "a:b (two.lua)");
    expect(&run, 3, "f (p:q.lua:1)");
    expect(&run, 4, "f (p:q.lua:2)");
    char name[] = "thread;1";
    qp_labels_unreserve(&run.labels, name);
    assert_string_equal(name, "thread:1");
    end(&run);
}
