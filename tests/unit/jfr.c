/* jfr.c - numbers and constants of recordings of Flight Recorder. */
#include "export/jfr/names.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static void check_number(uint64_t number, const char *expected, size_t size)
{
    struct qp_jfr_bytes bytes = {0};
    qp_jfr_number(&bytes, number);
    assert_int_equal(bytes.count, size);
    assert_int_equal(qp_jfr_number_size(number), size);
    assert_memory_equal(bytes.items, expected, size);
    free(bytes.items);
}

TEST(numbers_have_seven_bits_a_byte_and_eight_in_the_ninth)
{
    check_number(0, "\0", 1);
    check_number(0x7f, "\x7f", 1);
    check_number(0x80, "\x80\x01", 2);
    check_number(0x3fff, "\xff\x7f", 2);
    check_number((UINT64_C(1) << 56) - 1, "\xff\xff\xff\xff\xff\xff\xff\x7f", 8);
    check_number(UINT64_C(1) << 56, "\x80\x80\x80\x80\x80\x80\x80\x80\x01", 9);
    check_number(UINT64_MAX, "\xff\xff\xff\xff\xff\xff\xff\xff\xff", 9);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static uint64_t symbol(struct qp_jfr_chunk *chunk, const char *text)
{
    return qp_jfr_constant(chunk, QP_JFR_SYMBOL, &(struct qp_jfr_record){{[QP_JFR_SYMBOL_TEXT] = {.string = text}}});
}

static uint64_t id_of(struct qp_jfr_chunk *chunk, const char *class, const char *name, const char *file)
{
    struct qp_profile_file files[] = {{.name = qp_text_of(file)}};
    struct qp_profile_method methods[] = {
        {.class_name = qp_text_of(class), .name = qp_text_of(name), .file = *file ? 0 : QP_NONE}};
    const struct qp_profile profile = {
        .files = files, .methods = methods, .directory = qp_text_of("/work"), .file_count = 1, .method_count = 1};
    return qp_jfr_method(chunk, &profile, 0);
}

TEST(methods_have_descriptors_of_their_parameters)
{
    static const struct {
        const char *name, *plain, *descriptor;
    } methods[] = {
        {"<init>()", "<init>", "()V"},
        {"put(int,String[],long[][],Map$Entry)", "put", "(I[LString;[[JLMap$Entry;)V"},
        {"all(boolean,byte,char,short,float,double)", "all", "(ZBCSFD)V"},
        {"(JVM)", "(JVM)", "()V"},
        {"put(int", "put(int", "()V"},
        {"put(int) const", "put(int) const", "()V"},
        {"put(char const*)", "put(char const*)", "()V"},
        {"put(,int)", "put(,int)", "()V"},
    };
    struct qp_jfr_chunk chunk = {0};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        uint64_t id = id_of(&chunk, "app.Store", methods[i].name, "app/Store.java");
        struct qp_jfr_record method = {{
            [QP_JFR_METHOD_CLASS] = {qp_jfr_class(&chunk, qp_text_of("app.Store"))},
            [QP_JFR_METHOD_NAME] = {symbol(&chunk, methods[i].plain)},
            [QP_JFR_METHOD_DESCRIPTOR] = {symbol(&chunk, methods[i].descriptor)},
        }};
        assert_int_equal(id, qp_jfr_constant(&chunk, QP_JFR_METHOD, &method));
    }
    assert_int_equal(chunk.pools[QP_JFR_METHOD].count, sizeof methods / sizeof *methods);
    qp_jfr_free(&chunk);
}

static bool has_symbol(const struct qp_jfr_chunk *chunk, const char *text)
{
    const struct qp_jfr_bytes *symbols = &chunk->pools[QP_JFR_SYMBOL].constants;
    struct qp_jfr_bytes symbol = {0};
    qp_jfr_string(&symbol, text);
    bool has = memmem(symbols->items, symbols->count, symbol.items, symbol.count);
    free(symbol.items);
    return has;
}

TEST(classes_have_internal_names_and_packages_and_files_are_classes)
{
    struct qp_jfr_chunk chunk = {0};
    uint64_t array = qp_jfr_class(&chunk, qp_text_of("java.lang.String[][]"));
    qp_jfr_class(&chunk, qp_text_of("int[]"));
    assert_true(has_symbol(&chunk, "[[Ljava/lang/String;"));
    assert_true(has_symbol(&chunk, "[I"));
    assert_int_equal(chunk.pools[QP_JFR_PACKAGE].count, 0);
    qp_jfr_class(&chunk, qp_text_of("java.lang.String"));
    assert_true(has_symbol(&chunk, "java/lang/String"));
    assert_true(has_symbol(&chunk, "java/lang"));
    assert_int_equal(chunk.pools[QP_JFR_PACKAGE].count, 1);
    assert_int_equal(qp_jfr_class(&chunk, qp_text_of("java.lang.String[][]")), array);
    assert_int_equal(chunk.pools[QP_JFR_CLASS].count, 3);
    id_of(&chunk, "", "f", "/work/src/main.lua");
    assert_true(has_symbol(&chunk, "src/main.lua"));
    id_of(&chunk, "", "time", "[vdso]"); /* is no array */
    assert_true(has_symbol(&chunk, "(vdso)"));
    qp_jfr_free(&chunk);
}
