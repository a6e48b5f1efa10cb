/* Tests of the counting of objects at allocation sites, in methods built for the test. */
#include "tests/jvm/asked.h"
#include "tests/support/test.h"

enum {
    ACONST_NULL = 1,
    ICONST_0 = 3,
    ICONST_2 = 5,
    POP = 87,
    IFEQ = 153,
    RETURN = 177,
    INVOKEVIRTUAL = 182,
    INVOKESTATIC = 184,
    NEW = 187,
    NEWARRAY = 188,
    ANEWARRAY = 189,
    MULTIANEWARRAY = 197
};

enum { OF_BYTES = 8 };

/* Describe a method whose sites have these counters. */
static const char *with(const uint64_t *counters, struct built *built, const struct built_code *code)
{
    static struct asked asked;
    asked = (struct asked){.answer = {.insertion = QJVM_NOTHING, .site_arguments = counters}};
    built_add(built, code);
    const char *description = asked_describe(&asked, built, "run");
    built_fini(built);
    return description;
}

TEST(objects_and_arrays_are_counted_after_they_are_made)
{
    struct built built;
    built_init(&built, 52);
    unsigned class = built_class(&built, "Made");
    assert_string_equal(
        with(asked_hundreds, &built,
             &(struct built_code){.name = "run",
                                  CODE(NEW, U2(class), POP, ICONST_2, NEWARRAY, OF_BYTES, POP, ICONST_2, ANEWARRAY,
                                       U2(class), POP, RETURN)}),
        "stack 3: 0:187 3:ldc_w 100 6:count 9:87 10:5 11:188 13:89 14:190 15:ldc_w 200 18:countArray 21:87 22:5 23:189 "
        "26:89 27:190 28:ldc_w 300 31:countArray 34:87 35:177");
}

TEST(results_are_counted_after_their_calls)
{
    struct built built;
    built_init(&built, 52);
    unsigned parts = built_class(&built, "[[I"), clone = built_method(&built, "[I", "clone", "()Ljava/lang/Object;");
    assert_string_equal(with(asked_hundreds, &built,
                             &(struct built_code){.name = "run",
                                                  CODE(ICONST_2, ICONST_2, MULTIANEWARRAY, U2(parts), 2, POP,
                                                       ACONST_NULL, INVOKEVIRTUAL, U2(clone), POP, RETURN)}),
                        "stack 3: 0:5 1:5 2:197 6:89 7:ldc_w 100 10:countResult 13:87 14:1 15:182 18:89 19:ldc_w 200 "
                        "22:countResult 25:87 26:177");
}

/* A jump to the instruction after a result has none to count. */
TEST(jumps_past_a_result_do_not_count_it)
{
    struct built built;
    built_init(&built, 52);
    unsigned made =
        built_method(&built, "java/lang/reflect/Array", "newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;");
    assert_string_equal(
        with(asked_hundreds, &built,
             &(struct built_code){
                 .name = "run",
                 CODE(ACONST_NULL, ICONST_0, IFEQ, U2(8), POP, ACONST_NULL, INVOKESTATIC, U2(made), POP, RETURN)}),
        "stack 3: 0:1 1:3 2:153>17 5:87 6:1 7:newInstance 10:89 11:ldc_w 100 14:countResult 17:87 18:177");
}

TEST(other_calls_are_no_sites_but_builders_escape)
{
    struct built built;
    built_init(&built, 52);
    unsigned text = built_method(&built, "java/lang/StringBuilder", "toString", "()Ljava/lang/String;"),
             other = built_method(&built, "Made", "clone", "()Ljava/lang/Object;");
    static const uint64_t counters[] = {0, 100}; /* a second site would show countResult */
    assert_string_equal(
        with(counters, &built,
             &(struct built_code){.name = "run",
                                  CODE(ACONST_NULL, INVOKEVIRTUAL, U2(text), INVOKEVIRTUAL, U2(other), POP, RETURN)}),
        "stack 3: 0:1 1:89 2:escapes 5:182 8:182 11:87 12:177");
}

TEST(methods_that_the_compiler_replaces_have_no_sites)
{
    struct built built;
    built_init(&built, 52);
    built.name = "java/lang/StringUTF16";
    unsigned class = built_class(&built, "Made");
    assert_string_equal(
        with(asked_hundreds, &built, &(struct built_code){.name = "run", CODE(NEW, U2(class), POP, RETURN)}),
        "stack 3: 0:187 3:ldc_w 100 6:count 9:87 10:177");
    built_init(&built, 52);
    built.name = "java/lang/StringUTF16";
    class = built_class(&built, "Made");
    struct asked asked = {.answer = {.insertion = QJVM_NOTHING, .site_arguments = asked_hundreds}};
    built_add(&built,
              &(struct built_code){.name = "toBytes", .descriptor = "([CII)[B", CODE(NEW, U2(class), POP, RETURN)});
    assert_string_equal(asked_describe(&asked, &built, "toBytes"), "stack 3: 0:187 3:87 4:177");
    built_fini(&built);
}
