/* Tests of the file and the lines of a method whose class has a source map. */
#include "bindings/jvm/class/source_map.h"

#include <stdio.h>
#include <string.h>

#include "bindings/jvm/class/source_lines.h"
#include "bindings/jvm/insert/rewrite.h"
#include "tests/jvm/built.h"
#include "tests/support/test.h"

/* A source map for a file of 20 lines. Three lines of a function in another file are inlined into line 8, two lines of
 * a function in the same file into line 9. */
#define KOTLIN                                                                                                         \
    "SMAP\nMain.kt\nKotlin\n"                                                                                          \
    "*S Kotlin\n*F\n+ 1 Main.kt\napp/MainKt\n+ 2 Util.kt\nlib/util/UtilKt\n*L\n1#1,20:1\n5#2,3:21\n3#1,2:24\n*E\n"     \
    "*S KotlinDebug\n*F\n+ 1 Main.kt\napp/MainKt\n*L\n8#1:21,3\n9#1:24,2\n*E\n"

static int mapped_lines[20];

/* Return the mapped file and lines for a list of lines that ends with 0. The class is app/MainKt in Main.kt. */
static const char *mapped(const char *map_text, const int *lines)
{
    static char text[400];
    struct qjvm_line table[20];
    struct qjvm_source_map map;
    struct qjvm_source_lines mapping;
    int count = 0;
    for (; lines[count]; count++)
        table[count] = (struct qjvm_line){count, lines[count]};
    assert_true(qjvm_source_map_init(&map, qjvm_text_of(map_text),
                                     qjvm_source_file_of(qjvm_text_of("app/MainKt"), qjvm_text_of("Main.kt"))));
    assert_true(qjvm_source_lines_init(&mapping, &map, table, count));
    snprintf(text, sizeof text, "%.*s%.*s", (int)mapping.file.folder.size, (const char *)mapping.file.folder.bytes,
             (int)mapping.file.name.size, (const char *)mapping.file.name.bytes);
    memcpy(mapped_lines, mapping.lines, (size_t)count * sizeof *mapped_lines);
    for (int i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %d", mapping.lines[i]);
    qjvm_source_lines_fini(&mapping);
    qjvm_source_map_fini(&map);
    return text;
}

#define LINES(...) ((const int[]){__VA_ARGS__, 0})

TEST(lines_are_unchanged_without_a_map)
{
    assert_string_equal(mapped("", LINES(3, 1, 70)), "app/Main.kt 3 1 70");
    assert_string_equal(mapped("", (const int[]){0}), "app/Main.kt");
}

/* Newer compilers write one end after all strata. */
TEST(map_may_end_once_or_after_each_stratum)
{
    char once[sizeof KOTLIN];
    strcpy(once, KOTLIN);
    char *end = strstr(once, "*E\n*S");
    memmove(end, end + 3, strlen(end + 3) + 1);
    assert_string_equal(mapped(once, LINES(7, 21, 22, 10)), mapped(KOTLIN, LINES(7, 21, 22, 10)));
    assert_string_equal(mapped(once, LINES(7, 21, 22, 10)), "app/Main.kt 7 8 0 10");
}

TEST(inlined_lines_are_omitted_if_the_line_has_code_of_its_own)
{
    assert_string_equal(mapped(KOTLIN, LINES(7, 8, 21, 22, 23, 10)), "app/Main.kt 7 8 0 0 0 10");
    assert_string_equal(mapped(KOTLIN, LINES(21, 22, 8, 23)), "app/Main.kt 0 0 8 0");
}

TEST(beginning_of_inlined_code_represents_a_line_without_code_of_its_own)
{
    assert_string_equal(mapped(KOTLIN, LINES(7, 21, 22, 23, 10)), "app/Main.kt 7 8 0 0 10");
    assert_string_equal(mapped(KOTLIN, LINES(7, 21, 22, 10, 23)), "app/Main.kt 7 8 0 10 8");
    assert_string_equal(mapped(KOTLIN, LINES(21, 24, 25, 22)), "app/Main.kt 8 9 0 8");
}

TEST(lines_inlined_from_the_same_file_are_inlined_too)
{
    assert_string_equal(mapped(KOTLIN, LINES(9, 24, 25, 10)), "app/Main.kt 9 0 0 10");
}

TEST(lines_of_another_file_without_a_place_are_omitted)
{
    static const char map[] = "SMAP\r\nMain.kt\r\nKotlin\r\n*S Kotlin\r\n*F\r\n+ 1 Main.kt\r\napp/MainKt\r\n"
                              "2 Other.kt\r\n*L\r\n1#1,20:1\r\n5#2,3:21\r\n*E\r\n";
    assert_string_equal(mapped(map, LINES(7, 21, 22, 23, 24)), "app/Main.kt 7 0 0 0 24");
    assert_string_equal(mapped(map, LINES(22, 23)), "app/Other.kt 6 7");
}

/* The map of a JSP page has a stratum for JSP. The file is found by its path; the files that the page includes count
 * as other files. */
TEST(method_belongs_to_the_file_of_its_first_line)
{
    static const char map[] = "SMAP\nMain.kt\nJSP\n*S Java\n*F\n1 Wrong.kt\n*L\n1#1,9:1\n*S JSP\n*F\n"
                              "+ 0 page.jsp\nshop/page.jsp\n+ 1 head.jsp\nshop/head.jsp\n*L\n"
                              "2,3:50,4\n1#1:70\n9#0:80,0\n*V\nvendor\n*E\n";
    assert_string_equal(mapped(map, LINES(49, 50, 53, 54, 61, 62, 70, 80)), "shop/page.jsp 0 2 2 3 4 0 0 9");
    assert_string_equal(mapped(map, LINES(70, 50)), "shop/head.jsp 1 0");
    assert_string_equal(mapped(map, LINES(10, 11)), "app/Main.kt 10 11");
}

TEST(ranges_and_names_may_come_in_any_form)
{
    static const char map[] =
        "SMAP\nMain.kt\nJSP\n*S JSP\n*F\n+ 0 dir/page.jsp\nweb/dir/page.jsp\n+ 1 top.jsp\ntop.jsp\n"
        "*L\n5#0:70\n3#0:50\n4#0:60\n1:10\n9#1:80\n*E\n";
    assert_string_equal(mapped(map, LINES(10, 50, 60, 70)), "web/dir/page.jsp 1 3 4 5");
    assert_string_equal(mapped(map, LINES(80)), "top.jsp 9");
}

TEST(maps_within_maps_are_skipped)
{
    static const char map[] = "SMAP\nMain.kt\nKotlin\n*O Kotlin\nSMAP\nx\nKotlin\n*S Kotlin\n*F\n1 Wrong.kt\n*L\n"
                              "1#1,20:1\n*E\n*C Kotlin\n*S Kotlin\n*F\n1 Main.kt\n*L\n101#1,9:1\n*E\n*L\n1#1:1\n";
    assert_string_equal(mapped(map, LINES(1, 9, 10)), "app/Main.kt 101 109 10");
}

/* An invalid text maps no line, even if a part of it is valid. */
TEST(invalid_map_maps_nothing)
{
    static const char *const texts[] = {
        "S",
        "SMAP",
        "SMAP\nMain.kt\n",
        "SMAQ\nMain.kt\nK\n*S K\n*F\n1 Main.kt\n*L\n5#1:1\n",
        "SMAP\nMain.kt\nK\n*S K\n*F\n1 Main.kt\n*L\n5#1:1\n5#1\n",
        "SMAP\nMain.kt\nK\n*S K\n*F\n1 Main.kt\n*L\n5#1:1\n5#1:2 x\n",
        "SMAP\nMain.kt\nK\n*S K\n*F\n1 Main.kt\n*L\n5#1:1\n65536#1:2\n",
        "SMAP\nMain.kt\nK\n*S K\n*F\n1 Main.kt\n*L\n5#1:1\n99999999999999999999#1:2\n",
        "SMAP\nMain.kt\nK\n*S K\n*F\n1 Main.kt\n*L\n5#1:1\n*C K\n",
        "SMAP\nMain.kt\nK\n*S K\n*F\n1 Main.kt\n*L\n5#7:1\n", /* file 7 does not exist */
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(mapped(texts[i], LINES(1, 2)), "app/Main.kt 1 2");
}

TEST(damaged_map_yields_possible_lines)
{
    static const char signs[] = "09#,:*+SLFEO\n ";
    char text[sizeof KOTLIN];
    for (size_t i = 0; i < strlen(KOTLIN); i++) {
        for (const char *sign = signs; *sign; sign++) {
            strcpy(text, KOTLIN);
            text[i] = *sign;
            mapped(text, LINES(1, 20, 21, 24, 65535));
            for (int k = 0; k < 5; k++)
                assert_in_range(mapped_lines[k], 0, QJVM_LAST_LINE);
        }
        text[i] = '\0';
        mapped(text, LINES(1, 20, 21, 24, 65535));
    }
}

TEST(lines_beyond_the_maximum_are_omitted)
{
    static const char map[] = "SMAP\nMain.kt\nK\n*S K\n*F\n1 Main.kt\n*L\n65535#1,9:1\n0#1:20\n*E\n";
    assert_string_equal(mapped(map, LINES(1, 2, 20, 21)), "app/Main.kt 65535 0 0 21");
}

/* ---- from the class file ----------------------------------------------------------------------------------------- */

static struct qjvm_answer compare(void *data, const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    bool *same = data;
    (void)method;
    *same = qjvm_text_is(class->source_debug_extension, KOTLIN);
    return (struct qjvm_answer){.insertion = QJVM_NOTHING};
}

static bool has_map(const char *source_map)
{
    const struct built_code code = {.name = "run", CODE(177)};
    bool same = false;
    size_t size;
    struct built built;
    built_init(&built, 52);
    built.source_map = source_map;
    built_add(&built, &code);
    built_done(&built);
    qjvm_rewrite(&(struct qjvm_rewriting){.owner = "Hook", .method = compare, .data = &same}, built.bytes.bytes,
                 built.bytes.size, &size);
    built_fini(&built);
    return same;
}

TEST(map_of_a_class_file_is_used)
{
    assert_true(has_map(KOTLIN));
    assert_false(has_map("SMAP\n"));
    assert_false(has_map(NULL));
}
